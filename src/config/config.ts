import { z } from "zod";
import { NO_OPERATORS } from "#core/operator/operators.ts";
import { EXPORT_RULES, EXPORT_SETTINGS } from "./exports.ts";
import { MAIL_RULES, MAIL_SETTINGS } from "./mail.ts";
import {
  adminKeys,
  base64Bytes,
  databaseUrl,
  helpUrl,
  isClearOutside,
  issuerUrl,
  mailDomains,
  nameServers,
  oneOf,
  operatorList,
  originUrl,
  partsOf,
  publicUrl,
  redisRestUrl,
  statedAddress,
  text,
  textSuchAs,
  wholeNumber,
} from "./shapes.ts";
import { TELEMETRY_SETTINGS } from "./telemetry.ts";
import { WALLET_RULES, WALLET_SETTINGS } from "./wallet.ts";

// The only reader of process.env. What each setting is for, and whether it is a secret: settings.ts.

const settings = z.object({
  LINTEL_ENV: oneOf(["production", "development"]).default("production"),
  DATABASE_URL: databaseUrl,
  DATABASE_PREPARED_STATEMENTS: oneOf(["on", "off"]).default("on"),
  DATABASE_SESSION_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 500).default(10),
  EXTRA_CA_FILE: text.optional(),
  PUBLIC_URL: originUrl,
  HOST: text.default("0.0.0.0"),
  PORT: wholeNumber(0, 65_535).default(3000),
  SHUTDOWN_GRACE_SECONDS: wholeNumber(0, 300).default(5),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 10).default(0),
  DNS_SERVERS: nameServers.default([]),
  SECRETS_KEY: base64Bytes("SECRETS_KEY", "32", (length) => length === 32),
  SECRETS_KEY_PREVIOUS: base64Bytes("SECRETS_KEY_PREVIOUS", "32", (length) => length === 32).optional(),
  KEY_PEPPER: base64Bytes("KEY_PEPPER", "at least 32", (length) => length >= 32),
  KEY_PEPPER_PREVIOUS: base64Bytes("KEY_PEPPER_PREVIOUS", "at least 32", (length) => length >= 32).optional(),
  ADMIN_KEYS: adminKeys,
  METRICS_KEYS: adminKeys.default([]),
  TOKEN_SIGNING_KEYS: textSuchAs("private keys as a JSON array of JWKs; `npm run settings` makes one"),
  UPSTASH_REDIS_REST_URL: redisRestUrl.optional(),
  UPSTASH_REDIS_REST_TOKEN: text.optional(),
  REDIS_URL: text.regex(/^rediss?:\/\//, "expected an address such as redis://localhost:6379").optional(),
  RATE_LIMIT_ON_CACHE_FAILURE: oneOf(["allow", "deny"]).default("allow"),
  AUTH_FAILURES_PER_MINUTE: wholeNumber(1, 100_000).default(300),
  CURRENCY: text.regex(/^[A-Z]{3}$/, "expected an ISO 4217 code such as EUR").default("EUR"),
  OPERATOR_NAME: text.max(200, "expected at most 200 characters").optional(),
  OPERATOR_ADDRESS: text.max(300, "expected at most 300 characters").optional(),
  OPERATOR_TAX_ID: text.max(60, "expected at most 60 characters").optional(),
  OPERATOR_CONTACT: statedAddress.optional(),
  OPERATOR_TENANT: text.regex(/^ten_\w{1,40}$/, "expected a tenant's id").optional(),
  SOURCE_COMMIT: text.regex(/^[0-9a-f]{7,64}$/, "expected a commit's hash").optional(),
  CONFORMANCE_RESULT_FILE: text.optional(),
  PUBLISH_NUMBERS: oneOf(["true", "false"]).default("false"),
  DOCUMENT_PROCESSES: wholeNumber(1, 16).default(1),
  DOCUMENT_QUEUE_LIMIT: wholeNumber(1, 1_000).default(8),
  DOCUMENT_SIGNER_KEYS: text.optional(),
  ...WALLET_SETTINGS,
  REQUEST_LOG_RETENTION_DAYS: wholeNumber(1, 3_650).default(30),
  WEBHOOK_ALLOW_LOOPBACK: oneOf(["true", "false"]).default("false"),
  WEBHOOK_EXTRA_CA_FILE: text.optional(),
  ...MAIL_SETTINGS,
  ...EXPORT_SETTINGS,
  CONSOLE_PROVIDER: oneOf(["oidc", "google", "microsoft", "github"]).optional(),
  CONSOLE_ISSUER: issuerUrl.optional(),
  CONSOLE_CLIENT_ID: text.optional(),
  CONSOLE_CLIENT_SECRET: text.optional(),
  CONSOLE_AUDIENCE: text.optional(),
  CONSOLE_CLIENT_IDS: text.transform(partsOf).default([]),
  CONSOLE_SIGN_UP: oneOf(["on", "off", "true", "false"]).optional(),
  CONSOLE_SIGN_UP_DOMAINS: mailDomains.optional(),
  CONSOLE_CALLS_PER_MINUTE: wholeNumber(1, 100_000).default(600),
  CONSOLE_SIGN_INS_PER_MINUTE: wholeNumber(1, 100_000).default(300),
  CONSOLE_SUPPORT_URL: helpUrl.optional(),
  OPERATORS: operatorList.default(NO_OPERATORS),
  DEMO_WALLET_URL: publicUrl.optional(),
  STRIPE_STAND_IN_URL: publicUrl.optional(),
  YOTI_STAND_IN_URL: publicUrl.optional(),
  DIDIT_STAND_IN_URL: publicUrl.optional(),
  STRIPE_METER_SECRET_KEY: text.optional(),
  STRIPE_METER_EVENT_NAME: text.max(100, "expected at most 100 characters").optional(),
  STRIPE_METER_REUSED_EVENT_NAME: text.max(100, "expected at most 100 characters").optional(),
  ...TELEMETRY_SETTINGS,
  LOG_LEVEL: oneOf(["debug", "info", "warn", "error", "silent"]).default("info"),
});

type Settings = z.infer<typeof settings>;

/** Whether Next runs in development mode (`npm run dev`). Its production build replaces this with `false`. */
export const IS_NEXT_DEV = process.env.NODE_ENV === "development";

/** Whether `npm run` started this process. */
export const IS_RUN_BY_NPM = process.env.npm_lifecycle_event !== undefined;

const isDevelopment = (env: Settings): boolean => env.LINTEL_ENV === "development";

const STAND_INS = [
  "DEMO_WALLET_URL",
  "STRIPE_STAND_IN_URL",
  "YOTI_STAND_IN_URL",
  "DIDIT_STAND_IN_URL",
] as const;

/** Rules that relate settings to each other, checked once each setting is valid by itself. */
const RULES: readonly { path: keyof Settings; message: string; isKept: (env: Settings) => boolean }[] = [
  {
    path: "SECRETS_KEY_PREVIOUS",
    message: "expected a key that differs from SECRETS_KEY, or nothing",
    isKept: (env) => env.SECRETS_KEY_PREVIOUS?.equals(env.SECRETS_KEY) !== true,
  },
  {
    path: "KEY_PEPPER_PREVIOUS",
    message: "expected a pepper that differs from KEY_PEPPER, or nothing",
    isKept: (env) => env.KEY_PEPPER_PREVIOUS?.equals(env.KEY_PEPPER) !== true,
  },
  {
    path: "UPSTASH_REDIS_REST_TOKEN",
    message: "expected both UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN, or neither",
    isKept: (env) => !env.UPSTASH_REDIS_REST_URL === !env.UPSTASH_REDIS_REST_TOKEN,
  },
  ...WALLET_RULES,
  ...MAIL_RULES,
  ...EXPORT_RULES,
  {
    path: "WEBHOOK_ALLOW_LOOPBACK",
    message: "expected false: loopback is for LINTEL_ENV=development only",
    isKept: (env) => isDevelopment(env) || env.WEBHOOK_ALLOW_LOOPBACK === "false",
  },
  {
    path: "WEBHOOK_EXTRA_CA_FILE",
    message: "expected nothing: a CA of your own is for LINTEL_ENV=development only",
    isKept: (env) => isDevelopment(env) || env.WEBHOOK_EXTRA_CA_FILE === undefined,
  },
  ...STAND_INS.map((path) => ({
    path,
    message: "expected nothing: stand-ins are for LINTEL_ENV=development only",
    isKept: (env: Settings) => isDevelopment(env) || env[path] === undefined,
  })),
  {
    path: "STRIPE_METER_EVENT_NAME",
    message: "expected both STRIPE_METER_SECRET_KEY and STRIPE_METER_EVENT_NAME, or neither",
    isKept: (env) => !env.STRIPE_METER_SECRET_KEY === !env.STRIPE_METER_EVENT_NAME,
  },
  {
    path: "STRIPE_METER_REUSED_EVENT_NAME",
    message: "expected a meter's name that differs from STRIPE_METER_EVENT_NAME, next to it",
    isKept: (env) =>
      env.STRIPE_METER_REUSED_EVENT_NAME === undefined ||
      (env.STRIPE_METER_EVENT_NAME !== undefined &&
        env.STRIPE_METER_REUSED_EVENT_NAME !== env.STRIPE_METER_EVENT_NAME),
  },
  {
    path: "PUBLIC_URL",
    message: "expected an https address: http is for localhost and LINTEL_ENV=development only",
    isKept: (env) => isDevelopment(env) || !isClearOutside(env.PUBLIC_URL),
  },
  {
    path: "REDIS_URL",
    message: "expected either REDIS_URL or UPSTASH_REDIS_REST_URL, not both",
    isKept: (env) => !env.REDIS_URL || !env.UPSTASH_REDIS_REST_URL,
  },
  {
    path: "METRICS_KEYS",
    message: "expected other keys than those of ADMIN_KEYS, which may do everything",
    isKept: (env) => !env.METRICS_KEYS.some((key) => env.ADMIN_KEYS.includes(key)),
  },
  {
    path: "CONSOLE_CLIENT_SECRET",
    message:
      "expected CONSOLE_CLIENT_ID and CONSOLE_CLIENT_SECRET with CONSOLE_PROVIDER, or none of the three",
    isKept: (env) =>
      !env.CONSOLE_PROVIDER === !env.CONSOLE_CLIENT_ID &&
      !env.CONSOLE_CLIENT_ID === !env.CONSOLE_CLIENT_SECRET,
  },
  {
    path: "CONSOLE_ISSUER",
    message: "expected the provider's issuer with CONSOLE_PROVIDER oidc or microsoft",
    isKept: (env) =>
      env.CONSOLE_ISSUER !== undefined || !["oidc", "microsoft"].includes(env.CONSOLE_PROVIDER ?? ""),
  },
  {
    path: "CONSOLE_AUDIENCE",
    message: "expected nothing with CONSOLE_PROVIDER github: it has no tokens for an audience",
    isKept: (env) => env.CONSOLE_PROVIDER !== "github" || env.CONSOLE_AUDIENCE === undefined,
  },
  {
    path: "CONSOLE_SIGN_UP_DOMAINS",
    message:
      "expected CONSOLE_SIGN_UP=on as well: in production, sign-up is off where nothing says otherwise",
    isKept: (env) =>
      env.CONSOLE_SIGN_UP_DOMAINS === undefined || env.CONSOLE_SIGN_UP !== undefined || isDevelopment(env),
  },
  {
    path: "CONSOLE_CLIENT_IDS",
    message: "expected nothing without CONSOLE_AUDIENCE: other clients' tokens need an audience to be for",
    isKept: (env) => env.CONSOLE_CLIENT_IDS.length === 0 || env.CONSOLE_AUDIENCE !== undefined,
  },
  {
    path: "CONSOLE_ISSUER",
    message: "expected an https address: http is for LINTEL_ENV=development only",
    isKept: (env) => isDevelopment(env) || env.CONSOLE_ISSUER?.startsWith("http:") !== true,
  },
];

const schema = settings.superRefine((env, context) => {
  for (const { path, message, isKept } of RULES) {
    if (!isKept(env)) context.addIssue({ code: "custom", path: [path], message });
  }
});

/** Every setting, validated. */
export type Config = Readonly<z.infer<typeof schema>>;

/** Whether signing in creates a tenant: by default in development only. */
export const signUpOf = (config: Config): { isOpen: boolean; domains: readonly string[] } => ({
  isOpen: ["on", "true"].includes(
    config.CONSOLE_SIGN_UP ?? (config.LINTEL_ENV === "development" ? "on" : "off"),
  ),
  domains: config.CONSOLE_SIGN_UP_DOMAINS ?? [],
});

/** The argument of `connect`. */
export const databaseOf = (config: Pick<Config, "DATABASE_URL" | "DATABASE_PREPARED_STATEMENTS">) => ({
  url: config.DATABASE_URL,
  namesStatements: config.DATABASE_PREPARED_STATEMENTS === "on",
});

/**
 * The address at which a connection keeps its session, which LISTEN needs; null: only PgBouncer's transaction
 * mode is known.
 */
export const sessionUrlOf = (
  config: Pick<Config, "DATABASE_URL" | "DATABASE_SESSION_URL" | "DATABASE_PREPARED_STATEMENTS">,
): string | null =>
  config.DATABASE_SESSION_URL ?? (config.DATABASE_PREPARED_STATEMENTS === "on" ? config.DATABASE_URL : null);

/** The argument of `createSecrets`. */
export const secretsOf = (
  config: Pick<Config, "SECRETS_KEY" | "SECRETS_KEY_PREVIOUS" | "KEY_PEPPER" | "KEY_PEPPER_PREVIOUS">,
) => ({
  secretsKey: config.SECRETS_KEY,
  previousSecretsKey: config.SECRETS_KEY_PREVIOUS,
  pepper: config.KEY_PEPPER,
  previousPepper: config.KEY_PEPPER_PREVIOUS,
});

/** The names of all settings. */
export const CONFIG_KEYS: readonly string[] = Object.keys(settings.shape);

/**
 * One or more settings are missing or wrong; the message says for each what was expected, and never its
 * value.
 */
export class ConfigError extends Error {
  constructor(issues: readonly { path: string; message: string }[]) {
    const lines = issues.map(({ path, message }) => `  ${path}: ${message}`);
    super(`The settings are not valid:\n${lines.join("\n")}\nEvery setting is explained in .env.example.`);
    this.name = "ConfigError";
  }
}

/** The names of all variables that this process was started with. */
export const givenNames = (): string[] => Object.keys(process.env);

/** Reads the settings. An empty value counts as absent, as in an .env file. */
export const loadConfig = (env: Readonly<Record<string, string | undefined>> = process.env): Config => {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return Object.freeze(parsed.data);
  throw new ConfigError(
    parsed.error.issues.map((issue) => {
      const path = issue.path.join(".");
      const isMissing = issue.code === "invalid_type" && !(path in given);
      return { path, message: isMissing ? `missing; ${issue.message}` : issue.message };
    }),
  );
};

/** next-auth learns its own address from the environment and nowhere else. */
export const tellNextAuth = ({ PUBLIC_URL }: Config): void => {
  process.env.NEXTAUTH_URL = PUBLIC_URL;
};
