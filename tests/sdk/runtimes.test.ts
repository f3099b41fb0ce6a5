import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { ROOT } from "../../scripts/lib/run.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { eventually } from "../support/world/eventually.ts";
import { readCases, startStandIn } from "./support/cases.ts";
import { projectWithSdk, runtimeBinary } from "./support/installed.ts";

const isMissing = inject("noRuntimes") !== "";

const run = promisify(execFile);
const SUPPORT = join(ROOT, "tests/sdk/support");
const cases = [...readCases().values()].flat().filter(({ server }) => server !== "live");

let project: ReturnType<typeof projectWithSdk>;
let standIn: Awaited<ReturnType<typeof startStandIn>>;

beforeAll(async () => {
  if (isMissing) return;
  project = projectWithSdk();
  standIn = await startStandIn();
  cpSync(join(SUPPORT, "runtimes"), project.folder, { recursive: true });
  for (const name of ["compare", "run-handler", "run-case"]) {
    const { outputText } = ts.transpileModule(readFileSync(join(SUPPORT, `${name}.ts`), "utf8"), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    writeFileSync(
      join(project.folder, `${name}.mjs`),
      outputText.replaceAll(/(from "\.\/[\w-]+)\.ts"/g, '$1.mjs"'),
    );
  }
  writeFileSync(join(project.folder, "cases.json"), JSON.stringify(cases));
  writeFileSync(join(project.folder, "package.json"), '{ "type": "module" }');
});
afterAll(async () => {
  await standIn?.[Symbol.asyncDispose]();
  project?.[Symbol.dispose]();
});

/** What main.mjs prints, without the cases that passed. */
const play = async (program: string, args: readonly string[]): Promise<string[]> => {
  const { stdout } = await run(program, [...args, "main.mjs", standIn.url], {
    cwd: project.folder,
    // Nothing of LINTEL_…, and nowhere to keep anything but here.
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      HOME: project.folder,
      DENO_DIR: project.folder,
      NO_COLOR: "1",
    },
  }).catch((error: { stdout?: string; message: string }) => ({ stdout: error.stdout || error.message }));
  return stdout
    .trim()
    .split("\n")
    .filter((line) => !line.startsWith("ok "));
};

describe.skipIf(isMissing)("the table, with the package as it is published", () => {
  test.each([
    ["Node", process.execPath, []],
    ["Bun", runtimeBinary("bun"), []],
    [
      "Deno",
      runtimeBinary("deno"),
      ["run", "--allow-net", "--allow-env", "--no-lock", "--node-modules-dir=manual"],
    ],
    [
      "Deno without leave to read the environment",
      runtimeBinary("deno"),
      ["run", "--allow-net", "--no-prompt", "--no-lock", "--node-modules-dir=manual"],
    ],
  ])("%s", async (_name, program, args) => {
    expect(await play(program, args)).toEqual([
      expect.stringContaining(`"passed":${cases.length},"failed":0,"skipped":0`),
    ]);
  });

  test("workerd", async () => {
    const port = await anyPort();
    const config = join(project.folder, "config.capnp");
    writeFileSync(config, configOf(port));
    const child = spawn(runtimeBinary("workerd"), ["serve", config], { stdio: ["ignore", "pipe", "pipe"] });
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => said.push(String(text)));
    try {
      const ask = async (one: unknown): Promise<unknown> => {
        const response = await fetch(`http://127.0.0.1:${port}/`, {
          method: "POST",
          body: JSON.stringify({ one, standIn: standIn.url }),
        });
        return response.ok ? (await response.json()).fault : `${response.status}: ${said.join("")}`;
      };
      await eventually(() => ask(cases[0]).catch(() => said.join("") || "not yet")).toBeNull();
      const faults: string[] = [];
      for (const one of cases) {
        const fault = await ask(one);
        if (fault !== null) faults.push(`${one.id}: ${fault}`);
      }
      expect(faults).toEqual([]);
    } finally {
      child.kill();
      await once(child, "exit");
    }
  });
});

/** Relative imports of `@lintel/sdk` lead to `@lintel/….js`: workerd knows modules by name alone. */
const configOf = (port: number): string => {
  const dist = "node_modules/@lintel/sdk/dist";
  const modules = readdirSync(join(project.folder, dist))
    .filter((name) => name.endsWith(".js"))
    .map((name) => [name === "index.js" ? "@lintel/sdk" : `@lintel/${name}`, `${dist}/${name}`]);
  const all = [
    ["worker.mjs", "worker.mjs"],
    ...["compare.mjs", "run-handler.mjs", "run-case.mjs"].map((name) => [name, name]),
    ...modules,
  ];
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["local", "private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [${all.map(([name, path]) => `(name = "${name}", esModule = embed "${path}")`).join(", ")}],
  compatibilityDate = "2026-01-01",
);
`;
};
