import { type Config, databaseOf } from "#config/config.ts";
import { SILENT_MINUTES } from "#core/alerts/silence.ts";
import { WARN_DAYS } from "#core/identity/certificate-end.ts";
import { isUnchecked } from "#data/connection/sslmode.ts";
import { whyAway } from "#data/connection/why-away.ts";
import { isWorkerSeen } from "#data/operator/process-lives.ts";
import { connect, probe } from "#data/service/client.ts";
import { type DatabaseFacts, readDatabaseFacts } from "#data/service/operation.ts";
import { findTestWord } from "#data/service/secret-check.ts";
import { type Runtime, systemCtx } from "#runtime/runtime.ts";
import { findWrongSecrets } from "#services/check-secrets.ts";
import { availableMetrics } from "#services/reports/metrics.ts";
import { listTrustAnchors } from "#services/trust/anchors.ts";
import { migrationStatus } from "../migrations.ts";
import { error, type Finding, PAGES, warning } from "./finding.ts";

const OLDEST_VERSION = 15;
const MOST_SKEW_MS = 5_000;
/** The worker expires verifications every second. */
const MOST_OVERDUE_MS = 60_000;
/** As the alert LintelWebhooksLate of deploy/monitoring says. */
const MOST_LAG_SECONDS = 120;

/** What the database says about itself, its migrations, the worker, certificates and lists of issuers. */
export async function databaseFindings(
  config: Config,
  runtime: Runtime,
  now: () => Date,
): Promise<Finding[]> {
  const { deps } = runtime;
  try {
    await deps.db.pool.query("select 1");
  } catch (failure) {
    const { code, why } = whyAway(failure);
    return [
      error(
        "database.away",
        `The database does not answer (${code})${why ? `: ${why}` : ""}.`,
        PAGES.database,
      ),
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
        PAGES.secrets,
      ),
    ),
  ];
  if ((await probe(deps.db)) === "read_only")
    found.push(
      error(
        "database.read-only",
        "The database is read-only. Point DATABASE_URL at the primary.",
        PAGES.database,
      ),
    );
  found.push(
    ...factFindings(config, await readDatabaseFacts(deps.db), await isWorkerSeen(deps.db.orm), now()),
    ...(await serviceFindings(runtime)),
  );
  return found;
}

async function migrationFindings(config: Config): Promise<Finding[]> {
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
            PAGES.migrations,
          ),
        ]
      : []),
    ...(failed.length > 0
      ? [
          error(
            "migrations.failed",
            `${list(failed)} has no recorded end. npm run migrate status says what to do.`,
            PAGES.migrations,
          ),
        ]
      : []),
    ...(edited.length > 0
      ? [
          warning(
            "migrations.edited",
            `${list(edited)} was changed after it ran. Restore the file of this release.`,
            PAGES.migrations,
          ),
        ]
      : []),
    ...(unknown.length > 0
      ? [
          warning(
            "migrations.unknown",
            `The database is ahead: ${list(unknown)} belongs to a newer release. Run that one.`,
            PAGES.migrations,
          ),
        ]
      : []),
  ];
}

function factFindings(config: Config, facts: DatabaseFacts, hasWorker: boolean, now: Date): Finding[] {
  const found: Finding[] = connectionFindings(config, facts);
  if (facts.isSuperuser)
    found.push(
      warning(
        "database.superuser",
        "The role of DATABASE_URL is a superuser, which the service never needs to be. Give it a role that owns its database and nothing else, as deploy/postgres/10-role.sql makes it.",
        PAGES.deployment,
      ),
    );
  const { version, overdueSince } = facts;
  if (version < OLDEST_VERSION)
    found.push(
      error(
        "database.version",
        `PostgreSQL is ${version}; Lintel needs ${OLDEST_VERSION} or newer.`,
        PAGES.deployment,
      ),
    );
  const skewMs = Math.abs(facts.now.getTime() - now.getTime());
  if (skewMs > MOST_SKEW_MS) {
    const message = `The clocks of this host and of the database differ by ${Math.round(skewMs / 1000)} s. Synchronise both by NTP.`;
    found.push(error("clock.skew", message, PAGES.proxy));
  }
  const overdueMs = overdueSince === null ? 0 : facts.now.getTime() - overdueSince.getTime();
  if (!hasWorker || overdueMs > MOST_OVERDUE_MS) {
    const sign =
      overdueMs > MOST_OVERDUE_MS
        ? `a verification has been overdue for ${Math.round(overdueMs / 1000)} s`
        : `none has given a sign of life for ${SILENT_MINUTES} minutes`;
    found.push(
      error("worker.silent", `No worker is at work: ${sign}. Start it (npm run worker).`, PAGES.alerts),
    );
  }
  return found;
}

/** Each worker listens on one more (docs/operations.md, "Sizing"). Behind PgBouncer the processes' own number says nothing. */
function connectionFindings(config: Config, facts: DatabaseFacts): Finding[] {
  if (config.DATABASE_PREPARED_STATEMENTS === "off") return [];
  const [serves, workers] = [Math.max(1, facts.serves), Math.max(1, facts.workers)];
  const most = serves * config.DATABASE_POOL_SIZE + workers * (config.DATABASE_POOL_SIZE + 1);
  if (most <= facts.connections) return [];
  const message = `${serves} serve and ${workers} worker processes open up to ${most} connections, and PostgreSQL has ${facts.connections} for them. Lower DATABASE_POOL_SIZE, or raise max_connections.`;
  return [warning("database.connections", message, PAGES.sizing)];
}

/** What the addresses of databases say about their TLS, and whether the replica answers. */
export async function addressFindings(config: Config): Promise<Finding[]> {
  const names = ["DATABASE_URL", "DATABASE_SESSION_URL", "DATABASE_REPLICA_URL"] as const;
  const unchecked = names.filter((name) => {
    const url = config[name];
    return url !== undefined && isUnchecked(url);
  });
  const found = unchecked.map((name) =>
    warning(
      "database.unchecked",
      `${name} takes any certificate, so another server can take the database's place. Write sslmode=verify-full, and name the authority's file as EXTRA_CA_FILE.`,
      PAGES.managed,
    ),
  );
  const { DATABASE_REPLICA_URL: url } = config;
  if (url === undefined) return found;
  const replica = connect({ ...databaseOf(config), url, poolSize: 1, onPoolError: () => {} });
  try {
    await replica.pool.query("select 1");
    return found;
  } catch (failure) {
    const { code, why } = whyAway(failure, "DATABASE_REPLICA_URL");
    const message = `The replica does not answer (${code})${why ? `: ${why}` : ""}. Reports are read from the database.`;
    return [...found, warning("replica.away", message, PAGES.replica)];
  } finally {
    await replica.close();
  }
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
        PAGES.alerts,
      ),
    );
  const ending = "walletCertificatesEnding" in metrics ? metrics.walletCertificatesEnding : undefined;
  const count = ending ? ending.request + ending.registration + ending.reader : 0;
  if (count > 0)
    found.push(
      warning(
        "wallet.certificates",
        `${count} certificates for wallets end within ${WARN_DAYS} days or have ended. Renew them in the console.`,
        PAGES.wallet,
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
        PAGES.wallet,
      ),
    );
  const invalid = anchors.filter(({ isValid, isStale }) => !isValid && !isStale);
  if (invalid.length > 0)
    found.push(
      warning(
        "trust.expired",
        `${invalid.length} trusted certificates of issuers are not valid now. Replace or remove them.`,
        PAGES.wallet,
      ),
    );
  return found;
}
