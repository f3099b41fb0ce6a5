import type { Database } from "#data/service/client.ts";
import { run } from "#data/sql/statement.ts";
import { SETTLE } from "#data/sql/webhooks.ts";

/** What an attempt means for its delivery. */
export type RecordedResult = {
  id: string;
  /** The fencing token: a settlement of a lease that was lost changes nothing. */
  attempt: number;
  status: "pending" | "delivered" | "failed" | "cancelled";
  slotsUsed: number;
  nextAttemptAt: Date;
  endedAt: Date | null;
  /** The attempt's record; null when nothing was tried (our own fault, or an endpoint that was switched off). */
  record: {
    /** Its place among the delivery's attempts, from 1. */
    number: number;
    isManual: boolean;
    at: Date;
    status: number | null;
    code: string | null;
    durationMs: number;
    response: string | null;
  } | null;
};

const keyOf = ({ id, attempt }: Pick<RecordedResult, "id" | "attempt">): string => `${id} ${attempt}`;

/** Writes what came of attempts. Returns those whose lease still held; the others changed nothing. */
export const recordDeliveryResults = async (
  database: Database,
  settlements: readonly RecordedResult[],
): Promise<ReadonlySet<RecordedResult>> => {
  const rows = settlements.map((settlement) => ({
    id: settlement.id,
    attempt: settlement.attempt,
    status: settlement.status,
    slots: settlement.slotsUsed,
    next_at: settlement.nextAttemptAt,
    ended_at: settlement.endedAt,
    tried: settlement.record !== null,
    number: settlement.record?.number ?? null,
    manual: settlement.record?.isManual ?? false,
    at: settlement.record?.at ?? null,
    http: settlement.record?.status ?? null,
    code: settlement.record?.code ?? null,
    ms: settlement.record?.durationMs ?? null,
    response: settlement.record?.response ?? null,
  }));
  const held = new Set((await run(database, SETTLE, [JSON.stringify(rows)])).map(keyOf));
  return new Set(settlements.filter((settlement) => held.has(keyOf(settlement))));
};
