import { setImmediate as nextTurn } from "node:timers/promises";
import { countListed, listPeople } from "#data/members/directories.ts";
import type { Deps } from "#services/context.ts";
import { requireWithin } from "#services/limits.ts";
import { digestsOf } from "#services/sealing.ts";
import type { DirectoryCtx } from "./directory.ts";
import { type DirectoryEntry, MAX_PEOPLE, opened } from "./directory-people.ts";

/** What all people that a list is about have in common. */
export type Wanted = { id?: string; userName?: string; externalId?: string; email?: string };

type Filter = {
  wanted: Wanted;
  matches: (entries: readonly DirectoryEntry[]) => readonly DirectoryEntry[];
};

const indexed = ({ secrets }: Deps, { id, userName, externalId, email }: Wanted) => ({
  id,
  userNameHashes: userName === undefined ? undefined : digestsOf(secrets, "userName", userName),
  externalIdHashes: externalId === undefined ? undefined : digestsOf(secrets, "externalId", externalId),
  emailHashes: email === undefined ? undefined : digestsOf(secrets, "email", email),
});

const SCANS_PER_MINUTE = 120;

/** Opening 5,000 people is a sixth of a second's work; 1,200 calls a minute of it would be all that a process can do. */
const limitScans = ({ deps, directory }: DirectoryCtx): Promise<void> =>
  requireWithin(
    deps,
    { key: `directory-scan:${directory.id}`, limit: SCANS_PER_MINUTE, windowSeconds: 60 },
    (seconds) =>
      `More than ${SCANS_PER_MINUTE} filters in a minute that name nobody. Try again in ${seconds} s.`,
  );

/** How many people are opened and compared before other calls have their turn: a few milliseconds' work. */
const OPENED_AT_ONCE = 100;

const matching = async (ctx: DirectoryCtx, { wanted, matches }: Filter): Promise<DirectoryEntry[]> => {
  if (Object.keys(wanted).length === 0) await limitScans(ctx);
  const filter = indexed(ctx.deps, wanted);
  const rows = await listPeople(ctx.deps.db.orm, ctx.directory.id, filter, { take: MAX_PEOPLE });
  const found: DirectoryEntry[] = [];
  for (let first = 0; first < rows.length; first += OPENED_AT_ONCE) {
    if (first > 0) await nextTurn();
    const entries = rows.slice(first, first + OPENED_AT_ONCE).map((row) => opened(ctx, row));
    found.push(...matches(entries));
  }
  return found;
};

/**
 * A page of the directory's people, oldest first, and how many there are in all.
 * @param filter null: all of them
 * @throws RATE_LIMIT_EXCEEDED: too many filters that need every person
 */
export const directoryPeople = async (
  ctx: DirectoryCtx,
  page: { skip: number; take: number },
  filter: Filter | null,
): Promise<{ people: DirectoryEntry[]; total: number }> => {
  const { deps, directory } = ctx;
  if (filter) {
    const found = await matching(ctx, filter);
    return { people: found.slice(page.skip, page.skip + page.take), total: found.length };
  }
  const [total, rows] = await Promise.all([
    countListed(deps.db.orm, directory.id),
    page.take === 0 ? [] : listPeople(deps.db.orm, directory.id, {}, page),
  ]);
  return { people: rows.map((row) => opened(ctx, row)), total };
};
