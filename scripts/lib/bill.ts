import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import slim from "../../deploy/image/slim.json" with { type: "json" };
import { type LockFile, nameAt, placeOf } from "./lock-file.ts";
import { ROOT } from "./run.ts";

/** A kind of machine, in npm's words. */
type Platform = { os: string; cpu: string; libc: string };
type Component = {
  "bom-ref": string;
  type: string;
  name: string;
  version: string;
  purl: string;
  cpe?: string;
  properties?: { name: string }[];
};
/** CycloneDX 1.5, as npm writes it. */
export type Bill = {
  metadata: { component: { "bom-ref": string; name: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

/** What the image of a release is built for. */
const RELEASED: Platform = { os: "linux", cpu: "x64", libc: "glibc" };
const DEVELOPMENT = "cdx:npm:package:development";

/** Where a package itself is: for a workspace, `node_modules` has a link. */
const targetOf = (lock: LockFile, place: string): string => {
  const { link, resolved } = lock.packages[place] ?? {};
  return link === true && resolved !== undefined ? resolved : place;
};

/**
 * Where the Dockerfile's `npm ci --omit=dev --omit=peer` puts packages on such a machine: what package.json asks for to
 * run, and what that asks for in turn. Peers come only where something else asks for them too, as with npm.
 * @returns paths of the lock file
 */
function installedPaths(lock: LockFile, platform: Platform): string[] {
  const reached = new Set<string>();
  const follow = (path: string): void => {
    const { dependencies, optionalDependencies } = lock.packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placeOf(lock, path, name);
      if (place === undefined || reached.has(place) || !fits(lock, place, platform)) continue;
      reached.add(place);
      follow(targetOf(lock, place));
    }
  };
  follow("");
  return [...reached];
}

/** By the rule of package.json's `os`, `cpu` and `libc`: none that is named with `!`, and one of the others if there are any. */
function fits(lock: LockFile, path: string, platform: Platform): boolean {
  const { os, cpu, libc } = lock.packages[path] ?? {};
  const asked: [string | string[] | undefined, string][] = [
    [os, platform.os],
    [cpu, platform.cpu],
    [libc, platform.libc],
  ];
  return asked.every(([names = [], ours]) => {
    const list = [names].flat();
    const wanted = list.filter((name) => !name.startsWith("!"));
    return !list.includes(`!${ours}`) && (wanted.length === 0 || wanted.includes(ours));
  });
}

// Whole packages that the image's build takes out again; of the others their package.json and licence stay.
const TAKEN_OUT = slim
  .filter(({ path }) => /^(@[^/*]+\/)?[^/]+$/.test(path))
  .map(({ path }) => new RegExp(`^${path.replaceAll("*", ".*")}$`));

/** The packages in the image, as `name@version`, each once. */
export function imagePackages(lock: LockFile, platform: Platform): string[] {
  const packages = installedPaths(lock, platform)
    .filter((path) => !TAKEN_OUT.some((pattern) => pattern.test(nameAt(path))))
    .map((path) => `${nameAt(path)}@${lock.packages[targetOf(lock, path)]?.version}`);
  return [...new Set(packages)].toSorted();
}

/**
 * The bill of materials of the image: its npm packages, and Node itself, which one of them holds. Scanners know Node by
 * its CPE, and no advisory names the package.
 * @param bill npm's, of all packages. npm calls the application by the name of its folder.
 */
export function productionBill(bill: Bill, lock: LockFile, name: string, platform: Platform): Bill {
  const held = new Set(imagePackages(lock, platform).map((each) => `pkg:npm/${each}`));
  const components = bill.components
    .filter(({ purl }) => held.has(decodeURIComponent(purl)))
    .map((part) => ({
      ...part,
      // One version at two places, of which the first was for development.
      properties: (part.properties ?? []).filter((property) => property.name !== DEVELOPMENT),
    }));
  const application = { ...bill.metadata.component, name };
  const holders = components.filter((part) => /^node-(linux|win)-/.test(part.name));
  const node = holders.map(({ version }) => nodeItself(version));
  const refs = new Set([application, ...components].map((part) => part["bom-ref"]));
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  return {
    ...bill,
    metadata: { ...bill.metadata, component: application },
    components: [...components, ...node],
    dependencies: [...dependencies, ...node.map((part) => ({ ref: part["bom-ref"], dependsOn: [] }))],
  };
}

const nodeItself = (version: string): Component => ({
  "bom-ref": `pkg:generic/node@${version}`,
  type: "platform",
  name: "node",
  version,
  purl: `pkg:generic/node@${version}`,
  cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
});

/** What `dpkg-query` is asked for, so that `withDebian` can read it. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query fills them in
export const DPKG_FORMAT = "${Package} ${Version} ${Architecture}\\n";

/**
 * The bill with the packages of the Debian below.
 * @param listed a line for each, by `dpkg-query --show --showformat=DPKG_FORMAT`
 * @param release such as `debian-12`
 */
export function withDebian(bill: Bill, listed: string, release: string): Bill {
  const components = listed
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", version = "", arch = ""] = line.split(" ");
      const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${arch}&distro=${release}`;
      return { "bom-ref": purl, type: "library", name, version, purl };
    });
  const dependencies = components.map((part) => ({ ref: part["bom-ref"], dependsOn: [] }));
  return {
    ...bill,
    components: [...bill.components, ...components],
    dependencies: [...bill.dependencies, ...dependencies],
  };
}

/** CycloneDX of the image, from the lock file alone: the same on every machine, and without a network. */
export function billOfMaterials(name: string, platform: Platform = RELEASED): Bill {
  const args = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only"];
  const bill = JSON.parse(execFileSync("npm", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 }));
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  return productionBill(bill, lock, name, platform);
}
