import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/lib/run.ts";
import {
  createGoBuilds,
  lacksGo,
  lacksPhp,
  lacksPython,
  PYTHON_ENV,
  php,
  python,
  pythonWith,
  run,
} from "./support/languages.ts";

// What others install, and the names that they call. A change of api.txt is a change for integrators: it belongs in CHANGELOG.md.

const builds = createGoBuilds();
const folder = mkdtempSync(join(tmpdir(), "lintel-packages-"));
afterAll(() => {
  builds.remove();
  rmSync(folder, { recursive: true, force: true });
});

const reported = (language: string): string => readFileSync(join(ROOT, "sdk", language, "api.txt"), "utf8");
const noPython = lacksPython();
const noPhp = lacksPhp();
const noGo = lacksGo();
// go doc lays out text anew in some releases.
const otherGo =
  noGo ?? (builds.go("version").includes("go1.19") ? null : "go: api.txt was written by go 1.19");

describe("public names are those of api.txt", () => {
  test.skipIf(noPython !== null)(noPython ?? "Python", async () => {
    const { stdout } = await run(python("tests/api.py"), PYTHON_ENV);
    expect(stdout, "python3 sdk/python/tests/api.py > sdk/python/api.txt").toBe(reported("python"));
  });

  test.skipIf(noPhp !== null)(noPhp ?? "PHP", async () => {
    const { stdout } = await run(php("tests/api.php"));
    expect(stdout, "php sdk/php/tests/api.php > sdk/php/api.txt").toBe(reported("php"));
  });

  test.skipIf(otherGo !== null)(otherGo ?? "Go", () => {
    expect(builds.go("doc", "-all", "."), "cd sdk/go && go doc -all . > api.txt").toBe(reported("go"));
  });
});

const noTypes = lacksPython("mypy");
test.skipIf(noTypes !== null)(
  noTypes ?? "mypy finds nothing in the Python package, in strict mode",
  async () => {
    const cache = join(folder, "mypy");
    const config = join(ROOT, "sdk/python/pyproject.toml");
    const sources = join(ROOT, "sdk/python/src/lintel");
    const args = ["-m", "mypy", "--config-file", config, "--cache-dir", cache, sources];
    const { stdout, code } = await run(pythonWith(...args));
    expect(stdout).toContain("no issues found");
    expect(code).toBe(0);
  },
  180_000,
);

test.skipIf(noTypes !== null)(
  noTypes ?? "mypy narrows an event by its name, and finds a misspelt one, in strict mode",
  async () => {
    const program = join(folder, "shop.py");
    writeFileSync(
      program,
      `from lintel import Lintel, webhooks

event = webhooks.verify(b"", None)
if event["event"] == "verification.completed" and event["verification"]["status"] == "verified":
    print(event["metadata"]["order"], event["verification"].get("verified_age"))
elif event["event"] == "verification.failed":
    print(event["error"]["code"])
elif event["event"] == "endpoint.failing":
    print(event["endpoint"]["failing_since"])
Lintel().status("ver_1", expand=["config", "attempts"])
event["error"]  # wrong: not every event has one
Lintel().status("ver_1", expand=["confg"])  # wrong
`,
    );
    const args = ["-m", "mypy", "--strict", "--cache-dir", join(folder, "mypy-shop"), program];
    const { stdout } = await run(pythonWith(...args), { MYPYPATH: join(ROOT, "sdk/python/src") });
    const found = [...stdout.matchAll(/shop\.py:(\d+): error/g)].map(([, line]) => line);
    expect([...new Set(found)], stdout).toEqual(["11", "12"]);
  },
  180_000,
);

const noWheel = lacksPython("build", "setuptools", "wheel");
test.skipIf(noWheel !== null)(
  noWheel ?? "a wheel is built, and is all that a program needs",
  async () => {
    const copy = join(folder, "python");
    cpSync(join(ROOT, "sdk/python"), copy, {
      recursive: true,
      filter: (path) => !/\/(build|dist)$/.test(path),
    });
    const built = await run(pythonWith("-m", "build", "--wheel", "--no-isolation", "--outdir", folder, copy));
    expect(built.stderr).not.toContain("error");
    const version = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version;
    const wheel = join(folder, `lintel-${version}-py3-none-any.whl`);
    const listed = await run(pythonWith("-m", "zipfile", "--list", wheel));
    expect(listed.stdout).toContain("LICENSE");
    // A wheel is an archive that Python imports from.
    const program =
      "import lintel; from importlib.resources import files; print(lintel.__version__, files(lintel).joinpath('py.typed').is_file())";
    const { stdout } = await run(pythonWith("-c", program), { PYTHONPATH: wheel });
    expect(stdout.trim()).toBe(`${version} True`);
  },
  180_000,
);

test("composer.json names what the package is and needs", () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, "sdk/php/composer.json"), "utf8"));
  expect(manifest).toMatchObject({
    name: "lintel/lintel",
    require: { php: ">=8.2", "ext-openssl": "*" },
    autoload: { "psr-4": { "Lintel\\": "src/" }, files: ["src/errors.php"] },
  });
});

// A folder of sdk/ is published without the rest of the repository; of these two, the README alone is shown.
const SHOWN_ALONE = ["typescript", "python"];

test.each(["typescript", "python", "php", "go"])(
  "sdk/%s can stand alone: licence, changes, links",
  (language) => {
    const home = join(ROOT, "sdk", language);
    // npm's copy is made when it is packed.
    if (language !== "typescript")
      expect(readFileSync(join(home, "LICENSE"), "utf8")).toBe(readFileSync(join(ROOT, "LICENSE"), "utf8"));
    expect(readFileSync(join(home, "CHANGELOG.md"), "utf8")).toMatch(/^# Changes of .*\n\n(?:.*\n)*\n## /);
    const links = [...readFileSync(join(home, "README.md"), "utf8").matchAll(/\]\(([^)#]+)/g)].map(
      ([, to = ""]) => to,
    );
    const local = links.filter((to) => !/^https?:/.test(to));
    expect(local.filter((to) => SHOWN_ALONE.includes(language) || to.startsWith(".."))).toEqual([]);
  },
);
