import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "#docs-page/reference.ts";
import { LANGUAGES, type LanguageId } from "#docs-page/samples/languages.ts";
import { signatureHeaders } from "#platform/webhooks/signature.ts";
import { ROOT } from "../../scripts/lib/run.ts";
import { SAMPLES_FOLDER, sampleNames } from "../../scripts/lib/samples.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { isShort } from "../long.ts";
import { patchTenant, secretOf } from "../support/http/actions.ts";
import { goBack, play } from "../support/http/hosted.ts";
import { type Served, serveBuild } from "../support/http/served.ts";
import type { TestTenant } from "../support/world/service.ts";

// The samples of /docs are programs: each runs here as it is, in a process of its own, against the served build.

const run = promisify(execFile);
const sdk = (path: string): string => join(ROOT, "sdk", path);

/** Before the program: how `@lintel/sdk` is found, as it would be after `npm install`. */
const RESOLVE_SDK = `data:text/javascript,${encodeURIComponent(`import { registerHooks } from "node:module";
  const files = { "@lintel/sdk": "index.ts", "@lintel/sdk/webhooks": "webhooks.ts" };
  registerHooks({ resolve: (name, context, next) =>
    name in files ? { url: ${JSON.stringify(`file://${sdk("typescript/src/")}`)} + files[name], shortCircuit: true } : next(name, context) });`)}`;

type Runner = {
  program: string;
  args: (file: string) => string[];
  env?: Record<string, string>;
  needs?: string;
};

const RUNNERS: Record<LanguageId, Runner> = {
  curl: { program: "sh", args: (file) => [file] },
  typescript: {
    program: process.execPath,
    args: (file) => ["--import", RESOLVE_SDK, file],
    needs: sdk("typescript/src/index.ts"),
  },
  python: {
    program: "python3",
    args: (file) => ["-B", file],
    env: { PYTHONPATH: sdk("python/src") },
    needs: sdk("python/src/lintel/__init__.py"),
  },
  php: {
    program: "php",
    args: (file) => [file],
    env: { LINTEL_PHP_AUTOLOAD: sdk("php/autoload.php") },
    needs: sdk("php/autoload.php"),
  },
  go: { program: "go", args: () => ["run", "."], needs: sdk("go/go.mod") },
};

const isOnPath = (program: string): boolean =>
  program.includes("/") ||
  (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));

/** Why a language cannot be run here; null if it can. */
const missing = (language: LanguageId): string | null => {
  const { program, needs } = RUNNERS[language];
  if (!isOnPath(program)) return `${program} is not on this machine`;
  if (needs !== undefined && !existsSync(needs)) return `${needs.slice(ROOT.length)} does not exist`;
  return null;
};

let served: Served;
let tenant: TestTenant;
let folder: string;
let baseUrl: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lintel-samples-"));
  const port = await anyPort();
  baseUrl = `http://127.0.0.1:${port}`;
  served = await serveBuild({ PORT: String(port), PUBLIC_URL: baseUrl });
  tenant = await served.service.tenant();
  await patchTenant(served.service.call, tenant.id, {
    returnWith: "code",
    overrides: { rateLimitPerMinute: 10_000 },
  });
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** What a program prints. @throws with what it wrote to stderr, if it fails */
const print = async (language: LanguageId, name: string, input: Record<string, string>): Promise<string> => {
  const { program, args, env = {} } = RUNNERS[language];
  const file = join(SAMPLES_FOLDER, `${name}.${LANGUAGES.find(({ id }) => id === language)?.file}`);
  const place = await mkdtemp(join(folder, `${language}-`));
  if (language === "go") {
    await mkdir(place, { recursive: true });
    await copyFile(file, join(place, "main.go"));
    const mod = `module sample\n\ngo 1.19\n\nrequire github.com/lintel/lintel-go v0.0.0\n\nreplace github.com/lintel/lintel-go => ${sdk("go")}\n`;
    await writeFile(join(place, "go.mod"), mod);
  }
  const { stdout } = await run(program, args(file), {
    cwd: place,
    env: {
      NODE_ENV: "test",
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LINTEL_URL: baseUrl,
      LINTEL_API_KEY: tenant.testKey,
      GOPROXY: "off",
      GOFLAGS: "-mod=mod",
      ...env,
      ...input,
    },
  });
  return stdout.trim();
};

const started = async (): Promise<{ verificationId: string; secret: string }> => {
  const { body } = await served.service.call("POST", "/verify/start", {
    key: tenant.testKey,
    body: { callback_url: "https://shop.example/back" },
  });
  return {
    verificationId: String(body.verificationId),
    secret: secretOf({ redirectUrl: String(body.redirectUrl) }),
  };
};

const ended = async (outcome = "approve"): Promise<{ verificationId: string; code: string }> => {
  const { verificationId, secret } = await started();
  const { deps } = served.service;
  expect((await play(deps, secret, outcome)).status).toBe(200);
  return { verificationId, code: (await goBack(deps, secret)).searchParams.get("code") ?? "" };
};

const token = async (): Promise<string> => {
  const { verificationId, code } = await ended();
  const { body } = await served.service.call("POST", "/tokens/exchange", {
    key: tenant.testKey,
    body: { verificationId, code },
  });
  return String(body.token);
};

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const signed = (body: string): Record<string, string> => {
  const timestampSeconds = Math.floor(Date.now() / 1000);
  const headers = signatureHeaders({ id: "evt_1", timestampSeconds, body, secrets: [SECRET] });
  return { HEADERS: JSON.stringify(headers), SIGNATURE: headers["X-Service-Signature"] };
};
const EVENT =
  '{"event":"verification.completed","request_id":"req_1","timestamp":"2026-01-01T00:00:00.000Z","metadata":{}}';

type Trial = () => Promise<{ input?: Record<string, string>; prints: RegExp; curl?: RegExp }>;
const verificationId = async (): Promise<Record<string, string>> => ({
  VERIFICATION_ID: (await started()).verificationId,
});

/** What each sample gets, and what it must print; curl prints the service's answer. */
const TRIALS: Record<string, Trial> = {
  start: async () => ({ prints: /^ver_\w+ http:\/\/127\.0\.0\.1:\d+\/v\/vs_/, curl: /"sessionUrl":"http/ }),
  status: async () => ({
    input: { VERIFICATION_ID: (await ended()).verificationId },
    prints: /^completed true$/i,
    curl: /"verified":true/,
  }),
  wait: async () => ({
    input: { VERIFICATION_ID: (await ended("under_age")).verificationId },
    prints: /^completed false$/i,
    curl: /"verified":false/,
  }),
  complete: async () => ({ input: await verificationId(), prints: /^completed true$/i, curl: /"token":"ey/ }),
  submit: async () => ({
    input: await verificationId(),
    prints: /^completed$/,
    curl: /"status":"completed"/,
  }),
  exchange: async () => {
    const { verificationId: id, code } = await ended();
    return { input: { VERIFICATION_ID: id, CODE: code }, prints: /^true true$/i, curl: /"over18":true/ };
  },
  validate: async () => ({
    input: { TOKEN: await token() },
    prints: /^true(?: true)?$/i,
    curl: /"valid":true/,
  }),
  "validate-offline": async () => ({
    input: { TOKEN: await token(), TENANT_ID: tenant.id },
    prints: /^true(?: true)?$/i,
    curl: /"kty":"EC"/,
  }),
  webhook: async () => ({
    input: { BODY: EVENT, ...signed(EVENT), LINTEL_WEBHOOK_SECRET: SECRET },
    prints: /^verification\.completed\n204$/,
    curl: /^genuine/,
  }),
  list: async () => ({ input: {}, prints: /^ver_\w+ completed$/m, curl: /"verifications":\[/ }),
  cancel: async () => ({ input: await verificationId(), prints: /^failed CANCELLED$/, curl: /"CANCELLED"/ }),
  simulate: async () => ({
    input: await verificationId(),
    prints: /^completed true$/i,
    curl: /"verified":true/,
  }),
  events: async () => ({
    input: { VERIFICATION_ID: (await ended()).verificationId },
    prints: /^evt_\w+ verification\.completed$/,
    curl: /"events":\[\{"eventId":"evt_/,
  }),
  redact: async () => ({
    input: { VERIFICATION_ID: (await ended()).verificationId },
    prints: /^\d{4}-\d\d-\d\dT[\d:.]+Z true true$/i,
    curl: /"receipt":"ey/,
  }),
  errors: async () => ({
    prints: /^404 VERIFICATION_NOT_FOUND req_\w+$/,
    curl: /VERIFICATION_NOT_FOUND[\s\S]*\n404$/,
  }),
};

/** Its endpoint is in the contracts. */
const isThere = (name: string): boolean =>
  !["list", "events", "cancel", "simulate"].includes(name) ||
  OPERATIONS.some(({ path }) => path === `/verify/${name}`);

test("every sample has a trial, and every trial a sample", () => {
  expect(Object.keys(TRIALS).toSorted()).toEqual(sampleNames());
});

// Of Python, PHP and Go, `npm test` has the SDKs' own tests; the samples in them are part of `npm run test:all`.
const ASKED = LANGUAGES.filter(({ id }) => !isShort || id === "curl" || id === "typescript");

for (const { id, name } of ASKED) {
  const why = missing(id);
  describe.skipIf(why !== null)(why === null ? name : `${name}: ${why}`, () => {
    for (const [sample, trial] of Object.entries(TRIALS)) {
      test.skipIf(!isThere(sample))(`${sample} runs as it is shown`, { timeout: 180_000 }, async () => {
        const { input = {}, prints, curl = prints } = await trial();
        expect(await print(id, sample, input)).toMatch(id === "curl" ? curl : prints);
      });
    }

    test("the receiver refuses another body", { timeout: 180_000 }, async () => {
      const input = { BODY: `${EVENT} `, ...signed(EVENT), LINTEL_WEBHOOK_SECRET: SECRET };
      expect(await print(id, "webhook", input)).toMatch(/^(refused|401 signature_mismatch)$/);
    });

    test("a refused token is printed as a result, not thrown", { timeout: 180_000 }, async () => {
      expect(await print(id, "validate", { TOKEN: "eyJ.x.y" })).toMatch(/TOKEN_INVALID/);
    });
  });
}
