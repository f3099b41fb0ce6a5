import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Config } from "#config/config.ts";
import { ofSetting } from "#config/faults.ts";
import { SOFTWARE_VERSION } from "#core/practice/version.ts";
import type { ProcessorId } from "#core/practice/words.ts";

/** Settings whose names say that they lead to another party: for each, PARTIES has to say to whom. */
type Leading = Exclude<
  Extract<
    keyof Config,
    `${string}_${"URL" | "ENDPOINT" | "HOSTS" | "SERVERS" | "PROVIDER" | "ISSUER" | "SECRET_KEY"}`
  >,
  // On this machine, in development only.
  `${string}_STAND_IN_URL`
>;

/** The parties that a setting brings in for every tenant; null: none, for the reason beside it. */
const PARTIES = {
  DATABASE_URL: "database",
  DATABASE_REPLICA_URL: "standby",
  UPSTASH_REDIS_REST_URL: "hosted_cache",
  REDIS_URL: "cache",
  OTEL_EXPORTER_OTLP_ENDPOINT: "telemetry",
  CONSOLE_PROVIDER: "console_sign_in",
  SMTP_URL: "mail_server",
  EXPORT_OTLP_ENDPOINT: "log_collector",
  EXPORT_SYSLOG_URL: "log_server",
  ALERT_SLACK_URL: "slack",
  STRIPE_METER_SECRET_KEY: "usage_meters",
  WALLET_STATUS_HOSTS: "status_list",
  DNS_SERVERS: null, // asked for the names of tenants' hosts, which are public
  DATABASE_SESSION_URL: null, // the same database
  CONSOLE_ISSUER: null, // the same provider as CONSOLE_PROVIDER
  WALLET_ZK_VERIFIER_URL: null, // a program on this machine; methods name it
  PUBLIC_URL: null, // this service
  CONSOLE_SUPPORT_URL: null, // a link
  DEMO_WALLET_URL: null, // development only
} as const satisfies Record<Leading, ProcessorId | null>;

const isSet = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

const partiesOf = (config: Config): ProcessorId[] =>
  Object.entries(PARTIES).flatMap(([setting, party]) =>
    party !== null && isSet(Reflect.get(config, setting)) ? [party] : [],
  );

const conformanceResult = z.object({
  at: z.iso.datetime(),
  passed: z.number().int(),
  failed: z.number().int(),
});

const conformanceIn = (file: string) => {
  const result = conformanceResult.safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (!result.success) throw new Error("expected the file that `npm run conformance` writes");
  return result.data;
};

/**
 * What practice statements say about the deployment. @throws ConfigError where CONFORMANCE_RESULT_FILE is not
 * from `npm run conformance`
 */
export const practiceOf = (config: Config) => {
  const { SOURCE_COMMIT: commit = null, CONFORMANCE_RESULT_FILE: file } = config;
  return {
    software: { version: SOFTWARE_VERSION, commit },
    contact: config.OPERATOR_CONTACT ?? null,
    isDevelopment: config.LINTEL_ENV === "development",
    requestLogDays: config.REQUEST_LOG_RETENTION_DAYS,
    uses: partiesOf(config),
    conformance: file === undefined ? null : ofSetting("CONFORMANCE_RESULT_FILE", () => conformanceIn(file)),
  };
};
