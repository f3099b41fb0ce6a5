import {
  nextInUse,
  type SaidOfSecrets,
  SECRET_KINDS,
  type SecretFault,
  type SecretInUse,
  type SecretKind,
  secretFault,
} from "#core/operator/rotation.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import {
  holdSecretsInUse,
  listSaying,
  readSecretsInUse,
  type SayingProcess,
  type SecretsInUse,
  writeSecretInUse,
} from "#data/service/secrets-in-use.ts";
import type { HeldSecret } from "#platform/keys/held-secret.ts";
import { namesOfTestWord } from "./check-secrets.ts";
import type { Deps } from "./context.ts";

// A process writes only with secrets that every other living process reads, in whichever order they are restarted with new ones
// (docs/operations.md, "Rotating secrets"). It looks in its signs of life, so no request asks for it: in the seconds until a
// process looks, it writes with the former value, which all still read.

type Using = Pick<Deps, "db" | "secrets" | "signingKeys">;

type OfEach<Value> = Record<SecretKind, Value>;

const ofEach = <Value>(make: (kind: SecretKind) => Value): OfEach<Value> => ({
  SECRETS_KEY: make("SECRETS_KEY"),
  KEY_PEPPER: make("KEY_PEPPER"),
  TOKEN_SIGNING_KEYS: make("TOKEN_SIGNING_KEYS"),
});

/** The secrets of this process that others have to read. */
export const heldSecrets = ({
  secrets,
  signingKeys,
}: Pick<Using, "secrets" | "signingKeys">): Readonly<OfEach<HeldSecret>> => ({
  SECRETS_KEY: secrets.sealing,
  KEY_PEPPER: secrets.hashing,
  TOKEN_SIGNING_KEYS: signingKeys.held,
});

/**
 * What is in use; before any process has said anything, what the database was written with.
 * @throws Error: the secrets are of another database
 */
const begun = async (
  db: Db,
  { secrets }: Pick<Using, "secrets">,
  { inUse, now }: SecretsInUse,
  held: Readonly<OfEach<HeldSecret>>,
): Promise<OfEach<SecretInUse>> => {
  const isBegun = SECRET_KINDS.every((kind) => inUse[kind].name !== null);
  const word = isBegun ? null : await namesOfTestWord(db, secrets);
  const first = {
    SECRETS_KEY: word?.SECRETS_KEY ?? held.SECRETS_KEY.wants,
    KEY_PEPPER: word?.KEY_PEPPER ?? held.KEY_PEPPER.wants,
    TOKEN_SIGNING_KEYS: held.TOKEN_SIGNING_KEYS.wants,
  };
  return ofEach((kind) =>
    inUse[kind].name === null ? { ...inUse[kind], name: first[kind], since: now } : inUse[kind],
  );
};

const faultsOf = (
  inUse: Readonly<OfEach<SecretInUse>>,
  held: Readonly<OfEach<HeldSecret>>,
  others: readonly SayingProcess[],
): SecretFault[] =>
  SECRET_KINDS.flatMap((kind) => {
    const said = others.map((other) => other.said?.[kind] ?? null);
    return secretFault(kind, inUse[kind], held[kind], said) ?? [];
  });

/** Writes with these from now on. */
const writeWith = (held: Readonly<OfEach<HeldSecret>>, inUse: Readonly<OfEach<SecretInUse>>): void => {
  for (const kind of SECRET_KINDS) {
    const { name } = inUse[kind];
    if (name !== null) held[kind].writeWith(name);
  }
};

/** Times by name in one order: PostgreSQL sorts the members of what it keeps. */
const timesOf = ({ readSince }: SecretInUse): string =>
  JSON.stringify(Object.entries(readSince).toSorted(([one], [other]) => (one < other ? -1 : 1)));

const isSame = (one: SecretInUse, other: SecretInUse): boolean =>
  one.name === other.name && timesOf(one) === timesOf(other);

/**
 * Says what this process reads and writes, moves on what is in use where every living process is ready for it, and writes with
 * it from then on.
 * @param lifeId of its sign of life; one that no process has: of a command, which nobody has to read
 * @param note writes what it says, in the same transaction
 * @returns why it must not go on with its settings; then nothing was written
 */
export const followSecrets = async (
  deps: Using,
  lifeId: string,
  note: (db: Db, said: SaidOfSecrets) => Promise<void>,
): Promise<SecretFault[]> => {
  const held = heldSecrets(deps);
  const { faults, next } = await inTransaction(deps.db, async (db) => {
    const kept = await holdSecretsInUse(db);
    const saying = await listSaying(db);
    const others = saying.filter(({ id }) => id !== lifeId);
    const isFirst = others.length === saying.length;
    const before = await begun(db, deps, kept, held);
    // What another still writes is a reason not to begin. To end would not change what it writes.
    const found = faultsOf(before, held, isFirst ? others : []);
    if (found.length > 0) return { faults: found, next: null };
    const mine = ofEach((kind) => {
      const { wants, reads, writes } = held[kind];
      return { wants, reads, writes: isFirst ? [] : [writes()] };
    });
    const after = ofEach((kind) => {
      const saidByOthers = others.map((other) => other.said?.[kind] ?? null);
      return nextInUse(kind, before[kind], [mine[kind], ...saidByOthers], kept.now);
    });
    for (const kind of SECRET_KINDS)
      if (!isSame(kept.inUse[kind], after[kind])) await writeSecretInUse(db, kind, after[kind]);
    const said = ofEach((kind) => {
      const writes = [...new Set([...mine[kind].writes, after[kind].name ?? mine[kind].wants])];
      return { ...mine[kind], writes };
    });
    await note(db, said);
    return { faults: found, next: after };
  });
  // After the commit: what is rolled back was never in use. Until the next sign of life it says that it wrote with both.
  if (next) writeWith(held, next);
  return faults;
};

/**
 * For a command: writes with what the processes write with, and moves nothing.
 * @returns why it must not write with its settings
 */
export const writeAsOthers = async (deps: Using): Promise<SecretFault[]> => {
  const held = heldSecrets(deps);
  const db = deps.db.orm;
  const inUse = await begun(db, deps, await readSecretsInUse(db), held);
  const faults = faultsOf(inUse, held, []);
  if (faults.length === 0) writeWith(held, inUse);
  return faults;
};

/** Why a process with these secrets would not begin, without a word to others. */
export const faultsBefore = async (deps: Using): Promise<SecretFault[]> => {
  const held = heldSecrets(deps);
  const db = deps.db.orm;
  const inUse = await begun(db, deps, await readSecretsInUse(db), held);
  return faultsOf(inUse, held, await listSaying(db));
};

/**
 * Lets the first of this process's signing keys sign at once, in every process: after a theft, or with a database of before a
 * rotation. Processes that do not have it end.
 * @returns false: it signs already
 */
export const signAtOnce = async (deps: Using): Promise<boolean> => {
  const { TOKEN_SIGNING_KEYS: held } = heldSecrets(deps);
  return inTransaction(deps.db, async (db) => {
    const { inUse, now } = await holdSecretsInUse(db);
    if (inUse.TOKEN_SIGNING_KEYS.name === held.wants) return false;
    // No former one: nobody has to read what the stolen key signs.
    const next = { ...inUse.TOKEN_SIGNING_KEYS, name: held.wants, since: now, former: null };
    await writeSecretInUse(db, "TOKEN_SIGNING_KEYS", next);
    return true;
  });
};

/** The secrets with whose former value a process may still write, or of which one does not say what it writes. */
export const stillWritten = async (deps: Using): Promise<SecretKind[]> => {
  const held = heldSecrets(deps);
  const saying = await listSaying(deps.db.orm);
  return SECRET_KINDS.filter((kind) => {
    const { wants, writes } = held[kind];
    return (
      writes() !== wants || saying.some(({ said }) => !said?.[kind].writes.every((name) => name === wants))
    );
  });
};
