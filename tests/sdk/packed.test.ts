import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { ROOT } from "../../scripts/lib/run.ts";
import { runtimeBinary } from "./support/installed.ts";

const isMissing = inject("noRuntimes") !== "";

let folder: string;
const packed = inject("packedSdk");
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lintel-caller-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a program prints. @throws Error with what it prints, if it fails */
const run = (program: string, ...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" },
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
};

describe("what `npm pack` makes", () => {
  test("holds what runs, its types, their sources, its README, its changes and its licence", () => {
    const files = run("tar", "-tzf", packed)
      .trim()
      .split("\n")
      .map((name) => name.replace("package/", ""));
    expect(files.filter((name) => !/^(?:dist|src)\//.test(name)).toSorted()).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "package.json",
    ]);
    // Editors go from a declaration to its source.
    const maps = files.filter((name) => name.endsWith(".d.ts.map"));
    expect(maps.length).toBeGreaterThan(5);
    for (const map of maps) {
      const { sources } = JSON.parse(run("tar", "-xzOf", packed, `package/${map}`));
      for (const source of sources) expect(files).toContain(join("dist", source));
    }
  });

  test("installs in an empty folder without a network, and runs from modules and from CommonJS", () => {
    writeFileSync(join(folder, "package.json"), '{ "private": true }');
    run("npm", "install", "--offline", "--no-audit", "--no-fund", packed);
    const use =
      'console.log(typeof sdk.Lintel, typeof hooks.verify, sdk.VERSION, new sdk.Lintel({ baseUrl: "http://localhost:1" }) instanceof sdk.Lintel)';
    writeFileSync(
      join(folder, "a.mjs"),
      `import * as sdk from "@lintel/sdk"; import * as hooks from "@lintel/sdk/webhooks"; ${use}`,
    );
    writeFileSync(
      join(folder, "b.cjs"),
      `const sdk = require("@lintel/sdk"); const hooks = require("@lintel/sdk/webhooks"); ${use}`,
    );
    const { version } = JSON.parse(run("tar", "-xzOf", packed, "package/package.json"));
    for (const file of ["a.mjs", "b.cjs"])
      expect(run(process.execPath, file).trim()).toBe(`function function ${version} true`);
  });

  test("compiles for a caller with strict settings, without help from other types", () => {
    writeFileSync(
      join(folder, "caller.ts"),
      `import { Lintel, RateLimitError, type VerifyStartBody, type WebhookEvent, webhooks } from "@lintel/sdk";
import { verifyWebhook } from "@lintel/sdk/webhooks";
const lintel = new Lintel({ apiKey: "avk_test_x", baseUrl: "https://age.example", timeout: 5_000 });
const fields: VerifyStartBody = { minimumAge: 18, metadata: { order: "A-1" }, locale: undefined };
export const address: Promise<string> = lintel.start(fields, { idempotencyKey: "A-1" }).then(({ redirectUrl }) => redirectUrl);
// @ts-expect-error a misspelt field
lintel.start({ minimumage: 18 });
// @ts-expect-error offline needs an audience
lintel.validate("eyJ", { offline: true });
export const nameOf = (event: WebhookEvent): string => {
  if (event.event === "verification.completed") return event.verification.status;
  return event.event === "verification.failed" ? event.error.code : event.request_id;
};
export const isBusy = (error: unknown): boolean => error instanceof RateLimitError && (error.retryAfterSeconds ?? 0) > 0;
export const check = verifyWebhook(new Uint8Array(), null, "whsec_x");
export const POST: (request: Request) => Promise<Response> = webhooks.receiver((event) => nameOf(event));
`,
    );
    const settings = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: [],
      lib: ["es2022", "dom"],
    };
    writeFileSync(join(folder, "caller.cts"), readFileSync(join(folder, "caller.ts")));
    const settingsOf = {
      nodenext: { module: "nodenext" },
      node16: { module: "node16" },
      bundler: { module: "preserve", moduleResolution: "bundler" },
      commonjs: { module: "commonjs", moduleResolution: "node10", ignoreDeprecations: "6.0" },
    };
    const files = ["caller.ts", "caller.cts"];
    for (const [name, resolution] of Object.entries(settingsOf)) {
      const compilerOptions = { ...settings, ...resolution, target: "es2022" };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
      const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
      expect(run(process.execPath, tsc, "--pretty", "false"), name).toBe("");
    }
  }, 240_000);

  test.skipIf(isMissing)("runs in Jest, which loads CommonJS", () => {
    writeFileSync(
      join(folder, "caller.test.js"),
      `const { Lintel, LintelError, webhooks } = require("@lintel/sdk");
const { verify, WebhookVerificationError } = require("@lintel/sdk/webhooks");
test("both entrances are one package", async () => {
  expect(() => new Lintel({ baseUrl: "nowhere" })).toThrow(LintelError);
  expect(webhooks.verify).toBe(verify);
  await expect(verify("{}", "t=1", "whsec_x")).rejects.toThrow(WebhookVerificationError);
});
`,
    );
    // It says all of that on stderr, and ends with 1 where a test fails.
    expect(run(runtimeBinary("jest"), "--ci", "--rootDir", folder)).toBe("");
  });

  test.skipIf(isMissing)("publint and attw find nothing", () => {
    expect(run(runtimeBinary("publint"), "--strict", "--pack=false", join(ROOT, "sdk/typescript"))).toMatch(
      /All good/,
    );
    // It ends with 1 where it finds something.
    expect(run(runtimeBinary("attw"), "--no-emoji", packed)).toContain("OK (CJS)");
  });
});
