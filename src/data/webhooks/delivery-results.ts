import type { WebhookAttempt } from "#core/webhooks/webhook.ts";
import type { Database } from "#data/service/client.ts";
import { run } from "#data/sql/statement.ts";
import { RECORD_RESULTS } from "#data/sql/webhooks.ts";

/** The changes that an attempt makes to its delivery. */
export type RecordedResult = {
  id: string;
  /** The fencing token: a result under a lost lease changes nothing. */
  attempt: number;
  status: "pending" | "delivered" | "failed" | "cancelled";
  slotsUsed: number;
  nextAttemptAt: Date;
  endedAt: Date | null;
  /** The attempt; null when nothing was tried (our own fault, or a disabled endpoint). */
  record: WebhookAttempt | null;
};

const keyOf = ({ id, attempt }: Pick<RecordedResult, "id" | "attempt">): string => `${id} ${attempt}`;

/** Records the results of attempts. @returns those whose lease was still valid; the others changed nothing */
export const recordDeliveryResults = async (
  database: Database,
  results: readonly RecordedResult[],
): Promise<ReadonlySet<RecordedResult>> => {
  const rows = results.map(({ id, attempt, status, slotsUsed, nextAttemptAt, endedAt, record }) => ({
    id,
    attempt,
    status,
    slots: slotsUsed,
    next_at: nextAttemptAt,
    ended_at: endedAt,
    tried: record !== null,
    number: record?.number,
    manual: record?.isManual ?? false,
    at: record?.at,
    http: record?.status,
    code: record?.code,
    ms: record?.durationMs,
    response: record?.response,
  }));
  const held = new Set((await run(database, RECORD_RESULTS, [JSON.stringify(rows)])).map(keyOf));
  return new Set(results.filter((result) => held.has(keyOf(result))));
};
