// npm run release -- <version>: writes a release into the tree, and says how to commit and tag it. It pushes nothing. It asks for a
// clean hunt of this tree; --unhunted "<reason>" goes without, and prints the reason into the tag's message.
// CONTRIBUTING.md, "Releases", has the steps around it.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { billOfMaterials } from "./lib/bill.ts";
import { RELEASED_CONTRACT, releasedContract } from "./lib/contract.ts";
import { faultOfHunt, treeOf } from "./lib/hunt-record.ts";
import {
  cutChangelog,
  cutPackageChangelogs,
  ReleaseRefusal,
  requireNextVersion,
  VERSIONED,
  withVersion,
} from "./lib/release.ts";
import { ROOT } from "./lib/run.ts";

process.chdir(ROOT);
const read = (path: string): string => readFileSync(path, "utf8");
const git = (...args: string[]): string => execFileSync("git", args, { encoding: "utf8" }).trim();

function release(version: string | undefined, unhunted: string | undefined): void {
  if (version === undefined) throw new ReleaseRefusal("say which version: npm run release -- 1.2.3");
  const { name, version: current } = JSON.parse(read("package.json"));
  requireNextVersion(current, version);
  if (git("status", "--porcelain") !== "")
    throw new ReleaseRefusal("commit or stash your changes first: the tree is not clean");
  if (git("tag", "--list", `v${version}`) !== "") throw new ReleaseRefusal(`the tag v${version} exists`);

  // All is made before any of it is written, so that a refusal leaves the tree as it was.
  const day = new Date().toISOString().slice(0, 10);
  const files = new Map([
    ["CHANGELOG.md", cutChangelog(read("CHANGELOG.md"), version, day)],
    ...cutPackageChangelogs(read, version, day),
  ]);
  for (const place of VERSIONED)
    files.set(place.path, withVersion(files.get(place.path) ?? read(place.path), place, [current, version]));
  files.set(RELEASED_CONTRACT, releasedContract(version));
  const fault = unhunted === undefined ? faultOfHunt(treeOf()) : null;
  if (fault !== null)
    throw new ReleaseRefusal(
      `${fault}. Run npm run test:hunt, or say why it is released without: --unhunted "<reason>"`,
    );
  for (const [path, text] of files) writeFileSync(path, text);
  // npm reads the new version from the files.
  writeFileSync("bom.cdx.json", `${JSON.stringify(billOfMaterials(name), null, 2)}\n`);

  console.log(`${name} ${version}, ${day}: ${[...files.keys(), "bom.cdx.json"].join(", ")}`);
  console.log(`\nLook at the difference, then:
  git add --all && git commit -m "chore: release ${version}"
  git tag --annotate v${version} --message "${name} ${version}${unhunted ? `, without a hunt: ${unhunted}` : ""}"`);
}

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { unhunted: { type: "string" } },
  });
  release(positionals[0], values.unhunted);
} catch (error) {
  if (!(error instanceof ReleaseRefusal)) throw error;
  console.error(`No release: ${error.message}.`);
  process.exitCode = 1;
}
