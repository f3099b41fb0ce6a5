import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { type Config, ConfigError, loadConfig } from "#config/config.ts";
import { misspeltSettings } from "#config/faults.ts";
import { CERTIFICATE_WORDS, type CertificateFault } from "#core/identity/certificate-fault.ts";
import { createRuntime, type Runtime } from "#runtime/runtime.ts";
import { checkHealth } from "#services/health.ts";
import { addressFindings, databaseFindings } from "./database.ts";
import { error, type Finding, PAGES, warning } from "./finding.ts";
import { mailFindings, sendTestMail } from "./mail.ts";
import { certificateAt, exportFindings, providerFindings, telemetryFindings } from "./reach.ts";
import {
  isInContainer,
  keyFiles,
  noSignIn,
  openPort,
  readEnvFile,
  secretStrength,
  settingsThatDisagree,
  unsaidSettings,
} from "./settings.ts";

export type Host = {
  /** What the process was started with; settings in `envFile` count as well. */
  env: Readonly<Record<string, string | undefined>>;
  /** The file with the settings; it may be missing, as in a container. */
  envFile: string;
  now: () => Date;
  /** Where a test mail goes; absent: none is sent. */
  testMail?: string | undefined;
  /** Whether this host is a container; absent: as it looks. */
  isContainer?: boolean | undefined;
};

/** Everything that is unmet on a deployment's host. Each question is asked of the part of the service that decides it. */
export async function examineHost({
  env,
  envFile,
  now,
  testMail,
  isContainer = isInContainer(env),
}: Host): Promise<Finding[]> {
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
    ...noSignIn(config),
    ...diskSpace(),
  );
  if (!isContainer) found.push(...openPort(given, config));
  const unusable = (failure: unknown): Finding[] => {
    const why = failure instanceof Error ? failure.message : String(failure);
    return [...found, error("settings.unusable", `The settings cannot be used: ${why}`, PAGES.deployment)];
  };
  let runtime: Runtime;
  try {
    runtime = await createRuntime({ ...config, LOG_LEVEL: "silent" }, { now });
  } catch (failure) {
    return unusable(failure);
  }
  try {
    return [
      ...found,
      ...(await cacheFindings(config, runtime)),
      ...(await providerFindings(config, runtime)),
      ...(await telemetryFindings(config)),
      ...(await exportFindings(config, now)),
      ...(testMail === undefined ? await mailFindings(config) : await sendTestMail(config, testMail, now())),
      ...(await addressFindings(config)),
      ...(await databaseFindings(config, runtime, now)),
    ];
  } catch (failure) {
    // Mail and exports read their files where they are used.
    if (failure instanceof ConfigError) return unusable(failure);
    throw failure;
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
  const fault = await redisCertificate(config);
  const what = fault === null ? "Start it, or correct REDIS_URL" : `Over TLS ${CERTIFICATE_WORDS[fault]}`;
  const message = `Redis does not answer, so ${effect}. ${what}.`;
  return [error("redis.away", message, PAGES.health)];
}

const REDIS_PORT = 6379;
const HTTPS_PORT = 443;

const redisCertificate = async ({
  REDIS_URL,
  UPSTASH_REDIS_REST_URL,
}: Config): Promise<CertificateFault | null> => {
  const address = REDIS_URL ?? UPSTASH_REDIS_REST_URL;
  if (address === undefined || !/^(?:rediss|https):/.test(address) || !URL.canParse(address)) return null;
  const { hostname, port, protocol } = new URL(address);
  const usual = protocol === "https:" ? HTTPS_PORT : REDIS_PORT;
  return certificateAt(hostname.replace(/^\[|\]$/g, ""), Number(port) || usual);
};
