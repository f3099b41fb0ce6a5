import { readFileSync } from "node:fs";
import { z } from "zod";
import { SOFTWARE_VERSION } from "#core/practice/statement.ts";
import type { ProcessorId } from "#core/practice/words.ts";
import type { Config } from "./config.ts";
import { ofSetting } from "./config-faults.ts";

/** The parties that a setting brings in for every tenant. */
const PARTIES = [
  ["standby", "DATABASE_REPLICA_URL"],
  ["hosted_cache", "UPSTASH_REDIS_REST_URL"],
  ["cache", "REDIS_URL"],
  ["telemetry", "OTEL_EXPORTER_OTLP_ENDPOINT"],
  ["console_sign_in", "CONSOLE_PROVIDER"],
  ["mail_server", "SMTP_URL"],
  ["log_collector", "EXPORT_OTLP_ENDPOINT"],
  ["log_server", "EXPORT_SYSLOG_URL"],
] as const satisfies readonly (readonly [ProcessorId, keyof Config])[];

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
    uses: [
      "database" as const,
      ...PARTIES.flatMap(([party, key]) => (config[key] ? [party] : [])),
      ...(config.WALLET_STATUS_HOSTS.length > 0 ? ["status_list" as const] : []),
    ],
    conformance: file === undefined ? null : ofSetting("CONFORMANCE_RESULT_FILE", () => conformanceIn(file)),
  };
};
