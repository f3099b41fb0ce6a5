import { placeOf, takenPlaces } from "#core/alerts/process-places.ts";
import { addDays } from "#core/day.ts";
import { SILENT_MINUTES } from "#core/operator/findings.ts";
import type { SaidOfSecrets, SecretFault } from "#core/operator/rotation.ts";
import { endLives, listLives, noteLife as noteRow, purgeLives } from "#data/operator/process-lives.ts";
import type { Db } from "#data/service/client.ts";
import { saySecrets } from "#data/service/secrets-in-use.ts";
import type { Deps } from "./context.ts";
import { noteReached } from "./health.ts";
import { newId } from "./ids.ts";
import { type Follower, followSecrets, newFollower, writeAsOthers } from "./secrets-in-use.ts";

const KEPT_DAYS = 7;
const HOST_CHARACTERS = 12;

/** How many of the processes that were heard of last are looked at. */
export const PROCESSES = 200;

/** Since when a process must have been silent to be missed. */
export const silentSince = (now: Date): Date => new Date(now.getTime() - SILENT_MINUTES * 60_000);

export type ProcessKind = "worker" | "serve";

/** A running process, as its signs of life name it. */
export type LivingProcess = Follower & {
  readonly kind: ProcessKind;
  readonly hostName: string;
  /** Since when no sign of life could be written, and whether the log says so. */
  silence: { since: Date; isLogged: boolean } | null;
};

/** @param hostName the machine's own name, of which only a keyed digest is kept */
export const newProcess = (
  deps: Pick<Deps, "now" | "random">,
  kind: ProcessKind,
  hostName: string,
): LivingProcess => ({ ...newFollower(newId(deps, "process")), kind, hostName, silence: null });

/** Says once that this process gives no sign of life, when others take it for gone. */
const logSilence = ({ log, now }: Pick<Deps, "log" | "now">, life: LivingProcess, error: unknown): void => {
  life.silence ??= { since: now(), isLogged: false };
  if (life.silence.isLogged || life.silence.since > silentSince(now())) return;
  life.silence.isLogged = true;
  log.warn(
    `no sign of life could be written for ${SILENT_MINUTES} minutes: other processes believe that this one has ended`,
    { error },
  );
};

/**
 * What a process does while it cannot say what it reads: as the others do.
 * @returns why it must not go on with its secrets; null: it may, or nothing is known
 */
const goOnUnsaid = async (deps: Deps, life: LivingProcess, error: unknown): Promise<SecretFault[] | null> => {
  logSilence(deps, life, error);
  if (life.looks !== null) return null;
  life.isLate = true;
  const faults = await writeAsOthers(deps).catch(() => null);
  if (faults === null) return null;
  life.isInStep = faults.length === 0;
  return life.isInStep ? null : faults;
};

/**
 * Notes that a process is alive and which secrets it reads, writes from then on with those that all processes read, and forgets
 * processes that fell silent a week ago.
 * @returns why it must not go on with its secrets; then it was not noted
 * @throws what the database throws. If nothing was noted yet, the process writes with what the others write with, where that can be read
 */
export const noteLife = async (deps: Deps, life: LivingProcess): Promise<SecretFault[]> => {
  const { id, kind, hostName } = life;
  const now = deps.now();
  const row = {
    id,
    kind,
    // By the clock of `seenAt`: comparing the two shows whose place it took.
    startedAt: now,
    seenAt: now,
    version: deps.settings.practice.software.version,
    hostHash: deps.secrets.fingerprint("host", hostName).toString("base64url").slice(0, HOST_CHARACTERS),
  };
  const note = async (db: Db, said: SaidOfSecrets): Promise<void> => {
    await noteRow(db, row);
    await saySecrets(db, id, said);
  };
  const faults = await followSecrets(deps, life, note).catch(async (error: unknown) => {
    const found = await goOnUnsaid(deps, life, error);
    if (found === null) throw error;
    return found;
  });
  if (faults.length > 0) return faults;
  life.silence = null;
  noteReached(deps);
  await purgeLives(deps.db.orm, addDays(now, -KEPT_DAYS));
  return faults;
};

/** For a process that shuts down cleanly: it is not reported as missing, nor are those whose place it took. */
export const endOfLife = async (
  { db, now }: Pick<Deps, "db" | "now">,
  { id }: Pick<LivingProcess, "id">,
): Promise<void> => {
  const taken = takenPlaces(await listLives(db.orm, PROCESSES), silentSince(now()));
  await endLives(db.orm, id, placeOf(id, taken));
};
