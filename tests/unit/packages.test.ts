import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installsFrom } from "#console/quickstart/samples.ts";
import { SOFTWARE_VERSION } from "#core/practice/version.ts";
import { goProxy, PACKAGE_FILES, type PackageFile, packageFile } from "../../scripts/lib/packages.ts";
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
