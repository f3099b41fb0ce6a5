import type { ListEventsQuery } from "#contracts/public/events.ts";
import { invalidParameter } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import type { Mode } from "#core/verification.ts";
import { inTransaction } from "#data/service/client.ts";
import { findVerificationState } from "#data/verifications/verifications.ts";
import {
  type EventStream,
  eventsAfter,
  eventsOfVerification,
  hasUnnumbered,
  lastNumber,
  numberEvents,
  type StoredEvent,
} from "#data/webhooks/event-numbers.ts";
import { verificationNotFound } from "#services/check/end.ts";
import { modeAsked, type TenantCtx } from "#services/context.ts";

// More than any page, so that one round is enough; few enough for milliseconds.
const NUMBERED_AT_ONCE = 500;

type ListedEvent = { eventId: string; mode: Mode; verificationId: string; payload: unknown };

type EventsPage = { events: ListedEvent[]; nextCursor: string | null; hasMore: boolean };

const listed = ({ id, mode, verificationId, body }: StoredEvent): ListedEvent => ({
  eventId: id,
  mode,
  verificationId,
  payload: JSON.parse(body),
});

const ofOne = async (ctx: TenantCtx, mode: Mode, id: string, limit: number): Promise<EventsPage> => {
  const { deps, tenant } = ctx;
  const found = isId("verification", id) ? await findVerificationState(deps.db, tenant.id, id) : null;
  if (found?.mode !== mode) throw verificationNotFound();
  const events = await eventsOfVerification(deps.db.orm, tenant.id, id);
  return { events: events.slice(0, limit).map(listed), nextCursor: null, hasMore: events.length > limit };
};

/** @throws INVALID_PARAMETERS: a cursor beyond the last event, as after a restored backup */
const refuseAhead = async ({ deps }: TenantCtx, stream: EventStream, after: bigint): Promise<void> => {
  if (after === 0n || after <= (await lastNumber(deps.db.orm, stream))) return;
  throw invalidParameter(
    "after",
    "is ahead of your events, as after a restored backup: begin again without after",
  );
};

/**
 * A verification's events, or all of a mode after a cursor, oldest first. Reading on with the last cursor never skips
 * an event, also where transactions commit in an order that is not that of their beginnings: see data/webhooks/event-numbers.ts.
 * What was erased or purged is not there any more.
 * @returns `nextCursor` also where nothing is left, for the next call; null with a verificationId
 * @throws VERIFICATION_NOT_FOUND; INVALID_PARAMETERS: a test key asks for live events, or the cursor is not one of these
 */
export const listEvents = async (ctx: TenantCtx, input: ListEventsQuery): Promise<EventsPage> => {
  const { deps, tenant } = ctx;
  const { verificationId, limit } = input;
  const mode = modeAsked(ctx, input.mode);
  if (verificationId !== undefined) return ofOne(ctx, mode, verificationId, limit);
  const stream = { tenantId: tenant.id, mode };
  const after = BigInt(input.after ?? 0);
  const read = () => eventsAfter(deps.db.orm, stream, after, limit + 1);
  let found = await read();
  if (found.length <= limit && (await hasUnnumbered(deps.db.orm, stream))) {
    await inTransaction(deps.db, (db) => numberEvents(db, stream, NUMBERED_AT_ONCE));
    found = await read();
  }
  if (found.length === 0) await refuseAhead(ctx, stream, after);
  const events = found.slice(0, limit);
  const nextCursor = String(events.at(-1)?.number ?? after);
  return { events: events.map(listed), nextCursor, hasMore: found.length > limit };
};
