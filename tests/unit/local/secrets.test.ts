import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { calculateJwkThumbprint } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { loadConfig } from "#config/config.ts";
import { ensureSecrets } from "../../../scripts/local/secrets.ts";

const NAMES = ["SECRETS_KEY", "KEY_PEPPER", "ADMIN_KEYS", "TOKEN_SIGNING_KEYS"];
const REST = { DATABASE_URL: "postgresql://localhost/x", PUBLIC_URL: "http://localhost:3000" };

function envFile(content?: string): string {
  const folder = mkdtempSync(join(tmpdir(), "lintel-secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, ".env");
  if (content !== undefined) writeFileSync(file, content, { mode: 0o644 });
  return file;
}

test("a first start makes every secret, readable by the owner alone, and the service accepts them", async () => {
  const file = envFile();
  const { settings, added } = await ensureSecrets(file, {});
  expect(added).toEqual(NAMES);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(() => loadConfig({ ...settings, ...REST })).not.toThrow();
  const { TOKEN_SIGNING_KEYS: keys = "" } = settings;
  const [key] = JSON.parse(keys);
  expect(key).toMatchObject({
    kty: "EC",
    crv: "P-256",
    alg: "ES256",
    kid: await calculateJwkThumbprint(key),
  });
});

test("a second start changes nothing, and another installation gets other secrets", async () => {
  const file = envFile();
  const first = await ensureSecrets(file, {});
  const text = readFileSync(file, "utf8");
  const second = await ensureSecrets(file, {});
  expect(second).toEqual({ settings: first.settings, added: [] });
  expect(readFileSync(file, "utf8")).toBe(text);
  const other = await ensureSecrets(envFile(), {});
  for (const name of NAMES) expect(other.settings[name]).not.toBe(first.settings[name]);
});

test("what the file or the environment has is kept; an empty line is filled in where it stands", async () => {
  const file = envFile("# mine\nSECRETS_KEY=\nKEY_PEPPER=abc\nPORT=4000");
  const { settings, added } = await ensureSecrets(file, { ADMIN_KEYS: "from the environment" });
  expect(added).toEqual(["SECRETS_KEY", "TOKEN_SIGNING_KEYS"]);
  expect(settings).toMatchObject({ KEY_PEPPER: "abc", PORT: "4000" });
  expect(settings.ADMIN_KEYS).toBeUndefined();
  expect(readFileSync(file, "utf8")).toMatch(
    /^# mine\nSECRETS_KEY=\S{44}\nKEY_PEPPER=abc\nPORT=4000\nTOKEN_SIGNING_KEYS='\[.+\]'\n$/,
  );
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
