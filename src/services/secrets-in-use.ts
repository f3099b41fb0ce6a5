import {
  hasLookedLong,
  type Looks,
  lookAgain,
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

type OfTestWord = Awaited<ReturnType<typeof namesOfTestWord>>;

/** What the database was written with before a process said so. @throws Error: the secrets are of another database */
const firstName = (kind: SecretKind, held: HeldSecret, word: OfTestWord): string => {
  if (kind === "TOKEN_SIGNING_KEYS" || word === null) return held.wants;
  const name = word[kind];
  if (name === null) throw new Error(`${kind} is another database's`);
  return name;
};

/**
 * Whether a release that notes nothing here has rotated the secret since: the test word has a value that was neither in use nor
 * is the former one. Here `npm run reseal` waits until its value is in use.
 */
const isLeftOver = (kind: SecretKind, { name, former }: SecretInUse, word: OfTestWord): boolean => {
  const written = kind === "TOKEN_SIGNING_KEYS" ? null : (word?.[kind] ?? null);
  return written !== null && written !== name && written !== former;
};

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
  const isHeld = (kind: SecretKind): boolean => held[kind].writable.some((name) => name === inUse[kind].name);
  const word = SECRET_KINDS.every(isHeld) ? null : await namesOfTestWord(db, secrets);
  return ofEach((kind) => {
    const row = inUse[kind];
    if (isHeld(kind) || (row.name !== null && !isLeftOver(kind, row, word))) return row;
    return { ...row, name: firstName(kind, held[kind], word), since: now, former: null };
  });
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

/** A process as it follows what is in use. */
export type Follower = {
  readonly id: string;
  /** Null until it has said what it reads. */
  looks: Looks | null;
  /** Whether it has learnt what the others write with. */
  isInStep: boolean;
  /** Whether a sign of life failed before the first one was written: it may have begun to write by then. */
  isLate: boolean;
  /** What it said last, as text. */
  said: string | null;
};

/** A process that has neither looked nor said anything yet. */
export const newFollower = (id: string): Follower => ({
  ...{ id, looks: null, isInStep: false, isLate: false, said: null },
});

/** How long a process that did not shut down cleanly is remembered. */
const WEEK_MINUTES = 7 * 24 * 60;

/** What it may have written with since it last said so. */
const writtenSince = (follower: Follower | null, held: HeldSecret): readonly string[] => {
  if (follower?.looks) return [held.writes()];
  return follower?.isLate ? held.writable : [];
};

/** What a process finds when it looks; with faults, it must not go on, and the rest does not count. */
type Found = { faults: SecretFault[]; next: OfEach<SecretInUse>; said: SaidOfSecrets; looks: Looks };

const look = async (db: Db, deps: Using, follower: Follower | null, kept: SecretsInUse): Promise<Found> => {
  const held = heldSecrets(deps);
  const before = follower?.looks ?? null;
  const others = (await listSaying(db)).filter(({ id }) => id !== follower?.id);
  const counted = follower === null ? await listSaying(db, WEEK_MINUTES) : others;
  const looks = lookAgain(before, kept.now);
  const inUse = await begun(db, deps, kept, held);
  // What another still writes is a reason not to begin. To end would not change what it writes.
  const faults = faultsOf(inUse, held, before === null ? others : []);
  const mine = ofEach((kind) => {
    const { wants, reads } = held[kind];
    return { wants, reads, writes: writtenSince(follower, held[kind]) };
  });
  const isSure = follower === null || hasLookedLong(looks);
  const next = ofEach((kind) => {
    const saidByOthers = counted.map((other) => other.said?.[kind] ?? null);
    const moved = nextInUse(kind, inUse[kind], [mine[kind], ...saidByOthers], { now: kept.now, isSure });
    // There is no need to wait for what a command reads.
    return follower === null && moved.name === inUse[kind].name ? inUse[kind] : moved;
  });
  const said = ofEach((kind) => {
    const writes = [...new Set([...mine[kind].writes, next[kind].name ?? mine[kind].wants])];
    return { ...mine[kind], writes };
  });
  return { faults, next, said, looks };
};

/**
 * Looks without the lock, for which all processes would queue at each sign.
 * @returns null: something is to be moved, said or ended for, which takes the lock
 */
const lookInPassing = async (deps: Using, follower: Follower | null): Promise<Found | null> => {
  if (!follower?.looks) return null;
  const kept = await readSecretsInUse(deps.db.orm);
  const seen = await look(deps.db.orm, deps, follower, kept);
  const isStill = SECRET_KINDS.every((kind) => isSame(kept.inUse[kind], seen.next[kind]));
  return seen.faults.length === 0 && isStill && JSON.stringify(seen.said) === follower.said ? seen : null;
};

/** Looks with the lock, and moves on what is due. */
const lookAndMove = async (
  db: Db,
  deps: Using,
  follower: Follower | null,
  note: (db: Db, said: SaidOfSecrets) => Promise<void>,
): Promise<Found> => {
  const kept = await holdSecretsInUse(db);
  const seen = await look(db, deps, follower, kept);
  if (seen.faults.length > 0) return seen;
  for (const kind of SECRET_KINDS)
    if (!isSame(kept.inUse[kind], seen.next[kind])) await writeSecretInUse(db, kind, seen.next[kind]);
  await note(db, seen.said);
  return seen;
};

/**
 * Says what this process reads and writes, moves on what is in use where every living process is ready for it, and writes with
 * it from then on.
 * @param follower null: a command, which moves on what is in use only where no process was heard of for a week, or all heard of agree
 * @param note writes what it says, in the same transaction
 * @returns why it must not go on with its settings; then nothing was written
 */
export const followSecrets = async (
  deps: Using,
  follower: Follower | null,
  note: (db: Db, said: SaidOfSecrets) => Promise<void> = async () => {},
): Promise<SecretFault[]> => {
  const passing = await lookInPassing(deps, follower);
  if (passing) await inTransaction(deps.db, (db) => note(db, passing.said));
  const found = passing ?? (await inTransaction(deps.db, (db) => lookAndMove(db, deps, follower, note)));
  if (found.faults.length > 0) return found.faults;
  // After the commit: what is rolled back was never in use. Until the next sign of life it says that it wrote with both.
  writeWith(heldSecrets(deps), found.next);
  if (follower) {
    follower.looks = found.looks;
    follower.said = JSON.stringify(found.said);
    follower.isInStep = true;
  }
  return [];
};

/**
 * For a command, and for a process that cannot say what it reads: writes with what the processes write with, and moves nothing. A
 * plain read: it waits for no lock, and works where nothing can be written.
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

/** Whether it depends on what others write with: there are several values to write with, as while a secret is rotated. */
export const hasChoice = (deps: Pick<Using, "secrets" | "signingKeys">): boolean => {
  const held = heldSecrets(deps);
  return SECRET_KINDS.some((kind) => held[kind].writable.length > 1);
};

/**
 * Writes with the former values, as far as the settings have some: a guess, for a process that begins while the database is away. Each
 * process begins once with both values, in the rollout that brings the new one, when those from before read only the former one;
 * afterwards all read both. The guess is wrong where the new value was announced as the previous one, until the others have it too, and
 * where others have dropped the former one already. It holds until the database answers, which is tried every second.
 */
export const writeAsFormer = (deps: Pick<Using, "secrets" | "signingKeys">): void => {
  const held = heldSecrets(deps);
  for (const kind of SECRET_KINDS) {
    const former = held[kind].writable.find((name) => name !== held[kind].wants);
    if (former !== undefined) held[kind].writeWith(former);
  }
};

/** Why a process with these secrets would not begin, without a word to others. */
export const faultsBefore = async (deps: Using): Promise<SecretFault[]> => {
  const held = heldSecrets(deps);
  const db = deps.db.orm;
  const inUse = await begun(db, deps, await readSecretsInUse(db), held);
  return faultsOf(inUse, held, await listSaying(db));
};

/**
 * Lets the first of this process's signing keys sign at once, in every process: after a theft, or with a database from before a
 * rotation. Processes that do not have it end.
 * @returns false: it signs already
 */
export const signAtOnce = async (deps: Using): Promise<boolean> => {
  const { TOKEN_SIGNING_KEYS: held } = heldSecrets(deps);
  return inTransaction(deps.db, async (db) => {
    const { inUse, now } = await holdSecretsInUse(db);
    if (inUse.TOKEN_SIGNING_KEYS.name === held.wants) return false;
    // No former one: nothing that the stolen key signs needs to be read. And no key counts as read for long: processes that have both keys,
    // and still want the stolen one, would go back to it at their next sign.
    const next: SecretInUse = { name: held.wants, since: now, former: null, readSince: {} };
    await writeSecretInUse(db, "TOKEN_SIGNING_KEYS", next);
    return true;
  });
};

/** The secrets whose former value a process may still write with, or for which one does not say what it writes. */
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
