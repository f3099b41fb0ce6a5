import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./run.ts";

/** Why a release cannot be cut, in words for the person who cuts it. */
export class ReleaseRefusal extends Error {}

const UNRELEASED = "## [Unreleased]";

/**
 * The changelog with what was unreleased under the new version's heading (Keep a Changelog 1.1).
 * @param day of the release, YYYY-MM-DD
 * @throws ReleaseRefusal when there is no such heading, or nothing below it
 */
export function cutChangelog(text: string, version: string, day: string): string {
  const [before, rest] = splitOnce(text, `\n${UNRELEASED}\n`);
  if (rest === undefined) throw new ReleaseRefusal(`CHANGELOG.md has no line "${UNRELEASED}"`);
  const end = rest.search(/^## /m);
  const entries = (end < 0 ? rest : rest.slice(0, end)).trim();
  if (!/^- /m.test(entries)) throw new ReleaseRefusal("CHANGELOG.md lists no change under Unreleased");
  const older = end < 0 ? "" : `\n${rest.slice(end)}`;
  return `${before}\n${UNRELEASED}\n\n## [${version}] - ${day}\n\n${entries}\n${older}`;
}

/** Changelogs of what is published from `sdk/`: one without an unreleased change stays as it is. */
export function cutPackageChangelogs(
  read: (path: string) => string,
  version: string,
  day: string,
): [path: string, text: string][] {
  return globSync("sdk/*/CHANGELOG.md", { cwd: ROOT })
    .toSorted()
    .map((path) => [path, read(path)] as const)
    .filter(([, text]) => /^- /m.test(splitOnce(text, `\n${UNRELEASED}\n`)[1]?.split(/^## /m)[0] ?? ""))
    .map(([path, text]) => [path, cutChangelog(text, version, day)]);
}

/**
 * Refuses a version that does not follow the present one: a slip of the finger would be tagged forever.
 * @throws ReleaseRefusal naming the three versions that may follow (Semantic Versioning 2.0, items 6 to 8)
 */
export function requireNextVersion(current: string, version: string): void {
  const [major = 0, minor = 0, patch = 0] = current.split(".").map(Number);
  const next = [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`];
  if (!next.includes(version))
    throw new ReleaseRefusal(`"${version}" does not follow ${current}: use ${next.join(", ")}`);
}

/** A file that names the version, and the text around it; `#` is where the version stands. */
type VersionedText = { path: string; around: string; times: number };

/** What others install has the service's version. A package of `sdk/` that has none is a tool of the tests. */
function ourPackages(): string[] {
  const hasVersion = (path: string): boolean =>
    JSON.parse(readFileSync(join(ROOT, path), "utf8")).version !== undefined;
  const paths = globSync(["packages/*/package.json", "sdk/*/package.json"], { cwd: ROOT });
  return paths.toSorted().filter(hasVersion);
}

/** Guides print the addresses of the packages that the service hands out. */
function packagesNamed(): VersionedText[] {
  const forms = [
    "lintel-sdk-#.tgz",
    "sdk/lintel-#.tgz",
    "lintel-#-py3-none-any.whl",
    "lintel-php-#.zip",
    "lintel-go@v#",
  ];
  const paths = globSync(["docs/*.md", "sdk/*/README.md"], { cwd: ROOT }).toSorted();
  return paths.flatMap((path) => {
    const text = readFileSync(join(ROOT, path), "utf8");
    return forms.flatMap((around) => {
      const times =
        text.match(new RegExp(around.replaceAll(".", "\\.").replace("#", "\\d+\\.\\d+\\.\\d+"), "g"))
          ?.length ?? 0;
      return times === 0 ? [] : [{ path, around, times }];
    });
  });
}

/** Where the packages below `packages/` are asked for by their version, and where the lock file has them. */
function enginesNamed(): VersionedText[] {
  const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
  const manifests = globSync("packages/*/package.json", { cwd: ROOT }).toSorted();
  const names = manifests.map((path) => String(JSON.parse(read(path)).name));
  const asked = ["package.json", "package-lock.json", ...manifests].flatMap((path) =>
    names.flatMap((name) => {
      const times = read(path).match(new RegExp(`"${name}": "\\d+\\.\\d+\\.\\d+"`, "g"))?.length ?? 0;
      return times === 0 ? [] : [{ path, around: `"${name}": "#"`, times }];
    }),
  );
  const path = "package-lock.json";
  const locked = names.map((name) => {
    const around = `"name": "${name}",\n      "version": "#",`;
    return { path, around, times: 1 };
  });
  return [...asked, ...locked];
}

/** Everything that names the version. The lab has no version: it is never released. */
export const VERSIONED: readonly VersionedText[] = [
  ...ourPackages().map((path) => ({ path, around: '\n  "version": "#",\n', times: 1 })),
  { path: "package.json", around: '\n  "version": "#",\n', times: 1 },
  { path: "package-lock.json", around: '"name": "lintel",\n  "version": "#",', times: 1 },
  { path: "package-lock.json", around: '"name": "lintel",\n      "version": "#",', times: 1 },
  { path: "src/core/practice/version.ts", around: 'SOFTWARE_VERSION = "#"', times: 1 },
  { path: "sdk/python/pyproject.toml", around: '\nversion = "#"\n', times: 1 },
  { path: "sdk/python/src/lintel/_version.py", around: 'VERSION = "#"\n', times: 1 },
  { path: "sdk/php/src/Internal/Core.php", around: "VERSION = '#';", times: 1 },
  { path: "sdk/go/api.txt", around: 'const Version = "#"\n', times: 1 },
  { path: "sdk/go/client.go", around: 'const Version = "#"\n', times: 1 },
  { path: "sdk/wordpress/lintel-age-gate/lintel-age-gate.php", around: "Version:           #\n", times: 1 },
  {
    path: "sdk/wordpress/lintel-age-gate/lintel-age-gate.php",
    around: "'LINTEL_GATE_VERSION', '#'",
    times: 1,
  },
  { path: "sdk/wordpress/lintel-age-gate/readme.txt", around: "Stable tag: #\n", times: 1 },
  { path: "sdk/typescript/src/version.ts", around: 'VERSION = "#"', times: 1 },
  { path: "deploy/kubernetes/20-migrate.yaml", around: "image: lintel:#\n", times: 1 },
  { path: "deploy/kubernetes/30-serve.yaml", around: "image: lintel:#\n", times: 1 },
  { path: "deploy/kubernetes/40-worker.yaml", around: "image: lintel:#\n", times: 1 },
  { path: "docs/deployment.md", around: "`lintel:#`", times: 1 },
  ...packagesNamed(),
  ...enginesNamed(),
];

/**
 * The text with the new version.
 * @throws ReleaseRefusal when the present one is not there as often as it should be
 */
export function withVersion(
  text: string,
  { path, around, times }: VersionedText,
  [current, version]: [string, string],
): string {
  const parts = text.split(around.replace("#", current));
  if (parts.length - 1 !== times) throw new ReleaseRefusal(`${path} does not name version ${current}`);
  return parts.join(around.replace("#", version));
}

const splitOnce = (text: string, by: string): [string, string | undefined] => {
  const at = text.indexOf(by);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + by.length)];
};
