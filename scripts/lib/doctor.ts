import { readFileSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { parseEnv } from "node:util";
import { type Config, ConfigError, databaseOf, loadConfig, sessionUrlOf } from "#config.ts";
import { misspeltSettings } from "#config-faults.ts";
import { probe } from "#data/service/client.ts";
import { type DatabaseFacts, readDatabaseFacts } from "#data/service/operation.ts";
import { findTestWord } from "#data/service/secret-check.ts";
import { createRuntime, type Runtime, systemCtx } from "#runtime.ts";
import { findWrongSecrets } from "#services/check-secrets.ts";
import { checkHealth } from "#services/reports/health.ts";
import { availableMetrics } from "#services/reports/metrics.ts";
import { listTrustAnchors } from "#services/trust/anchors.ts";
import { whyAway } from "#start-check.ts";
import { mailFindings, sendTestMail } from "./doctor-mail.ts";
import { migrationStatus } from "./migrations.ts";

/** One thing that is unmet, in the shape that `lintel doctor` prints too (sdk/cli/src/doctor/finding.ts). */
export type Finding = { id: string; severity: "error" | "warning"; message: string; docs: string };

export type Host = {
  /** What the process was started with; settings in `envFile` count as well. */
  env: Readonly<Record<string, string | undefined>>;
  /** The file with the settings; it may be missing, as in a container. */
  envFile: string;
  now: () => Date;
  /** Where a test mail goes; absent: none is sent. */
  testMail?: string | undefined;
};

const SECRETS = "docs/operations.md#rotating-secrets";
const DATABASE = "docs/operations.md#when-postgres-goes-away-or-silent";
const DEPLOYMENT = "docs/deployment.md";
const PROXY = "docs/deployment.md#the-proxy-in-front";
const ALERTS = "docs/operations.md#alerts";

const error = (id: string, message: string, docs: string): Finding => ({
  id,
  severity: "error",
  message,
  docs,
});
const warning = (id: string, message: string, docs: string): Finding => ({
  ...error(id, message, docs),
  severity: "warning",
});

/** Everything that is unmet on a deployment's host. Each question is asked of the part of the service that decides it. */
export async function examineHost({ env, envFile, now, testMail }: Host): Promise<Finding[]> {
  const file = readEnvFile(envFile);
  const given = { ...file.values, ...env };
  const found = [
    ...file.findings,
    ...misspeltSettings(Object.keys(given)).map((line) => warning("settings.misspelt", line, DEPLOYMENT)),
  ];
  let config: Config;
  try {
    config = loadConfig(given);
  } catch (failure) {
    if (!(failure instanceof ConfigError)) throw failure;
    return [...found, error("settings.invalid", failure.message, DEPLOYMENT)];
  }
  found.push(...secretStrength(config), ...keyFiles(given), ...settingsThatDisagree(config), ...diskSpace());
  let runtime: Runtime;
  try {
    runtime = await createRuntime({ ...config, LOG_LEVEL: "silent" }, { now });
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure);
    return [...found, error("settings.unusable", `The settings cannot be used: ${why}`, DEPLOYMENT)];
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

const OTHERS_MAY_READ = 0o007;

const isOpenToOthers = (path: string): boolean =>
  process.platform !== "win32" && (statSync(path).mode & OTHERS_MAY_READ) !== 0;

function readEnvFile(path: string): { values: NodeJS.Dict<string>; findings: Finding[] } {
  try {
    const values = parseEnv(readFileSync(path, "utf8"));
    const message = `Every user of this host can read ${path} and the secrets in it. Run chmod 600 ${path}.`;
    return { values, findings: isOpenToOthers(path) ? [error("env-file.open", message, SECRETS)] : [] };
  } catch (failure) {
    if (failure instanceof Error && "code" in failure && failure.code === "ENOENT")
      return { values: {}, findings: [] };
    const message = `${path} cannot be read. Run this as the user of the service.`;
    return { values: {}, findings: [error("env-file.unreadable", message, DEPLOYMENT)] };
  }
}

/** Settings that name a file with a private key. */
const KEY_FILES = ["WALLET_REQUEST_KEY_FILE", "WALLET_REGISTRAR_KEY_FILE"];

/** Whether they exist is the settings' own question. */
const keyFiles = (given: NodeJS.Dict<string>): Finding[] =>
  KEY_FILES.flatMap((name) => {
    const path = given[name];
    try {
      if (!path || !isOpenToOthers(path)) return [];
    } catch {
      return [];
    }
    return [
      error(
        "key-file.open",
        `Every user of this host can read the file of ${name}. Run chmod 600 on it.`,
        SECRETS,
      ),
    ];
  });

/** Random bytes have nearly as many different values as there are bytes; 32 of them have 30 on average. */
const LEAST_DIFFERENT_BYTES = 20;
/** Of 32 random characters of base64, 25 differ on average; of hexadecimal ones, 14. */
const LEAST_DIFFERENT_CHARACTERS = 9;

const areDifferent = (values: Iterable<unknown>, least: number): boolean => new Set(values).size >= least;

function secretStrength(config: Config): Finding[] {
  const weak = (name: string): Finding =>
    error(
      "secret.weak",
      `${name} is not random. Make a new one: npm run --silent settings prints some.`,
      SECRETS,
    );
  const bytes = (
    [
      ["SECRETS_KEY", config.SECRETS_KEY],
      ["KEY_PEPPER", config.KEY_PEPPER],
    ] as const
  ).filter(([, value]) => !areDifferent(value.subarray(0, 64), LEAST_DIFFERENT_BYTES));
  const keys = (
    [
      ["ADMIN_KEYS", config.ADMIN_KEYS],
      ["METRICS_KEYS", config.METRICS_KEYS],
    ] as const
  ).filter(([, values]) => values.some((value) => !areDifferent(value, LEAST_DIFFERENT_CHARACTERS)));
  const isShared = config.SECRETS_KEY.equals(config.KEY_PEPPER);
  return [
    ...[...bytes, ...keys].map(([name]) => weak(name)),
    ...(isShared
      ? [error("secret.shared", "SECRETS_KEY and KEY_PEPPER are the same. Use two values.", SECRETS)]
      : []),
  ];
}

function settingsThatDisagree({ PUBLIC_URL, TRUSTED_PROXY_HOPS: hops, LINTEL_ENV }: Config): Finding[] {
  const { protocol, hostname } = new URL(PUBLIC_URL);
  const isPublic = protocol === "https:" && !/^(?:localhost|127\.|\[::1\])/.test(hostname);
  const found: Finding[] = [];
  // serve speaks plain HTTP: with https, something in front of it terminates TLS.
  if (protocol === "https:" && hops === 0)
    found.push(
      error(
        "proxy.hops",
        "PUBLIC_URL is https and TRUSTED_PROXY_HOPS is 0, so all clients share the address and the limits of your proxy. Set it to the number of proxies.",
        PROXY,
      ),
    );
  if (isPublic && LINTEL_ENV === "development")
    found.push(
      error(
        "settings.development",
        "LINTEL_ENV is development on a public address. Remove it from the settings.",
        DEPLOYMENT,
      ),
    );
  return found;
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
    warning("disk.full", `Less than 512 MiB are free at ${place}. Make room.`, ALERTS),
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
  return [error("redis.away", message, "docs/operations.md#health-and-readiness")];
}

const OLDEST_VERSION = 15;
const MOST_SKEW_MS = 5_000;
/** The worker expires verifications every second. */
const MOST_OVERDUE_MS = 60_000;
/** As the alert LintelWebhooksLate of deploy/monitoring says. */
const MOST_LAG_SECONDS = 120;

async function databaseFindings(config: Config, runtime: Runtime, now: () => Date): Promise<Finding[]> {
  const { deps } = runtime;
  try {
    await deps.db.pool.query("select 1");
  } catch (failure) {
    const { code, why } = whyAway(failure);
    return [
      error("database.away", `The database does not answer (${code})${why ? `: ${why}` : ""}.`, DATABASE),
    ];
  }
  const migrations = await migrationFindings(config);
  // Without its tables nothing else can be asked.
  if (migrations.some(({ id }) => id === "migrations.pending" || id === "migrations.failed"))
    return migrations;
  // On a database that no process has started on, the question would be answered by recording these secrets.
  const isBegun = (await findTestWord(deps.db.orm)) !== null;
  const wrong = isBegun ? await findWrongSecrets(deps.db.orm, deps.secrets) : [];
  const found = [
    ...migrations,
    ...wrong.map((name) =>
      error(
        "secret.wrong",
        `${name} is not the one that this database was begun with. Set the former value.`,
        SECRETS,
      ),
    ),
  ];
  if ((await probe(deps.db)) === "read_only")
    found.push(
      error("database.read-only", "The database is read-only. Point DATABASE_URL at the primary.", DATABASE),
    );
  found.push(
    ...factFindings(await readDatabaseFacts(deps.db), config, now()),
    ...(await serviceFindings(runtime)),
  );
  return found;
}

async function migrationFindings(config: Config): Promise<Finding[]> {
  const page = "docs/operations.md#migrations";
  const { pending, failed, edited, unknown } = await migrationStatus(
    config.DATABASE_SESSION_URL ?? databaseOf(config).url,
  );
  const list = (names: readonly string[]): string =>
    names.slice(0, 3).join(", ") + (names.length > 3 ? ", …" : "");
  return [
    ...(pending.length > 0
      ? [
          error(
            "migrations.pending",
            `${pending.length} migrations are missing (${list(pending)}). Run npm run migrate.`,
            page,
          ),
        ]
      : []),
    ...(failed.length > 0
      ? [
          error(
            "migrations.failed",
            `${list(failed)} has no recorded end. npm run migrate status says what to do.`,
            page,
          ),
        ]
      : []),
    ...(edited.length > 0
      ? [
          warning(
            "migrations.edited",
            `${list(edited)} was changed after it ran. Restore the file of this release.`,
            page,
          ),
        ]
      : []),
    ...(unknown.length > 0
      ? [
          warning(
            "migrations.unknown",
            `The database is ahead: ${list(unknown)} belongs to a newer release. Run that one.`,
            page,
          ),
        ]
      : []),
  ];
}

function factFindings(facts: DatabaseFacts, config: Config, now: Date): Finding[] {
  const found: Finding[] = [];
  const { version, overdueSince, hasWorker } = facts;
  if (version < OLDEST_VERSION)
    found.push(
      error(
        "database.version",
        `PostgreSQL is ${version}; Lintel needs ${OLDEST_VERSION} or newer.`,
        DEPLOYMENT,
      ),
    );
  const skewMs = Math.abs(facts.now.getTime() - now.getTime());
  if (skewMs > MOST_SKEW_MS) {
    const message = `The clocks of this host and of the database differ by ${Math.round(skewMs / 1000)} s. Synchronise both by NTP.`;
    found.push(error("clock.skew", message, PROXY));
  }
  const overdueMs = overdueSince === null ? 0 : facts.now.getTime() - overdueSince.getTime();
  // Through PgBouncer alone a worker keeps no session, so only what it leaves undone tells of it.
  const isGone = sessionUrlOf(config) !== null && !hasWorker;
  if (isGone || overdueMs > MOST_OVERDUE_MS) {
    const sign =
      overdueMs > MOST_OVERDUE_MS
        ? `a verification has been overdue for ${Math.round(overdueMs / 1000)} s`
        : "none is connected to the database";
    found.push(error("worker.silent", `No worker is at work: ${sign}. Start it (npm run worker).`, ALERTS));
  }
  return found;
}

async function serviceFindings({ deps }: Runtime): Promise<Finding[]> {
  const ctx = systemCtx(deps);
  const metrics = await availableMetrics(ctx);
  const found: Finding[] = [];
  if ("webhooks" in metrics && metrics.webhooks.oldestDueSeconds > MOST_LAG_SECONDS)
    found.push(
      error(
        "worker.queue",
        `The oldest webhook has been due for ${metrics.webhooks.oldestDueSeconds} s. Look at the worker's log.`,
        ALERTS,
      ),
    );
  const ending = "walletCertificatesEnding" in metrics ? metrics.walletCertificatesEnding : undefined;
  const count = ending ? ending.request + ending.registration + ending.reader : 0;
  if (count > 0)
    found.push(
      warning(
        "wallet.certificates",
        `${count} certificates for wallets end within 30 days or have ended. Renew them in the console.`,
        "docs/wallet.md",
      ),
    );
  const anchors = await listTrustAnchors(ctx);
  const stale = new Set(
    anchors.filter(({ isStale }) => isStale).map(({ listProvider, label }) => listProvider ?? label),
  );
  if (stale.size > 0)
    found.push(
      warning(
        "trust.stale",
        `The next list of ${[...stale].join(", ")} is overdue. Import it: npm run trust.`,
        "docs/wallet.md",
      ),
    );
  const invalid = anchors.filter(({ isValid, isStale }) => !isValid && !isStale);
  if (invalid.length > 0)
    found.push(
      warning(
        "trust.expired",
        `${invalid.length} trusted certificates of issuers are not valid now. Replace or remove them.`,
        "docs/wallet.md",
      ),
    );
  return found;
}
