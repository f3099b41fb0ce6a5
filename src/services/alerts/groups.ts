import * as messages from "#data/alerts/messages.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import type { Ctx } from "#services/context.ts";
import { SETTLE_MS } from "./tell.ts";

/** Of a rule's beginnings, or of its ends, a recipient gets one message in so long: what comes in between goes with the next. */
const WINDOW_MS = 5 * 60_000;

export type Sending = {
  /** The deployment's own messages, and no tenant's. */
  onlyOperators?: boolean;
  /** The caller has ended its look at the rules, so no message waits for others. */
  isSettled?: boolean;
};

/**
 * Takes the groups of messages that are due, each in a transaction with `work`; one that was sent within five minutes waits
 * until these are over. One that fails does not hold up the others.
 * @returns what `work` returned
 */
export const claimGroup = async <Result>(
  ctx: Ctx,
  channel: messages.MessageGroup["channel"],
  limit: number,
  { onlyOperators = false, isSettled = false }: Sending,
  work: (db: Db, group: messages.MessageGroup, taken: messages.TakenMessage[]) => Promise<Result>,
): Promise<Result[]> => {
  const { deps } = ctx;
  const now = deps.now();
  const settled = new Date(now.getTime() + SETTLE_MS);
  const due = { channel, limit, onlyOperators, now: isSettled ? settled : now };
  const claim = (group: messages.MessageGroup) =>
    inTransaction(deps.db, async (db): Promise<Result[]> => {
      const taken = await messages.takeGroup(db, group, settled);
      if (taken.length === 0) return [];
      const last = await messages.lastSent(db, group, new Date(now.getTime() - WINDOW_MS));
      if (last === null) return [await work(db, group, taken)];
      const ids = taken.map(({ id }) => id);
      await messages.postpone(db, ids, new Date(last.getTime() + WINDOW_MS));
      return [];
    });
  const done: Result[] = [];
  for (const group of await messages.dueGroups(deps.db.orm, due))
    try {
      done.push(...(await claim(group)));
    } catch (error) {
      deps.log.warn("messages about alerts could not be sent and will be tried again", {
        reason: group.rule,
        error,
      });
    }
  return done;
};
