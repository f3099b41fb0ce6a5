import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { type Config, ConfigError, loadConfig } from "#config.ts";
import { misspeltSettings } from "#config-faults.ts";
import { createRuntime, type Runtime } from "#runtime.ts";
import { checkHealth } from "#services/reports/health.ts";
import { databaseFindings } from "./database.ts";
import { error, type Finding, PAGES, warning } from "./finding.ts";
import { mailFindings, sendTestMail } from "./mail.ts";
import { keyFiles, readEnvFile, secretStrength, settingsThatDisagree, unsaidSettings } from "./settings.ts";

export type Host = {
  /** What the process was started with; settings in `envFile` count as well. */
  env: Readonly<Record<string, string | undefined>>;
  /** The file with the settings; it may be missing, as in a container. */
  envFile: string;
  now: () => Date;
  /** Where a test mail goes; absent: none is sent. */
  testMail?: string | undefined;
};

/** Everything that is unmet on a deployment's host. Each question is asked of the part of the service that decides it. */
export async function examineHost({ env, envFile, now, testMail }: Host): Promise<Finding[]> {
  const file = readEnvFile(envFile);
  const given = { ...file.values, ...env };
  const found = [
    ...file.findings,
    ...misspeltSettings(Object.keys(given)).map((line) =>
      warning("settings.misspelt", line, PAGES.deployment),
    ),
  ];
  let config: Config;
  try {
    config = loadConfig(given);
  } catch (failure) {
    if (!(failure instanceof ConfigError)) throw failure;
    return [...found, error("settings.invalid", failure.message, PAGES.deployment)];
  }
  found.push(
    ...secretStrength(config),
    ...keyFiles(given),
    ...settingsThatDisagree(config),
    ...unsaidSettings(config),
    ...diskSpace(),
  );
  let runtime: Runtime;
  try {
    runtime = await createRuntime({ ...config, LOG_LEVEL: "silent" }, { now });
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure);
    return [...found, error("settings.unusable", `The settings cannot be used: ${why}`, PAGES.deployment)];
  }
  try {
    return [
      ...found,
      ...(await cacheFindings(config, runtime)),
      ...(testMail === undefined ? await mailFindings(config) : await sendTestMail(config, testMail, now())),
      ...(await databaseFindings(config, runtime, now)),
    ];
  } finally {
    await runtime.close();
  }
}

const LEAST_FREE_BYTES = 512 * 1024 * 1024;

/** Photos and the log need room; PostgreSQL's own disk is the database host's matter. */
function diskSpace(): Finding[] {
  const places = [...new Set([process.cwd(), tmpdir()])];
  const full = places.filter((place) => {
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize < LEAST_FREE_BYTES;
  });
  return full.map((place) =>
    warning("disk.full", `Less than 512 MiB are free at ${place}. Make room.`, PAGES.alerts),
  );
}

async function cacheFindings(config: Config, { deps }: Runtime): Promise<Finding[]> {
  if (!config.REDIS_URL && !config.UPSTASH_REDIS_REST_URL) return [];
  const { cache } = await checkHealth(deps);
  if (cache === "connected") return [];
  const effect =
    config.RATE_LIMIT_ON_CACHE_FAILURE === "deny"
      ? "requests are refused"
      : "each process counts rate limits alone";
  const message = `Redis does not answer, so ${effect}. Start it, or correct REDIS_URL.`;
  return [error("redis.away", message, PAGES.health)];
}
