import { expect, test } from "vitest";
import { CONFIG_KEYS, type Config } from "#config/config.ts";
import { SETTING_NAMES, SETTINGS } from "#config/settings-table.ts";
import { createSecrets } from "#platform/secrets.ts";
import { shownSettings } from "#runtime/service-settings.ts";
import { testConfig } from "../support/world/service.ts";

// The operator's console shows every setting as the process runs with it, and of a secret nothing but a keyed fingerprint.

const SECRET = "letters-of-a-secret-0123456789-abcdefghij";
const OTHER = `${SECRET}-that-is-longer`;
const BYTES = (byte: number): string => Buffer.alloc(32, byte).toString("base64");
const ENV = {
  DATABASE_URL: `postgresql://lintel:${SECRET}@db.example:5432/age?sslpassword=${SECRET}`,
  REDIS_URL: `rediss://:${SECRET}@cache.example:6379`,
  SMTP_URL: `smtps://lintel:${SECRET}@mail.example`,
  MAIL_FROM: "lintel@mail.example",
  SECRETS_KEY: BYTES(1),
  SECRETS_KEY_PREVIOUS: BYTES(2),
  KEY_PEPPER: BYTES(3),
  ADMIN_KEYS: `${SECRET}-admin,${OTHER}-admin`,
  METRICS_KEYS: `${SECRET}-metrics`,
  CONSOLE_PROVIDER: "oidc",
  CONSOLE_ISSUER: "https://id.example",
  CONSOLE_CLIENT_ID: "lintel",
  CONSOLE_CLIENT_SECRET: SECRET,
  OTEL_EXPORTER_OTLP_ENDPOINT: "https://otel.example",
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=${SECRET}`,
  OTEL_RESOURCE_ATTRIBUTES: `team=${SECRET}`,
  OPERATOR_NAME: "Example Ltd",
};
const secrets = createSecrets({ secretsKey: Buffer.alloc(32, 1), pepper: Buffer.alloc(32, 3) });
const shown = (env: Record<string, string> = {}) => shownSettings(testConfig({ ...ENV, ...env }), secrets);
const plain = (text: string) => ({ label: null, text });
const one = (name: string, env: Record<string, string> = {}) => shown(env).find((each) => each.name === name);

test("every setting is there once, and one that is not a secret with its value", () => {
  expect(shown().map(({ name }) => name)).toEqual([...CONFIG_KEYS].sort());
  expect(one("OPERATOR_NAME")).toMatchObject({
    value: [plain("Example Ltd")],
    fingerprint: null,
    isSet: true,
  });
  expect(one("METRICS_KEYS", { METRICS_KEYS: "" })).toMatchObject({ isSet: false, fingerprint: null });
});

test("no secret, and no part of an address that could hold one, is in the answer", () => {
  const text = JSON.stringify(shown());
  for (const secret of [SECRET, BYTES(1), BYTES(2), BYTES(3), Buffer.alloc(32, 1).toString("hex")])
    expect(text).not.toContain(secret);
  expect(one("DATABASE_URL")?.value).toEqual([plain("postgresql://db.example:5432/age")]);
  expect(one("REDIS_URL")?.value).toEqual([plain("rediss://cache.example:6379")]);
});

test("a setting that the table calls a secret shows a fingerprint and nothing else, each of them", () => {
  const names = SETTING_NAMES.filter((name) => SETTINGS[name].kind === "secret");
  const values = Object.fromEntries(names.map((name) => [name, SECRET]));
  const config: Config = Object.assign({}, testConfig(ENV), values);
  const answer = shownSettings(config, secrets);
  expect(JSON.stringify(answer)).not.toContain(SECRET);
  const asSecrets = answer.filter(({ kind }) => kind === "secret");
  expect(asSecrets.map(({ name }) => name)).toEqual([...names].sort());
  for (const each of asSecrets) {
    expect(each).toMatchObject({ value: null, isSet: true });
    expect(each.fingerprint).toHaveLength(10);
  }
});

test("a setting that no row decides about is not shown", () => {
  const config = { ...testConfig(ENV), NOT_DECIDED: SECRET };
  const answer = shownSettings(config, secrets);
  expect(JSON.stringify(answer)).not.toContain(SECRET);
  expect(answer.map(({ name }) => name)).toEqual([...CONFIG_KEYS].sort());
});

test("a fingerprint has one length, depends on the name and the pepper, and differs where the values do", () => {
  const of = (value: string) => one("CONSOLE_CLIENT_SECRET", { CONSOLE_CLIENT_SECRET: value })?.fingerprint;
  expect(of(SECRET)).toHaveLength(10);
  expect(of(OTHER)).toHaveLength(10);
  expect(of(SECRET)).toBe(of(SECRET));
  expect(of(SECRET)).not.toBe(of(OTHER));
  const elsewhere = createSecrets({ secretsKey: Buffer.alloc(32, 1), pepper: Buffer.alloc(32, 4) });
  const there = shownSettings(testConfig(ENV), elsewhere).find(
    ({ name }) => name === "CONSOLE_CLIENT_SECRET",
  );
  expect(there?.fingerprint).not.toBe(of(SECRET));
});

test("a setting whose name speaks of a secret is one, or says here why not", () => {
  const files = ["WALLET_REQUEST_KEY_FILE", "WALLET_REGISTRAR_KEY_FILE"];
  // Public keys, in a file.
  const known = [...files, "DOCUMENT_SIGNER_KEYS"];
  const suspicious = shown().filter(
    ({ name, kind }) => /KEY|SECRET|TOKEN|PEPPER|PASSWORD|HEADERS/.test(name) && kind !== "secret",
  );
  expect(suspicious.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
});

test("a setting with parts is shown as a person reads it, and none as JSON", () => {
  const env = {
    MAIL_FROM: "Lintel <lintel@mail.example>",
    MAIL_REPLY_TO: "help@mail.example",
    ALERT_EMAILS: "ops@mail.example,night@mail.example",
    OPERATORS: "Olivia@example.com, claim:groups=ops",
    WALLET_CREDENTIALS: "eu_av,mdl",
    WALLET_OWN_CREDENTIALS:
      '{"student": {"docType": "a.1", "namespace": "b.1", "element": "age_over_NN"}, "club": {"vct": "urn:c", "claim": "adult"}}',
    WALLET_STATUS_CREDENTIALS: "eu_av,mdl",
    WALLET_STATUS_HOSTS: "status.example",
    WALLET_STATUS_MISSING: "refuse,eu_av=accept",
    WALLET_ZK_CIRCUITS: "ab".repeat(32),
  };
  const said = (name: string) =>
    one(name, env)?.value?.map(({ label, text }) => (label === null ? text : `${label}: ${text}`));
  expect(said("MAIL_FROM")).toEqual(["Lintel <lintel@mail.example>"]);
  expect(said("MAIL_REPLY_TO")).toEqual(["help@mail.example"]);
  expect(said("ALERT_EMAILS")).toEqual(["ops@mail.example", "night@mail.example"]);
  expect(said("OPERATORS")).toEqual(["Address: olivia@example.com", "Claim: groups = ops"]);
  expect(said("WALLET_CREDENTIALS")).toEqual(["eu_av", "mdl"]);
  expect(said("WALLET_OWN_CREDENTIALS")).toEqual([
    "student: a.1, b.1: age_over_NN",
    "club: urn:c, claim adult",
  ]);
  expect(said("WALLET_STATUS_MISSING")).toEqual(["All others: refuse", "eu_av: accept"]);
  expect(said("WALLET_STATUS_UNREACHABLE")).toEqual(["refuse"]);
  expect(said("WALLET_ZK_CIRCUITS")).toEqual(["ab".repeat(32)]);
  const texts = shown(env).flatMap(({ value }) => value ?? []);
  for (const { text } of texts) expect(text).not.toMatch(/[{}[\]"]|\[object/);
});
