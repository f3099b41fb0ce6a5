import type { Pause } from "#core/webhooks/backoff.ts";
import {
  deleteVendorSession,
  findVendor,
  takeForRedaction,
  type VendorSessionRow,
} from "#data/tenants/vendors.ts";
import type { Ctx } from "#services/context.ts";
import { accountOf } from "#services/vendor-account.ts";
import { askToRedact } from "./ask-to-redact.ts";
import { vendorsIdOf } from "./sessions.ts";

/** From try to try; until the next one, no other worker asks. */
const PAUSE: Pause = { firstMs: 60_000, longestMs: 12 * 3_600_000 };
/** Three days in total: Stripe can erase nothing while it is still looking. */
const MOST_TRIES = 15;

/** @returns null: done, or there is nothing to be done; else why it failed, in one word */
const redact = async ({ deps }: Ctx, session: VendorSessionRow): Promise<string | null> => {
  const row = await findVendor(deps.db.orm, session.tenantId, session.vendorId);
  const account = row && accountOf(deps, row);
  const sessionId = vendorsIdOf(deps, session);
  if (!account || sessionId === null) return "account_unreadable";
  return askToRedact(deps, account, { sessionId, reference: session.id });
};

/**
 * Asks vendors to erase what they collected: after each answer, and for those who never came back, after
 * their time. Our row goes with it. A refusal is tried again by the next runs; the last one is logged with
 * our reference, which the vendor shows too.
 * @param limit how many at once
 * @returns how many were looked at
 */
export const redactVendorSessions = async (ctx: Ctx, limit: number): Promise<number> => {
  const { deps } = ctx;
  const sessions = await takeForRedaction(deps.db.orm, { now: deps.now(), limit, lease: PAUSE });
  for (const session of sessions) {
    const { id, vendorId, redactTries } = session;
    const reason = await redact(ctx, session);
    const isLast = redactTries >= MOST_TRIES;
    if (reason !== null) {
      const seen = { vendorId, reference: id, reason, tries: redactTries };
      if (isLast) deps.log.error("a vendor did not erase a session: ask it to", seen);
      else deps.log.warn("a vendor did not erase a session yet", seen);
    }
    if (reason === null || isLast) await deleteVendorSession(deps.db.orm, id);
  }
  return sessions.length;
};
