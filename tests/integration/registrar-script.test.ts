import { execFile } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { processEnv } from "../support/webhooks/worker-process.ts";
import { createDatabase, type TestDatabase } from "../support/world/database.ts";
import { createService, sharedEnv, type TestService } from "../support/world/service.ts";

const SCRIPT = fileURLToPath(new URL("../../scripts/registrar.ts", import.meta.url));

// Each command is a process of its own, and a busy machine needs seconds to start one.
const timeout = 240_000;

const folder = mkdtempSync(join(tmpdir(), "lintel-registrar-"));
const file = (name: string) => join(folder, name);
const DISPLAY = {
  display_name: "Age Checks Ltd",
  logo_uri: "https://operator.example/logo.png",
  privacy_policy_uri: "https://operator.example/privacy",
};

let database: TestDatabase;
let settings: Record<string, string>;
let service: TestService;
beforeAll(async () => {
  database = await createDatabase();
  settings = {
    ...sharedEnv(database.url),
    WALLET_REGISTRAR_KEY_FILE: file("ca-key.pem"),
    WALLET_REGISTRAR_CERTIFICATE_FILE: file("ca.pem"),
    WALLET_REGISTRAR_DISPLAY: JSON.stringify(DISPLAY),
  };
  service = await createService({ database, env: settings });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const run = async (args: string[], more: Record<string, string> = {}) => {
  const env = processEnv({ ...settings, ...more });
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, ...args], { env });
    return { code: 0, said: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, said: stderr };
  }
};
const registrar = (...args: string[]) => run(args);

const SHOP = [
  ...["--name", "Corner Shop", "--logo", "https://shop.example/logo.png"],
  ...["--privacy", "https://shop.example/privacy"],
];

test("npm run registrar makes a CA, issues, announces, renews, lists and withdraws", {
  timeout,
}, async () => {
  const { id } = await service.tenant();
  expect(await registrar("issue", id, ...SHOP)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^WALLET_REGISTRAR_KEY_FILE: .*cannot be read/),
  });
  expect((await registrar("init")).said).toContain("Keep a copy of the key");
  expect(statSync(file("ca-key.pem")).mode & 0o777).toBe(0o600);
  const key = readFileSync(file("ca-key.pem"), "utf8");
  // A second one would leave every tenant's certificate below a root that Google does not know.
  expect(await registrar("init")).toMatchObject({ code: 1, said: expect.stringContaining("there already") });
  expect(readFileSync(file("ca-key.pem"), "utf8")).toBe(key);
  const root = await registrar("root");
  expect(new X509Certificate(root.said).subject).toContain("O=Age Checks Ltd");

  const issued = await registrar("issue", id, ...SHOP);
  expect(issued).toMatchObject({ code: 0, said: expect.stringContaining("Corner Shop  not announced") });
  expect((await registrar("announce", id)).said).toContain("Corner Shop  announced");
  expect((await registrar("renew", id, "--name", "Corner Shop & Sons")).said).toContain("not announced");

  const csv = (await registrar("list")).said.trimEnd().split("\r\n");
  expect(csv[0]).toBe(
    "tenant,tenantName,subject,sha256Fingerprint,validFrom,validUntil,displayName,logoUri,privacyPolicyUri,announcedAt",
  );
  expect(csv).toHaveLength(3);
  const listed: Record<string, string | null>[] = JSON.parse((await registrar("list", "--json")).said);
  expect(listed).toMatchObject([
    { tenant: id, displayName: "Corner Shop", subject: `CN=Corner Shop, serialNumber=${id.slice(4)}` },
    { tenant: id, displayName: "Corner Shop & Sons", announcedAt: null },
  ]);
  expect(listed[0]?.announcedAt).not.toBeNull();
  expect((await registrar("withdraw", id)).said).toContain("Tell Google");
  expect(JSON.parse((await registrar("list", "--json")).said)).toEqual([]);
  expect(JSON.stringify([issued, csv, listed])).not.toContain("PRIVATE");
});

test("what it cannot do it says in a line, without what the files hold", { timeout }, async () => {
  const { id } = await service.tenant();
  expect(await registrar()).toMatchObject({
    code: 1,
    said: expect.stringContaining("npm run registrar -- init"),
  });
  expect(await registrar("issue")).toMatchObject({ code: 1 });
  expect((await registrar("announce", id)).said).toMatch(/^No certificate of the tenant waits/);
  expect((await registrar("announce", "ten_nobody")).said).toMatch(/There is no such tenant/);
  writeFileSync(file("text"), "hunter2hunter2");
  const wrong = await run(["issue", id, ...SHOP], { WALLET_REGISTRAR_KEY_FILE: file("text") });
  expect(wrong).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^WALLET_REGISTRAR_KEY_FILE: the key is not/),
  });
  expect(wrong.said).not.toContain("hunter2");
  // Neither half of a CA is left behind: the next try would stop at it.
  const halves = {
    WALLET_REGISTRAR_KEY_FILE: file("half.key"),
    WALLET_REGISTRAR_CERTIFICATE_FILE: file("none/half.pem"),
  };
  expect((await run(["init"], halves)).said).toMatch(
    /^WALLET_REGISTRAR_CERTIFICATE_FILE: the file cannot be written/,
  );
  expect(existsSync(file("half.key"))).toBe(false);
  const there = { ...halves, WALLET_REGISTRAR_CERTIFICATE_FILE: file("text") };
  expect((await run(["init"], there)).said).toMatch(
    /^WALLET_REGISTRAR_CERTIFICATE_FILE: the file is there already/,
  );
  expect(existsSync(file("half.key"))).toBe(false);
  const display = JSON.stringify({ ...DISPLAY, logo_uri: "http://operator.example/" });
  const unshown = await run(["init"], { WALLET_REGISTRAR_DISPLAY: display });
  expect(unshown.said).toMatch(
    /^WALLET_REGISTRAR_DISPLAY: logoUri: expected an address that begins with https/,
  );
  const stranger = await run(["list"], { SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") });
  expect(stranger).toMatchObject({ code: 1, said: expect.stringContaining("SECRETS_KEY") });
});
