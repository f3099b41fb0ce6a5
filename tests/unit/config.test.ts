import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ConfigError, loadConfig } from "#config.ts";

const SECRET = "not-to-be-told";

const load = (env: Record<string, string>) =>
  loadConfig({
    DATABASE_URL: "postgresql://u:p@localhost/lintel",
    PUBLIC_URL: "https://age.example.com",
    SECRETS_KEY: randomBytes(32).toString("base64"),
    KEY_PEPPER: randomBytes(32).toString("base64"),
    ADMIN_KEYS: "k".repeat(32),
    TOKEN_SIGNING_KEYS: "[]",
    CONSOLE_CLIENT_ID: "lintel",
    CONSOLE_CLIENT_SECRET: SECRET,
    ...env,
  });

const refusalOf = (env: Record<string, string>): string => {
  try {
    load(env);
    return "";
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};

describe("who signs people in to the console", () => {
  test.each([
    ["github", {}],
    ["github", { CONSOLE_ISSUER: "https://github.example.com" }],
    ["google", {}],
    ["microsoft", { CONSOLE_ISSUER: "https://login.microsoftonline.com/tenant/v2.0" }],
    ["oidc", { CONSOLE_ISSUER: "https://id.example.com", CONSOLE_AUDIENCE: "urn:console" }],
  ])("%s with %o is accepted", (provider, env) => {
    expect(load({ CONSOLE_PROVIDER: provider, ...env }).CONSOLE_PROVIDER).toBe(provider);
  });

  test.each([
    [
      "github with an audience",
      { CONSOLE_PROVIDER: "github", CONSOLE_AUDIENCE: "urn:x" },
      "CONSOLE_AUDIENCE",
    ],
    ["github over http", { CONSOLE_PROVIDER: "github", CONSOLE_ISSUER: "http://gh.test" }, "CONSOLE_ISSUER"],
    ["oidc without an issuer", { CONSOLE_PROVIDER: "oidc" }, "CONSOLE_ISSUER"],
    ["no provider for the client", {}, "CONSOLE_CLIENT_SECRET"],
    [
      "no calls at all",
      { CONSOLE_PROVIDER: "google", CONSOLE_CALLS_PER_MINUTE: "0" },
      "CONSOLE_CALLS_PER_MINUTE",
    ],
  ])("%s is refused by the setting's name", (_what, env, name) => {
    const refusal = refusalOf(env);
    expect(refusal).toContain(`  ${name}: `);
    expect(refusal).not.toContain(SECRET);
  });
});
