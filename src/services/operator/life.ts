import { placeOf, takenPlaces } from "#core/alerts/process-places.ts";
import { SILENT_MINUTES } from "#core/alerts/silence.ts";
import { addDays } from "#core/day.ts";
import { endLives, listLives, noteLife as noteRow, purgeLives } from "#data/operator/process-lives.ts";
import type { Deps } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { noteReached } from "#services/reports/health.ts";

const KEPT_DAYS = 7;
const HOST_CHARACTERS = 12;

/** How many of the processes that were heard of last are looked at. */
export const PROCESSES = 200;

/** Since when a process must have been silent to be missed. */
export const silentSince = (now: Date): Date => new Date(now.getTime() - SILENT_MINUTES * 60_000);

export type ProcessKind = "worker" | "serve";

/** A running process, as its signs of life name it. */
export type LivingProcess = { id: string; kind: ProcessKind; hostName: string };

/** @param hostName the machine's own name, of which only a keyed digest is kept */
export const newProcess = (deps: Pick<Deps, "now" | "random">, kind: ProcessKind, hostName: string) => ({
  id: newId(deps, "process"),
  kind,
  hostName,
});

/** Notes that a process is alive, and forgets those that fell silent a week ago. */
export const noteLife = async (deps: Deps, { id, kind, hostName }: LivingProcess): Promise<void> => {
  const now = deps.now();
  await noteRow(deps.db.orm, {
    id,
    kind,
    // By the clock of `seenAt`: comparing the two shows whose place it took.
    startedAt: now,
    seenAt: now,
    version: deps.settings.practice.software.version,
    hostHash: deps.secrets.fingerprint("host", hostName).toString("base64url").slice(0, HOST_CHARACTERS),
  });
  noteReached(deps);
  await purgeLives(deps.db.orm, addDays(now, -KEPT_DAYS));
};

/** For a process that stops in order: nobody need look for it, nor for those whose place it took. */
export const endOfLife = async (
  { db, now }: Pick<Deps, "db" | "now">,
  { id }: Pick<LivingProcess, "id">,
): Promise<void> => {
  const taken = takenPlaces(await listLives(db.orm, PROCESSES), silentSince(now()));
  await endLives(db.orm, placeOf(id, taken));
};
