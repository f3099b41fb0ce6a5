import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Foreseen } from "./foreseen.ts";
import { composerLinks, projectLinks, wheelLinks } from "./project-links.ts";
import { ROOT } from "./run.ts";
import { packSdk } from "./sdk-pack.ts";
import { wordpressZip } from "./wordpress-zip.ts";
import { zip } from "./zip.ts";

// What the service hands out to others: its client packages, each in the version that runs, below public/sdk. No registry is
// needed, and nothing has to be published first. docs/packages.md says how each is installed.

/** Written by each build, and by nobody else. */
export const PACKAGES = "public/sdk";

/** What the documentation and the tests name. `@version` stands for the version that runs. */
export const PACKAGE_FILES = {
  typescript: "lintel-sdk-@version.tgz",
  cli: "lintel-@version.tgz",
  python: "lintel-@version-py3-none-any.whl",
  php: "lintel-php-@version.zip",
  wordpress: "lintel-age-gate.zip",
} as const;

export type PackageFile = keyof typeof PACKAGE_FILES;

export const packageFile = (name: PackageFile, version: string): string =>
  PACKAGE_FILES[name].replace("@version", version);

/**
 * Where .github/workflows/publish.yml publishes each package, and under which name; null: not there. The module of Go has no
 * separate file in the list above.
 */
export const REGISTRIES = {
  typescript: { registry: "npm", name: "@lintel/sdk" },
  cli: { registry: "npm", name: "lintel" },
  python: { registry: "pypi", name: "lintel" },
  php: { registry: "packagist", name: "lintel/lintel" },
  go: { registry: "go", name: "github.com/lintel/lintel-go" },
  wordpress: null, // people of wordpress.org review the first version, and each is uploaded by hand
} as const satisfies Record<PackageFile | "go", { registry: string; name: string } | null>;

type Files = Record<string, Buffer>;

const read = (path: string): Buffer => readFileSync(join(ROOT, path));
const versionNow = (): string => JSON.parse(read("package.json").toString()).version;

/** Files of a folder by their path in it. */
const filesOf = (folder: string, patterns: readonly string[]): Files =>
  Object.fromEntries(
    globSync([...patterns], { cwd: join(ROOT, folder) })
      .filter((path) => !path.includes("__pycache__"))
      .map((path) => [path, read(`${folder}/${path}`)]),
  );

const below = (prefix: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${prefix}${path}`, content]));

const digest = (content: Buffer): string => createHash("sha256").update(content).digest("base64url");

/** A field of pyproject.toml. */
const projectField = (text: string, name: string): string =>
  new RegExp(`^${name} = "([^"]*)"$`, "m").exec(text)?.[1] ?? "";

/**
 * A wheel of the Python package, which is Python alone and needs nothing (PEP 427, the binary distribution format; PEP 566 and
 * 639, its metadata): what `python -m build` makes, without Python.
 */
export const pythonWheel = (): Buffer => {
  const project = read("sdk/python/pyproject.toml").toString();
  const version = projectField(project, "version");
  const info = `lintel-${version}.dist-info/`;
  const metadata = [
    "Metadata-Version: 2.4",
    "Name: lintel",
    `Version: ${version}`,
    `Summary: ${projectField(project, "description")}`,
    "License-Expression: Apache-2.0",
    ...wheelLinks(projectLinks()),
    `Requires-Python: ${projectField(project, "requires-python")}`,
    "Description-Content-Type: text/markdown",
    "License-File: LICENSE",
    "",
    read("sdk/python/README.md").toString(),
  ].join("\n");
  const wheel = "Wheel-Version: 1.0\nGenerator: lintel\nRoot-Is-Purelib: true\nTag: py3-none-any\n";
  const files: Files = {
    ...filesOf("sdk/python/src", ["lintel/*.py", "lintel/py.typed"]),
    [`${info}METADATA`]: Buffer.from(metadata),
    [`${info}WHEEL`]: Buffer.from(wheel),
    [`${info}top_level.txt`]: Buffer.from("lintel\n"),
    [`${info}licenses/LICENSE`]: read("sdk/python/LICENSE"),
  };
  const rows = Object.entries(files).map(
    ([path, content]) => `${path},sha256=${digest(content)},${content.length}`,
  );
  const record = `${[...rows, `${info}RECORD,,`].join("\n")}\n`;
  return zip({ ...files, [`${info}RECORD`]: Buffer.from(record) });
};

/**
 * The PHP package. Its composer.json has the version, by which Composer takes the unpacked folder as a repository of the type
 * `path` without `@dev` (https://getcomposer.org/doc/05-repositories.md#path).
 */
export const phpZip = (version: string): Buffer => {
  const files = filesOf("sdk/php", ["src/**/*.php", "autoload.php", "composer.json", "*.md", "LICENSE"]);
  const own = JSON.parse(files["composer.json"]?.toString() ?? "");
  const manifest = { ...own, ...composerLinks(projectLinks()), version };
  return zip({ ...files, "composer.json": Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) });
};

/** The module's path, from its go.mod. */
export const goModule = (): string => /^module (\S+)$/m.exec(read("sdk/go/go.mod").toString())?.[1] ?? "";

/**
 * The Go module as a module proxy has it (https://go.dev/ref/mod#goproxy-protocol): the folder is `GOPROXY`. Its path has small
 * letters alone, so nothing in it is escaped.
 */
export const goProxy = (version: string): Files => {
  const tag = `v${version}`;
  const sources = filesOf("sdk/go", ["*.go", "internal/**/*.go", "go.mod", "*.md", "LICENSE"]);
  const module = Object.fromEntries(Object.entries(sources).filter(([path]) => !path.endsWith("_test.go")));
  const info = Buffer.from(JSON.stringify({ Version: tag }));
  return below(`go/${goModule()}/`, {
    "@v/list": Buffer.from(`${tag}\n`),
    [`@v/${tag}.info`]: info,
    [`@v/${tag}.mod`]: read("sdk/go/go.mod"),
    [`@v/${tag}.zip`]: zip(below(`${goModule()}@${tag}/`, module)),
    "@latest": info,
  });
};

/**
 * The files of the list, against those that were written.
 * @throws Foreseen naming what is missing and what nobody knows
 */
export const requireListed = (written: readonly string[], version: string): void => {
  const listed = Object.keys(PACKAGE_FILES).map((name) => packageFile(name as PackageFile, version));
  const missing = listed.filter((file) => !written.includes(file));
  const unknown = written.filter((file) => !listed.includes(file));
  if (missing.length + unknown.length > 0)
    throw new Foreseen(
      `PACKAGE_FILES and what was packed come apart: missing ${missing.join(", ") || "nothing"}, unknown ${unknown.join(", ") || "nothing"}`,
    );
};

/**
 * Writes all packages, with their SHA-256, as `sha256sum -c` reads them.
 * @param place is emptied first; public/sdk by default, from where the service hands them out
 */
export const writePackages = (place: typeof PACKAGES | ".local/sdk" = PACKAGES): void => {
  const folder = join(ROOT, place);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const version = versionNow();
  const npm = packSdk(folder).map(({ file }) => basename(file));
  const archives: Files = {
    [packageFile("python", version)]: pythonWheel(),
    [packageFile("php", version)]: phpZip(version),
    [packageFile("wordpress", version)]: wordpressZip(),
  };
  requireListed([...npm, ...Object.keys(archives)], version);
  for (const [path, content] of Object.entries({ ...archives, ...goProxy(version) })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const sums = globSync("*.{tgz,whl,zip}", { cwd: folder })
    .toSorted()
    .map(
      (path) =>
        `${createHash("sha256")
          .update(readFileSync(join(folder, path)))
          .digest("hex")}  ${path}\n`,
    );
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
};
