import { SILENT_MINUTES } from "#core/operator/findings.ts";
import {
  type SaidOfSecrets,
  SECRET_KINDS,
  type SecretInUse,
  type SecretKind,
  saidIn,
  timesIn,
} from "#core/operator/rotation.ts";
import { Prisma } from "#data/generated/client.ts";
import type { Db } from "./client.ts";

// What all processes write with, and what each says of its secrets in its signs of life (core/operator/rotation.ts).

export type SecretsInUse = { inUse: Readonly<Record<SecretKind, SecretInUse>>; now: Date };

type Row = Omit<SecretInUse, "readSince"> & { kind: string; readSince: unknown; now: Date };

const UNUSED: SecretInUse = { name: null, since: null, former: null, readSince: {} };

const read = async (db: Db, lock: Prisma.Sql): Promise<SecretsInUse> => {
  const rows = await db.$queryRaw<Row[]>`
    select kind, name, since, former, read_since as "readSince", clock_timestamp() as now
    from secret_in_use order by kind ${lock}`;
  const of = (kind: SecretKind): SecretInUse => {
    const row = rows.find((each) => each.kind === kind);
    if (!row) return UNUSED;
    const { name, since, former, readSince } = row;
    return { name, since, former, readSince: timesIn(readSince) };
  };
  const [first] = rows;
  if (!first) throw new TypeError("nothing says which secrets are in use: the rows are missing");
  const inUse = {
    SECRETS_KEY: of("SECRETS_KEY"),
    KEY_PEPPER: of("KEY_PEPPER"),
    TOKEN_SIGNING_KEYS: of("TOKEN_SIGNING_KEYS"),
  };
  return { inUse, now: first.now };
};

/** What is in use, without a lock, and the database's time. */
export const readSecretsInUse = (db: Db): Promise<SecretsInUse> => read(db, Prisma.empty);

/** What is in use, held until the transaction ends: processes look, and move it, one after another. */
export const holdSecretsInUse = (db: Db): Promise<SecretsInUse> => read(db, Prisma.sql`for update`);

/** Writes what is in use from now on; the row is held. */
export const writeSecretInUse = async (
  db: Db,
  kind: SecretKind,
  { name, since, former, readSince }: SecretInUse,
): Promise<void> => {
  const data = { name, since, former, readSince: { ...readSince } };
  await db.secretInUse.update({ where: { kind }, data, select: { kind: true } });
};

/** A living process, and what it says of its secrets; null: nothing, as one of the release before. */
export type SayingProcess = {
  id: string;
  kind: string;
  version: string;
  startedAt: Date;
  said: SaidOfSecrets | null;
};

/** One of the release before dates its signs by its machine, whose clock may be wrong by less than this. */
const UNSURE_MINUTES = 60;

/**
 * The processes that gave a sign of life in the last minutes, by the database's clock, the oldest first.
 * @param minutes for how long a process may have been silent
 */
export const listSaying = async (db: Db, minutes: number = SILENT_MINUTES): Promise<SayingProcess[]> => {
  const rows = await db.$queryRaw<(Omit<SayingProcess, "said"> & { secrets: unknown })[]>`
    select id, kind, version, started_at as "startedAt", secrets from worker_life
    where said_at > clock_timestamp() - make_interval(mins => ${minutes}::int)
      or said_at is null
        and seen_at > clock_timestamp() - make_interval(mins => ${Math.max(minutes, UNSURE_MINUTES)}::int)
    order by started_at, id`;
  return rows.map(({ secrets, ...life }) => ({ ...life, said: saidIn(secrets) }));
};

/** Adds to a process's sign of life what it says of its secrets. */
export const saySecrets = async (db: Db, id: string, said: SaidOfSecrets): Promise<void> => {
  const text = JSON.stringify(Object.fromEntries(SECRET_KINDS.map((kind) => [kind, said[kind]])));
  await db.$executeRaw`
    update worker_life set secrets = ${text}::jsonb, said_at = clock_timestamp() where id = ${id}`;
};
