import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { installsFrom } from "#console/quickstart/samples.ts";
import { SOFTWARE_VERSION } from "#core/practice/version.ts";
import {
  goModule,
  goProxy,
  PACKAGE_FILES,
  type PackageFile,
  packageFile,
  REGISTRIES,
  requireListed,
} from "../../scripts/lib/packages.ts";
import { composerLinks, npmLinks, projectLinks, wheelLinks } from "../../scripts/lib/project-links.ts";
import { ROOT } from "../../scripts/lib/run.ts";

// One list of packages: what the build writes, what the guides print and what the console prints.

const NAMES = Object.keys(PACKAGE_FILES).filter((name): name is PackageFile => name in PACKAGE_FILES);
const files = NAMES.map((name) => packageFile(name, SOFTWARE_VERSION));
const goPaths = Object.keys(goProxy(SOFTWARE_VERSION));

const addressesIn = (text: string): string[] =>
  [...text.matchAll(/\/sdk\/([\w.-]+\.(?:tgz|whl|zip))/g)].map(([, file = ""]) => file);

test("the page on packages names each file, in the version that runs, and no other", () => {
  const page = readFileSync(join(ROOT, "docs/packages.md"), "utf8");
  expect([...new Set(addressesIn(page))].toSorted()).toEqual(files.toSorted());
  expect(page).toContain(`lintel-go@v${SOFTWARE_VERSION}`);
});

test("the console's quick start prints addresses that the service has", () => {
  const printed = installsFrom("https://age.example.com", SOFTWARE_VERSION);
  const named = printed.flatMap(({ code }) => addressesIn(code));
  expect(named).toHaveLength(4);
  for (const file of named) expect(files).toContain(file);
  const go = printed.find(({ id }) => id === "go")?.code ?? "";
  const [, module, version] = /go get (\S+)@(\S+)/.exec(go) ?? [];
  expect(goPaths).toContain(`go/${module}/@v/${version}.zip`);
  expect(go).toContain("GOPROXY=https://age.example.com/sdk/go,");
});

test("a package that is not packed, or that nobody lists, stops the build by name", () => {
  expect(() => requireListed(files, SOFTWARE_VERSION)).not.toThrow();
  expect(() => requireListed(files.slice(1), SOFTWARE_VERSION)).toThrow(`missing ${files[0]}`);
  // As many as before, so that counting them would find nothing.
  const renamed = [...files.slice(1), "lintel-worker-1.0.0.tgz"];
  expect(() => requireListed(renamed, SOFTWARE_VERSION)).toThrow("unknown lintel-worker-1.0.0.tgz");
});

type Published = { package: string; name: string; file: string };
type Job = { if?: string; needs?: string | string[]; strategy?: { matrix: { include: Published[] } } };
const workflow = readFileSync(join(ROOT, ".github/workflows/publish.yml"), "utf8");
const jobs: Record<string, Job> = parse(workflow).jobs;
const published = Object.values(jobs).flatMap(({ strategy }) => strategy?.matrix.include ?? []);

test("what is published is what is served, under the names of the list", () => {
  const listed = Object.entries(REGISTRIES).flatMap(([name, at]) => (at ? [[name, at.name]] : []));
  expect(published.map((one) => [one.package, one.name]).toSorted()).toEqual(listed.toSorted());
  for (const { package: name, file } of published)
    expect(file.replaceAll("@version", SOFTWARE_VERSION), name).toBe(
      name === "go"
        ? goPaths.find((path) => path.endsWith(".zip"))
        : packageFile(name as PackageFile, SOFTWARE_VERSION),
    );
  for (const [path, name] of [
    ["sdk/typescript/package.json", REGISTRIES.typescript.name],
    ["sdk/cli/package.json", REGISTRIES.cli.name],
    ["sdk/php/composer.json", REGISTRIES.php.name],
  ] as const)
    expect(JSON.parse(readFileSync(join(ROOT, path), "utf8")).name).toBe(name);
  expect(readFileSync(join(ROOT, "sdk/python/pyproject.toml"), "utf8")).toContain(
    `name = "${REGISTRIES.python.name}"`,
  );
  expect(goModule()).toBe(REGISTRIES.go.name);
});

test("nothing is published before somebody says that the names are owned, and each is installed afterwards", () => {
  expect(jobs.pack?.if).toBe("vars.PUBLISH_PACKAGES == 'true'");
  for (const [name, job] of Object.entries(jobs))
    if (name !== "pack") expect([job.needs].flat(), name).toContain("pack"); // a job is skipped with what it needs
  const installs = workflow.slice(workflow.indexOf("\n  install:"));
  for (const { name } of published) expect(installs).toContain(name);
});

test("one line of the root's package.json says to each registry where the project is", () => {
  expect(projectLinks("{}")).toBeNull();
  const links = projectLinks('{"repository":"https://github.com/someone/age"}');
  expect(npmLinks(links, "sdk/cli")).toMatchObject({
    repository: { type: "git", url: "git+https://github.com/someone/age.git", directory: "sdk/cli" },
    bugs: { url: "https://github.com/someone/age/issues" },
  });
  expect(wheelLinks(links)).toContain("Project-URL: Source, https://github.com/someone/age");
  expect(composerLinks(links)).toMatchObject({ support: { source: "https://github.com/someone/age" } });
  expect([npmLinks(null, ""), wheelLinks(null), composerLinks(null)]).toEqual([{}, [], {}]);
  for (const wrong of ["someone/age", "https://github.com/someone/age.git", "http://github.com/a/b"])
    expect(() => projectLinks(JSON.stringify({ repository: wrong }))).toThrow("expected https://github.com");
});
