import { DAY_MS } from "#core/day.ts";
import { isJsonObject } from "#core/json.ts";
import { SILENT_MINUTES } from "./findings.ts";

// How processes of one deployment go from one value of a secret to the next: docs/operations.md, "Rotating secrets". A process
// writes only with a value that every other living process reads. Values go by their names (platform/keys/held-secret.ts).

export const SECRET_KINDS = ["SECRETS_KEY", "KEY_PEPPER", "TOKEN_SIGNING_KEYS"] as const;

/** A secret that several processes share, as its setting is called. */
export type SecretKind = (typeof SECRET_KINDS)[number];

/** What a process says of one secret. */
export type SaidOfSecret = {
  /** What its settings want it to write with. */
  wants: string;
  reads: readonly string[];
  /** What it may have written with since its last sign of life. */
  writes: readonly string[];
};

/** What a process says in its signs of life. */
export type SaidOfSecrets = Readonly<Record<SecretKind, SaidOfSecret>>;

/** What all processes write with, as the database has it. */
export type SecretInUse = {
  /** Null: no process has said anything yet. */
  name: string | null;
  since: Date | null;
  /** What was written with before. */
  former: string | null;
  /** Since when all living processes read each value that they all read: RFC 3339. */
  readSince: Readonly<Record<string, string>>;
};

/**
 * For how long all processes must have read a value before one writes with it. Others check tokens too: a receiver that caches
 * /.well-known/jwks.json sees a new key within a day.
 */
export const WAIT_MS: Readonly<Record<SecretKind, number>> = {
  SECRETS_KEY: 0,
  KEY_PEPPER: 0,
  TOKEN_SIGNING_KEYS: DAY_MS,
};

const MINUTE_MS = 60_000;

/** A process that did not look for so long does not know who spoke in the meantime. */
const GAP_MS = MINUTE_MS;

/** Since when a process has looked at what the others say without a gap, and when it last did: by the database's clock. */
export type Looks = { since: Date; last: Date };

/** @param before null: it has not looked yet */
export const lookAgain = (before: Looks | null, now: Date): Looks => {
  const passedMs = before === null ? Number.POSITIVE_INFINITY : now.getTime() - before.last.getTime();
  const isGap = passedMs < 0 || passedMs > GAP_MS;
  return { since: before === null || isGap ? now : before.since, last: now };
};

/**
 * Whether a process has looked for long enough to take one that was silent all the while for gone. After an outage of the database
 * all have been silent, and of several that start together one is the first: neither is a reason to go on without the others.
 */
export const hasLookedLong = ({ since, last }: Looks): boolean =>
  last.getTime() - since.getTime() >= SILENT_MINUTES * MINUTE_MS;

/** Null: they do not all want the same, or one does not say. */
const wantedByAll = (living: readonly (SaidOfSecret | null)[]): string | null => {
  const [first] = living;
  return first && living.every((said) => said?.wants === first.wants) ? first.wants : null;
};

const readByAll = (living: readonly (SaidOfSecret | null)[]): string[] => {
  const [first] = living;
  return first ? first.reads.filter((name) => living.every((said) => said?.reads.includes(name))) : [];
};

/**
 * What is in use after this process has looked. It changes once all living processes want the same value and have read it for long
 * enough: neither a rollout in which each restarts at its time, nor one process with other settings, moves it.
 * @param living what each living process says, this one included; null: one of a release that said nothing
 * @param at.now by the database's clock
 * @param at.isSure false: others may live that say nothing now; then nothing is moved
 */
export const nextInUse = (
  kind: SecretKind,
  inUse: SecretInUse,
  living: readonly (SaidOfSecret | null)[],
  { now, isSure }: { now: Date; isSure: boolean },
): SecretInUse => {
  const readSince = Object.fromEntries(
    readByAll(living).map((name) => [name, inUse.readSince[name] ?? now.toISOString()]),
  );
  const next = wantedByAll(living);
  const since = next === null ? undefined : readSince[next];
  const isDue = since !== undefined && now.getTime() - Date.parse(since) >= WAIT_MS[kind];
  if (!isSure || next === null || next === inUse.name || !isDue) return { ...inUse, readSince };
  return { name: next, since: now, former: inUse.name, readSince };
};

/**
 * Why a process must not write with its settings. `not_held`: it does not have the value that the others write with;
 * `still_written`: another process may still write with the former value, which this one cannot read.
 */
export type SecretFault = { kind: SecretKind; why: "not_held" | "still_written" };

/** @param others what the other living processes say */
export const secretFault = (
  kind: SecretKind,
  { name, former }: Pick<SecretInUse, "name" | "former">,
  held: { reads: readonly string[]; writable: readonly string[] },
  others: readonly (SaidOfSecret | null)[],
): SecretFault | null => {
  if (name !== null && !held.writable.includes(name)) return { kind, why: "not_held" };
  if (former === null || held.reads.includes(former)) return null;
  return others.some((said) => said?.writes.includes(former)) ? { kind, why: "still_written" } : null;
};

const textsIn = (value: unknown): string[] | null =>
  Array.isArray(value) && value.every((each) => typeof each === "string") ? value : null;

const saidOfOneIn = (value: unknown): SaidOfSecret | null => {
  if (!isJsonObject(value)) return null;
  const { wants } = value;
  const [reads, writes] = [textsIn(value.reads), textsIn(value.writes)];
  return typeof wants === "string" && reads && writes ? { wants, reads, writes } : null;
};

/** What a stored sign of life says; null: nothing, or not all of it, as one of another release. */
export const saidIn = (value: unknown): SaidOfSecrets | null => {
  if (!isJsonObject(value)) return null;
  const [sealing, hashing, signing] = SECRET_KINDS.map((kind) => saidOfOneIn(value[kind]));
  return sealing && hashing && signing
    ? { SECRETS_KEY: sealing, KEY_PEPPER: hashing, TOKEN_SIGNING_KEYS: signing }
    : null;
};

const hasText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";

/** Stored times by name; anything else is left out. */
export const timesIn = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(isJsonObject(value) ? value : {}).filter(hasText));
