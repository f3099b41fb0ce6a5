import { placeOf, takenPlaces } from "#core/alerts/process-places.ts";
import { SILENT_MINUTES } from "#core/alerts/silence.ts";
import { addDays } from "#core/day.ts";
import type { SecretFault } from "#core/operator/rotation.ts";
import { endLives, listLives, noteLife as noteRow, purgeLives } from "#data/operator/process-lives.ts";
import { saySecrets } from "#data/service/secrets-in-use.ts";
import type { Deps } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { noteReached } from "#services/reports/health.ts";
import { type Follower, followSecrets } from "#services/secrets-in-use.ts";

const KEPT_DAYS = 7;
const HOST_CHARACTERS = 12;

/** How many of the processes that were heard of last are looked at. */
export const PROCESSES = 200;

/** Since when a process must have been silent to be missed. */
export const silentSince = (now: Date): Date => new Date(now.getTime() - SILENT_MINUTES * 60_000);

export type ProcessKind = "worker" | "serve";

/** A running process, as its signs of life name it. */
export type LivingProcess = Follower & { readonly kind: ProcessKind; readonly hostName: string };

/** @param hostName the machine's own name, of which only a keyed digest is kept */
export const newProcess = (
  deps: Pick<Deps, "now" | "random">,
  kind: ProcessKind,
  hostName: string,
): LivingProcess => ({ id: newId(deps, "process"), kind, hostName, looks: null });

/**
 * Notes that a process is alive and which secrets it reads, writes from then on with those that all processes read, and forgets
 * processes that fell silent a week ago.
 * @returns why it must not go on with its secrets; then it was not noted
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
  const faults = await followSecrets(deps, life, async (db, said) => {
    await noteRow(db, row);
    await saySecrets(db, id, said);
  });
  if (faults.length === 0) noteReached(deps);
  await purgeLives(deps.db.orm, addDays(now, -KEPT_DAYS));
  return faults;
};

/** For a process that stops in order: nobody need look for it, nor for those whose place it took. */
export const endOfLife = async (
  { db, now }: Pick<Deps, "db" | "now">,
  { id }: Pick<LivingProcess, "id">,
): Promise<void> => {
  const taken = takenPlaces(await listLives(db.orm, PROCESSES), silentSince(now()));
  await endLives(db.orm, id, placeOf(id, taken));
};
