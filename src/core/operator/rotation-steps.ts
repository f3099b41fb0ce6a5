import { addDays } from "#core/day.ts";
import { type SaidOfSecret, type SecretInUse, type SecretKind, WAIT_MS } from "./rotation.ts";

/** A process that a step waits for. */
type Process = { id: string; said: SaidOfSecret | null };

/**
 * What comes next in the rotation of one secret. `ids` are of the processes that it waits for.
 * - `rest`: nothing; there is one value, and all processes have it.
 * - `foreign`: these settings do not have what the processes write with.
 * - `restart`: these processes do not have the settings of the command yet.
 * - `start`: the settings have a new value, and no process runs that could take it up.
 * - `wait`: every process is ready; they go over to the new value by themselves, at `until` or within minutes.
 * - `swap`: every process reads the other value, which the settings do not want yet; not `isSure`: it may also be one of before,
 *   from a time when processes did not say what they write with, or that `rotate -- now` put aside.
 * - `settle`: these processes may still write with the former value.
 * - `reseal`: what the former value wrote has to be written again.
 * - `keep`: the former value is still needed until then, and by so many keys (`unusedKeys`).
 * - `remove`: the former value is needed no more.
 * - `removed`: the settings do not have it any more, and these processes do.
 */
export type RotationStep =
  | { is: "rest" | "foreign" | "start" | "reseal" | "remove" }
  | { is: "restart" | "settle" | "removed"; ids: string[] }
  | { is: "wait"; until: Date | null }
  | { is: "swap"; from: Date | null; isSure: boolean }
  | { is: "keep"; until: Date; unusedKeys: number };

/** What is known of one secret. */
export type RotationState = {
  kind: SecretKind;
  inUse: SecretInUse;
  /** Of the settings that the command was given. */
  settings: { wants: string; reads: readonly string[]; writable: readonly string[] };
  living: readonly Process[];
  /** Whether everything was written again since the value in use came. */
  isResealed: boolean;
  /** Working keys that were not used since then. */
  unusedKeys: number;
  now: Date;
};

/** The longest life of an invitation, and of a token. */
const KEPT_DAYS = 30;

const idsOf = (living: readonly Process[], isBehind: (said: SaidOfSecret) => boolean): string[] =>
  living.flatMap(({ id, said }) => (said === null || isBehind(said) ? [id] : []));

/** When all processes, which all read a value, have read it for as long as they must; null: by now. */
const readyAt = ({ kind, inUse, now }: RotationState, name: string): Date | null => {
  const since = inUse.readSince[name];
  // What all read is noted at their next sign of life.
  const at = new Date((since === undefined ? now.getTime() : Date.parse(since)) + WAIT_MS[kind]);
  return at > now ? at : null;
};

/**
 * Whether a value that is not in use is the next one, and not one of before: something can be written with it, and all processes came
 * to read it when the one in use was already there. Where nothing was noted of what came before, it may be either.
 */
const isAnnounced = ({ inUse, settings }: RotationState, name: string): boolean => {
  if (name === inUse.former || !settings.writable.includes(name)) return false;
  const since = inUse.readSince[name];
  if (inUse.former === null || since === undefined) return true;
  return inUse.since !== null && Date.parse(since) > inUse.since.getTime();
};

/** The settings want a value that is not the one in use. */
const toNew = (state: RotationState, inUse: string): RotationStep => {
  const { living, settings } = state;
  const { wants } = settings;
  if (living.length === 0) return { is: "start" };
  const ids = idsOf(
    living,
    (said) => said.wants !== wants || !said.reads.includes(wants) || !said.reads.includes(inUse),
  );
  return ids.length > 0 ? { is: "restart", ids } : { is: "wait", until: readyAt(state, wants) };
};

/** The settings have the next value behind the one in use. */
const toAnnounced = (state: RotationState, name: string): RotationStep => {
  const ids = idsOf(state.living, (said) => !said.reads.includes(name));
  if (ids.length > 0) return { is: "restart", ids };
  // Beside the former one, it may be one that was kept from an earlier rotation.
  const isOnly = state.settings.reads.length === 2;
  const isSure = isOnly && state.inUse.former !== null && state.inUse.readSince[name] !== undefined;
  return { is: "swap", from: readyAt(state, name), isSure };
};

/** The settings have the former value, which is not written with any more. */
const fromFormer = ({ kind, inUse, isResealed, unusedKeys, now }: RotationState): RotationStep => {
  if (kind !== "TOKEN_SIGNING_KEYS" && !isResealed) return { is: "reseal" };
  if (kind === "SECRETS_KEY") return { is: "remove" };
  const until = addDays(inUse.since ?? now, KEPT_DAYS);
  return until > now || unusedKeys > 0 ? { is: "keep", until, unusedKeys } : { is: "remove" };
};

/** What comes next. It names no step as done before every living process has said so. */
export const rotationStep = (state: RotationState): RotationStep => {
  const { inUse, settings, living } = state;
  const { name } = inUse;
  if (name === null) return { is: "rest" };
  if (!settings.reads.includes(name)) return { is: "foreign" };
  if (settings.wants !== name) return toNew(state, name);
  const others = settings.reads.filter((read) => read !== name);
  const announced = others.find((read) => isAnnounced(state, read));
  if (announced !== undefined) return toAnnounced(state, announced);
  const writing = idsOf(living, (said) => said.writes.some((written) => written !== name));
  if (writing.length > 0) return { is: "settle", ids: writing };
  if (others.length > 0) return fromFormer(state);
  const holding = idsOf(living, (said) => said.reads.some((read) => read !== name));
  return holding.length > 0 ? { is: "removed", ids: holding } : { is: "rest" };
};

const WAITING: readonly RotationStep["is"][] = ["foreign", "restart", "start", "wait", "settle", "removed"];

/** Whether a step waits for processes or for time: the next one must not be taken yet. */
export const isWaiting = ({ is }: RotationStep): boolean => WAITING.includes(is);
