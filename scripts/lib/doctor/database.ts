import { type Config, databaseOf } from "#config/config.ts";
import { isUnchecked } from "#data/connection/sslmode.ts";
import { whyAway } from "#data/connection/why-away.ts";
import { connect, probe } from "#data/service/client.ts";
import { type DatabaseFacts, readDatabaseFacts } from "#data/service/operation.ts";
import { findTestWord } from "#data/service/secret-check.ts";
import { type Runtime, systemCtx } from "#runtime/runtime.ts";
import { findWrongSecrets } from "#services/check-secrets.ts";
import { migrationStatus } from "../migrations.ts";
import { error, type Finding, PAGES, warning } from "./finding.ts";
import { readWork, workFindings } from "./work.ts";

const OLDEST_VERSION = 15;
const MOST_SKEW_MS = 5_000;

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
  const facts = await readDatabaseFacts(deps.db);
  found.push(...factFindings(config, facts, now()), ...workFindings(await readWork(systemCtx(deps), facts)));
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

function factFindings(config: Config, facts: DatabaseFacts, now: Date): Finding[] {
  const found: Finding[] = connectionFindings(config, facts);
  if (facts.isSuperuser)
    found.push(
      warning(
        "database.superuser",
        "The role of DATABASE_URL is a superuser, which the service never needs to be. Give it a role that owns its database and nothing else, as deploy/postgres/10-role.sql makes it.",
        PAGES.deployment,
      ),
    );
  const { version } = facts;
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
