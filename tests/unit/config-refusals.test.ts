import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ConfigError, loadConfig } from "#config/config.ts";
import { misspeltSettings } from "#config/faults.ts";
import { createLogger } from "#platform/log.ts";
import { walletOf, warnOfSigner } from "#runtime/methods.ts";
import { createRuntime } from "#runtime/runtime.ts";
import { bindingTo, metadataBytes, OPERATOR } from "../../lab/demo-wallet/issuer/relying-party.ts";
import { createAuthority, NOW, pemOf } from "../support/wallet/authority.ts";

// What an operator reads at the start for a setting that is wrong: its name, and what was expected; never the value.

const PART = "hunter2hunter2"; // of values that are secret
const KEY = randomBytes(32).toString("base64");

const GOOD = {
  DATABASE_URL: "postgresql://u:p@localhost/lintel",
  PUBLIC_URL: "https://age.example.com",
  SECRETS_KEY: KEY,
  KEY_PEPPER: randomBytes(32).toString("base64"),
  ADMIN_KEYS: "k".repeat(32),
  TOKEN_SIGNING_KEYS: JSON.stringify([
    generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }),
  ]),
};
const ON = { CONSOLE_PROVIDER: "google", CONSOLE_CLIENT_ID: "id", CONSOLE_CLIENT_SECRET: "secret" };
const OIDC = { ...ON, CONSOLE_PROVIDER: "oidc" };

type Case = readonly [name: string, wrong: Readonly<Record<string, string>>, said: RegExp];
const one = (name: string, value: string, said: RegExp): Case => [name, { [name]: value }, said];

const DATABASE = /postgresql:\/\/user:password@host:5432\/name/;
const ENCODED = /# as %23, @ as %40/;
const NUMBER = /expected a whole number from \d+ to [\d]+/;

const MAIL = { SMTP_URL: "smtp://mail.example.com", MAIL_FROM: "lintel@example.com" };

const CASES: readonly Case[] = [
  one("SMTP_URL", "mail.example.com:587", /smtps:\/\/user:password@/),
  one("SMTP_URL", `smtp://u:${PART}#x@mail.example.com`, /# as %23/),
  one("SMTP_URL", "smtp://user@mail.example.com", /smtps:\/\/user:password@/),
  ["MAIL_FROM", { SMTP_URL: MAIL.SMTP_URL }, /both SMTP_URL and MAIL_FROM/],
  one("MAIL_FROM", "lintel@example.com", /both SMTP_URL and MAIL_FROM/),
  ["MAIL_FROM", { ...MAIL, MAIL_FROM: "a@b.example, c@d.example" }, /Lintel <lintel@example.com>/],
  ["MAIL_FROM", { ...MAIL, MAIL_FROM: "Lintel\u202e <lintel@example.com>" }, /Lintel <lintel@example.com>/],
  ["MAIL_REPLY_TO", { MAIL_REPLY_TO: "help@example.com" }, /SMTP_URL as well/],
  ["MAIL_EXTRA_CA_FILE", { MAIL_EXTRA_CA_FILE: "/ca.pem" }, /SMTP_URL as well/],
  ["SMTP_TLS", { ...MAIL, SMTP_TLS: "off" }, /on this machine/],
  ["SMTP_TLS", { ...MAIL, SMTP_URL: "smtp://mail.localhost", SMTP_TLS: "off" }, /on this machine/],
  ["SMTP_TLS", { ...MAIL, SMTP_URL: "smtp://127.0.0.256", SMTP_TLS: "off" }, /on this machine/],
  ["SMTP_TLS", { ...MAIL, SMTP_URL: "smtps://127.0.0.1", SMTP_TLS: "off" }, /TLS from the start/],
  one("DATABASE_URL", "", DATABASE),
  one("DATABASE_URL", `mysql://u:${PART}@h/db`, DATABASE),
  one("DATABASE_URL", "h:5432/db", DATABASE),
  one("DATABASE_URL", `postgresql://u:${PART}#ss@host/db`, ENCODED),
  one("DATABASE_URL", "postgresql://u:12#34@host/db", ENCODED),
  one("DATABASE_URL", `postgresql://u:${PART}/ss@host/db`, ENCODED),
  one("DATABASE_URL", "postgresql://u:12/34@host/db", ENCODED),
  one("DATABASE_URL", "postgresql://u:12?34@host/db", ENCODED),
  one("DATABASE_URL", `postgresql://u:${PART}%@host/db`, ENCODED),
  one("DATABASE_URL", "postgresql://u:p@host:abc/db", DATABASE),
  one("DATABASE_URL", "postgresql://u:p@host:70000/db", DATABASE),
  one("DATABASE_URL", "postgresql://u:p@host", /the name of a database/),
  one("DATABASE_URL", "postgresql://u:p@host/", /the name of a database/),
  one("DATABASE_URL", "postgresql:///db", /with a host/),
  one("DATABASE_SESSION_URL", "postgresql://u:p#@h/db", ENCODED),
  one("DATABASE_REPLICA_URL", "host=h dbname=db", DATABASE),
  one("DATABASE_PREPARED_STATEMENTS", "false", /expected on or off/),
  one("DATABASE_POOL_SIZE", "0", NUMBER),
  one("DATABASE_POOL_SIZE", "ten", NUMBER),
  one("PUBLIC_URL", "", /https:\/\/age\.example\.com/),
  one("PUBLIC_URL", "age.example.com", /https:\/\/age\.example\.com/),
  one("PUBLIC_URL", "https://age.example.com/check", /without user name, path/),
  one("PUBLIC_URL", "https://age.example.com/x?y=1", /without user name, path, \? and #/),
  one("PUBLIC_URL", "https://age.example.com?", /without user name, path, \? and #/),
  one("PUBLIC_URL", `https://u:${PART}@age.example.com`, /without user name/),
  one("PUBLIC_URL", "http://age.example.com", /https address.*LINTEL_ENV=development/),
  one("PUBLIC_URL", "ftp://age.example.com", /https:\/\/age\.example\.com/),
  one("PORT", "abc", NUMBER),
  one("PORT", "70000", NUMBER),
  one("PORT", "80.5", NUMBER),
  one("SHUTDOWN_GRACE_SECONDS", "5s", NUMBER),
  one("TRUSTED_PROXY_HOPS", "-1", NUMBER),
  one("LINTEL_ENV", "prod", /expected production or development/),
  one("SECRETS_KEY", "", /openssl rand -base64 32/),
  one("SECRETS_KEY", PART, /expected 32 random bytes/),
  ["SECRETS_KEY_PREVIOUS", { SECRETS_KEY_PREVIOUS: KEY }, /expected a key that differs/],
  one("KEY_PEPPER", "", /openssl rand -base64 32/),
  one("KEY_PEPPER", PART, /at least 32 random bytes/),
  one("ADMIN_KEYS", "", /at least 32 characters/),
  one("ADMIN_KEYS", PART, /at least 32 characters/),
  one("ADMIN_KEYS", `${"k".repeat(32)},`, /separated by commas/),
  one("METRICS_KEYS", PART, /at least 32 characters/),
  one("METRICS_KEYS", "k".repeat(32), /other keys than those of ADMIN_KEYS/),
  one("TOKEN_SIGNING_KEYS", "", /JSON array of JWKs/),
  [
    "UPSTASH_REDIS_REST_TOKEN",
    { UPSTASH_REDIS_REST_URL: "https://x.upstash.io" },
    /both UPSTASH_REDIS_REST_URL and/,
  ],
  one("UPSTASH_REDIS_REST_URL", "x.upstash.io", /https:\/\/name\.upstash\.io/),
  one("REDIS_URL", "localhost:6379", /redis:\/\/localhost:6379/),
  [
    "REDIS_URL",
    {
      REDIS_URL: "redis://h",
      UPSTASH_REDIS_REST_URL: "https://x.upstash.io",
      UPSTASH_REDIS_REST_TOKEN: PART,
    },
    /either REDIS_URL or UPSTASH_REDIS_REST_URL/,
  ],
  one("RATE_LIMIT_ON_CACHE_FAILURE", "block", /expected allow or deny/),
  one("AUTH_FAILURES_PER_MINUTE", "0", NUMBER),
  one("CURRENCY", "euro", /such as EUR/),
  one("OPERATOR_NAME", "n".repeat(201), /at most 200 characters/),
  one("OPERATOR_ADDRESS", "n".repeat(301), /at most 300 characters/),
  one("OPERATOR_TAX_ID", "n".repeat(61), /at most 60 characters/),
  one("OPERATOR_CONTACT", "help@example.com", /mailto:help@example\.com/),
  one("SOURCE_COMMIT", "main", /commit's hash/),
  one("PUBLISH_NUMBERS", "yes", /expected true or false/),
  one("DOCUMENT_PROCESSES", "0", NUMBER),
  one("WALLET_CREDENTIALS", "eu_av,passport", /some of eu_av, mdl/),
  ["WALLET_REQUEST_CHAIN_FILE", { WALLET_REQUEST_KEY_FILE: "/key.pem" }, /both WALLET_REQUEST_KEY_FILE and/],
  one("WALLET_REQUEST_METADATA_FILE", "/metadata", /WALLET_REQUEST_CHAIN_FILE too/),
  one("WALLET_REGISTRAR_DISPLAY", '{"display_name": "x"}', /JSON such as/),
  one("WALLET_STATUS_MAX_AGE_SECONDS", "a day", NUMBER),
  one("WALLET_ZK", "always", /expected off or prefer or require/),
  one("WALLET_ZK", "require", /WALLET_ZK_CIRCUITS and WALLET_ZK_VERIFIER_URL too/),
  one("WALLET_ZK_CIRCUITS", PART, /at most 16 circuits, each once/),
  one("WALLET_ZK_VERIFIER_URL", "http://10.0.0.1:8888", /on this machine/),
  one("REQUEST_LOG_RETENTION_DAYS", "0", NUMBER),
  one("WEBHOOK_ALLOW_LOOPBACK", "true", /LINTEL_ENV=development only/),
  one("WEBHOOK_EXTRA_CA_FILE", "/ca.pem", /LINTEL_ENV=development only/),
  one("DEMO_WALLET_URL", "https://wallet.example", /LINTEL_ENV=development only/),
  ["CONSOLE_PROVIDER", { ...ON, CONSOLE_PROVIDER: "okta" }, /expected oidc or google/],
  ["CONSOLE_CLIENT_SECRET", { CONSOLE_PROVIDER: "google" }, /CONSOLE_CLIENT_ID and CONSOLE_CLIENT_SECRET/],
  ["CONSOLE_ISSUER", OIDC, /the provider's issuer/],
  ["CONSOLE_ISSUER", { ...OIDC, CONSOLE_ISSUER: "id.example.com" }, /https:\/\/id\.example\.com/],
  ["CONSOLE_ISSUER", { ...OIDC, CONSOLE_ISSUER: "http://id.example.com" }, /https address/],
  ["CONSOLE_SIGN_UP", { ...ON, CONSOLE_SIGN_UP: "maybe" }, /expected on or off/],
  one("CONSOLE_SUPPORT_URL", "help", /https:\/\/help\.example\.com/),
  one("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318", /http:\/\/localhost:4318/),
  one("OTEL_EXPORTER_OTLP_HEADERS", PART, /such as name=value/),
  one("OTEL_TRACES_SAMPLER", "sometimes", /expected always_on or/),
  one("OTEL_TRACES_SAMPLER_ARG", "1%", /from 0 to 1, such as 0\.01/),
  one("OTEL_TRACES_SAMPLER_ARG", "2", /from 0 to 1, such as 0\.01/),
  one("LOG_LEVEL", "verbose", /expected debug or info/),
];

const refusalOf = (env: Readonly<Record<string, string>>): string => {
  try {
    loadConfig({ ...GOOD, ...env });
    return "";
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};

test("settings that are right are no fault", () => {
  expect(refusalOf({})).toBe("");
  const right = [
    "http://localhost:3000",
    "http://127.0.0.1:3000",
    "http://[::1]:3000",
    "https://Age.Example.com/",
  ];
  for (const address of right) expect(refusalOf({ PUBLIC_URL: address }), address).toBe("");
  expect(refusalOf({ PUBLIC_URL: "http://age.test", LINTEL_ENV: "development" })).toBe("");
  const databases = ["postgres://h/db", "postgresql://u:%23%2F%40@h:6543/db?sslmode=require"];
  for (const url of [...databases, "postgresql:///db?host=/run/postgresql"])
    expect(refusalOf({ DATABASE_URL: url }), url).toBe("");
});

test("there are cases for sixty and more", () => expect(CASES.length).toBeGreaterThanOrEqual(60));

test.each(CASES)("%s %o is named, with what was expected", (name, wrong, said) => {
  const refusal = refusalOf(wrong);
  const line = refusal.split("\n").find((text) => text.startsWith(`  ${name}: `)) ?? "";
  expect(line).toMatch(said);
  expect(line).toMatch(/: (missing; )?expected /);
  expect(line.startsWith(`  ${name}: missing`)).toBe(wrong[name] === "");
  expect(refusal).not.toMatch(/hunter2|is missing|Invalid input|\n +at /);
});

describe("settings that name files", () => {
  const folder = (): string => {
    const path = mkdtempSync(join(tmpdir(), "lintel-settings-"));
    onTestFinished(() => rmSync(path, { recursive: true }));
    writeFileSync(join(path, "text"), PART);
    return path;
  };
  const development = { LINTEL_ENV: "development", LOG_LEVEL: "silent" };

  test.each([
    ["WALLET_REQUEST_KEY_FILE", "nope", { WALLET_REQUEST_CHAIN_FILE: "/nope" }, /that is there/],
    ["WALLET_REQUEST_KEY_FILE", ".", { WALLET_REQUEST_CHAIN_FILE: "/nope" }, /expected a file, got a folder/],
    ["WALLET_REQUEST_CHAIN_FILE", "nope", { WALLET_REQUEST_KEY_FILE: "text" }, /that is there/],
    ["CONFORMANCE_RESULT_FILE", "nope", {}, /that is there/],
    ["CONFORMANCE_RESULT_FILE", "text", {}, /expected a file of JSON/],
    ["WEBHOOK_EXTRA_CA_FILE", "nope", {}, /that is there/],
    ["WEBHOOK_EXTRA_CA_FILE", "text", {}, /expected certificates in PEM/],
    ["EXTRA_CA_FILE", "nope", {}, /that is there/],
    ["EXTRA_CA_FILE", ".", {}, /expected a file, got a folder/],
    ["EXTRA_CA_FILE", "text", {}, /expected certificates in PEM/],
    ["DOCUMENT_SIGNER_KEYS", "nope", {}, /has no keys in/],
    ["DOCUMENT_SIGNER_KEYS", ".", {}, /has no keys in/],
  ])("%s: %s", async (name, file, more: Record<string, string>, said) => {
    const path = folder();
    const others = Object.entries(more).map(([key, value]) => [
      key,
      value === "text" ? join(path, value) : value,
    ]);
    const env = { ...GOOD, ...development, ...Object.fromEntries(others), [name]: join(path, file) };
    const starting = createRuntime(loadConfig(env));
    await expect(starting).rejects.toThrow(ConfigError);
    await expect(starting).rejects.toThrow(new RegExp(`  ${name}: .*${said.source}`));
    await expect(starting).rejects.not.toThrow(PART);
  });

  test("files that hold no key are named by the setting", async () => {
    const text = join(folder(), "text");
    const env = { ...GOOD, ...development, WALLET_REQUEST_KEY_FILE: text, WALLET_REQUEST_CHAIN_FILE: text };
    await expect(createRuntime(loadConfig(env))).rejects.toThrow(/ {2}WALLET_REQUEST_KEY_FILE: /);
  });
});

test("a deployment's metadata for Google Wallet that is another certificate's stops the start, and missing metadata is said", async () => {
  const path = mkdtempSync(join(tmpdir(), "lintel-settings-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  const authority = await createAuthority({ name: "CN=Google's CA" });
  const metadata = metadataBytes();
  const { der, privateKey } = await authority.signer({ more: [bindingTo(metadata)] });
  const write = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(path, name), content);
    return join(path, name);
  };
  const files = {
    WALLET_REQUEST_KEY_FILE: write("key", privateKey.export({ format: "pem", type: "pkcs8" })),
    WALLET_REQUEST_CHAIN_FILE: write("chain", pemOf(der)),
  };
  const saidOf = (wallet: ReturnType<typeof walletOf>): string[] => {
    const lines: string[] = [];
    const log = createLogger({ level: "info", now: () => NOW, write: (line) => void lines.push(line) });
    warnOfSigner(wallet, NOW, log);
    return lines;
  };
  // The certificate alone is used: other wallets may know it.
  expect(saidOf(walletOf(loadConfig({ ...GOOD, ...files })))).toEqual([
    expect.stringContaining("needs WALLET_REQUEST_METADATA_FILE too"),
  ]);
  const walletWith = (content: string | Uint8Array) => {
    const file = { WALLET_REQUEST_METADATA_FILE: write("metadata", content) };
    return walletOf(loadConfig({ ...GOOD, ...files, ...file }));
  };
  const text = Buffer.from(metadata).toString("base64url");
  for (const content of [metadata, text, `${text}\n`])
    expect(walletWith(content).requestSigner?.metadata).toEqual(metadata);
  expect(saidOf(walletWith(text))).toEqual([]);
  const others = metadataBytes({ schema_version: "v1", display: OPERATOR });
  expect(() => walletWith(others)).toThrow(/ {2}WALLET_REQUEST_METADATA_FILE: .*hash differs/);
  expect(() => walletWith("{}")).toThrow(/ {2}WALLET_REQUEST_METADATA_FILE: expected base64url/);
});

test("proofs that are wanted and cannot be had are an error in the log at startup, and nothing else", async () => {
  const lines: string[] = [];
  const log = createLogger({
    level: "error",
    now: () => new Date(0),
    write: (line) => void lines.push(line),
  });
  const hash = "8d079211715200ff06c5109639245502bfe94aa869908d31176aae4016182121";
  const url = "http://127.0.0.1:8888";
  for (const [more, said] of [
    [{}, 1],
    [{ WALLET_ZK: "off" }, 0],
    [{ WALLET_ZK: "off", WALLET_ZK_CIRCUITS: hash }, 1],
    [{ WALLET_ZK: "off", WALLET_ZK_VERIFIER_URL: url }, 1],
    [{ WALLET_ZK_CIRCUITS: hash }, 1],
    [{ WALLET_ZK_VERIFIER_URL: url }, 1],
    [{ WALLET_ZK_CIRCUITS: hash, WALLET_ZK_VERIFIER_URL: url }, 0],
  ] as const) {
    const env = { ...GOOD, LINTEL_ENV: "development", WALLET_ZK: "prefer", ...more };
    const runtime = await createRuntime(loadConfig(env), { log });
    const isPossible = "WALLET_ZK_CIRCUITS" in more && "WALLET_ZK_VERIFIER_URL" in more;
    expect(runtime.deps.wallet.proofs !== null, JSON.stringify(more)).toBe(isPossible);
    await runtime.close();
    expect(
      lines.splice(0).filter((line) => line.includes("WALLET_ZK needs WALLET_ZK_CIRCUITS")),
    ).toHaveLength(said);
  }
});

test("a circuit that nobody published is named with what to write for it", async () => {
  const hash = "ab".repeat(32);
  const url = "http://127.0.0.1:8888";
  const env = { ...GOOD, LINTEL_ENV: "development", LOG_LEVEL: "silent", WALLET_ZK_VERIFIER_URL: url };
  const starting = createRuntime(loadConfig({ ...env, WALLET_ZK_CIRCUITS: hash }));
  await expect(starting).rejects.toThrow(/ {2}WALLET_ZK_CIRCUITS: expected hash:version:num_attributes:/);
});

test("a name that is nearly a setting's is said, with the one that it may be; other programs' names are not", () => {
  expect(misspeltSettings(["SHUTDOWN_GRACE_SECOND", "REDIS_URI", "log-level", "DATABASE_URl"])).toEqual([
    "SHUTDOWN_GRACE_SECOND is not a setting and is ignored; did you mean SHUTDOWN_GRACE_SECONDS?",
    "REDIS_URI is not a setting and is ignored; did you mean REDIS_URL?",
    "log-level is not a setting and is ignored; did you mean LOG_LEVEL?",
    "DATABASE_URl is not a setting and is ignored; did you mean DATABASE_URL?",
  ]);
  const others = [
    "HOME",
    "HOSTNAME",
    "PATH",
    "NODE_ENV",
    "npm_lifecycle_event",
    "LANG",
    "POSTGRES_PASSWORD",
    "OTEL_SDK_DISABLED",
  ];
  expect(misspeltSettings([...Object.keys(GOOD), ...others])).toEqual([]);
});
