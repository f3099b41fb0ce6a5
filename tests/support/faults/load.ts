import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { z } from "zod";
import { validate } from "../http/actions.ts";
import { eventually } from "../world/eventually.ts";
import type { FaultWorld } from "../world/fault-world.ts";

// Backends that do what docs/operations.md asks of them: they send a request that got no answer, or a 5xx, again with its
// Idempotency-Key. What they were answered is the ledger that the database is compared with.

const answerShape = z.object({
  verificationId: z.string().optional(),
  token: z.string().optional(),
  valid: z.boolean().optional(),
  code: z.string().optional(),
});
type Reply = { status: number } & z.output<typeof answerShape>;
type Seen = { atMs: number; path: string; what: string };

const CLIENTS = 6;
const PAUSE_MS = 30;
const AGAIN_MS = 50;

export type LoadOptions = {
  /** Where the next request goes, as a balancer would say. */
  url: () => string;
  tenant: { liveKey: string };
  clients?: number;
};

/** Backends that start and complete verifications and validate their tokens, one after the other, until `stop`. */
export const startLoad = ({ url, tenant, clients = CLIENTS }: LoadOptions) => {
  const starts = new Set<string>();
  const tokens = new Map<string, string>();
  const refused: Seen[] = [];
  const answeredAt: { begunMs: number; endedMs: number }[] = [];
  const wrong: string[] = [];
  const underWay = new Map<string, number>();
  const [over, cut] = [new AbortController(), new AbortController()];

  const send = async (path: string, body: unknown, key: string): Promise<Reply | string> => {
    const headers = { "x-tenant-api-key": tenant.liveKey, "content-type": "application/json" };
    const base = url();
    underWay.set(base, (underWay.get(base) ?? 0) + 1);
    try {
      const response = await fetch(`${base}${path}`, {
        method: "POST",
        headers: { ...headers, ...(path.startsWith("/verify") ? { "idempotency-key": key } : {}) },
        body: JSON.stringify(body),
      });
      return { status: response.status, ...answerShape.parse(await response.json()) };
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return cause instanceof Error ? cause.message.replace(/:\d+$/, "") : String(cause);
    } finally {
      underWay.set(base, (underWay.get(base) ?? 1) - 1);
    }
  };

  /** @returns null when the test is over before an answer */
  const insist = async (path: string, body: unknown, key: string): Promise<Reply | null> => {
    while (!cut.signal.aborted) {
      const begunMs = performance.now();
      const reply = await send(path, body, key);
      const endedMs = performance.now();
      if (typeof reply !== "string" && reply.status === 200) {
        answeredAt.push({ begunMs, endedMs });
        return reply;
      }
      const what = typeof reply === "string" ? reply : `${reply.status} ${reply.code}`;
      refused.push({ atMs: endedMs, path, what });
      // 409 is the first request of this key that is still under way; any other 4xx blames the backend for our fault.
      const isOurs = typeof reply === "string" || reply.status >= 500 || reply.status === 409;
      if (!isOurs) wrong.push(`${path}: ${what}`);
      await pause(AGAIN_MS);
    }
    return null;
  };

  const client = async (number: number): Promise<void> => {
    for (let round = 0; !over.signal.aborted; round += 1) {
      const key = `${number}-${round}`;
      const started = await insist("/verify/start", { metadata: { key } }, `s-${key}`);
      if (!started?.verificationId) return;
      const { verificationId } = started;
      starts.add(verificationId);
      const ended = await insist("/verify/complete", { verificationId, verifiedAge: 30 }, `c-${key}`);
      if (!ended?.token) return;
      tokens.set(verificationId, ended.token);
      const found = await insist("/tokens/validate", { token: ended.token }, key);
      if (found && found.valid !== true)
        wrong.push(`${verificationId}: its token is ${JSON.stringify(found)}`);
      await pause(PAUSE_MS);
    }
  };

  const running = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  onTestFinished(async () => {
    over.abort();
    cut.abort();
    await running;
  });
  return {
    starts,
    tokens,
    refused,
    wrong,
    answers: () => answeredAt.length,
    /** How many requests that address has not answered yet. */
    underWay: (base: string): number => underWay.get(base) ?? 0,
    /** In ms: of the answers that ended after this moment, the one that took longest. */
    slowestSince: (sinceMs: number): number =>
      Math.max(
        0,
        ...answeredAt
          .filter(({ endedMs }) => endedMs > sinceMs)
          .map(({ begunMs, endedMs }) => endedMs - begunMs),
      ),
    /** When the first answer to a request arrived that was sent after this moment; null: none yet. */
    firstAnswerTo: (sinceMs: number): number | null =>
      answeredAt.find(({ begunMs }) => begunMs > sinceMs)?.endedMs ?? null,
    /** When the last request was refused; 0: none. */
    lastRefusalMs: (): number => refused.at(-1)?.atMs ?? 0,
    /** How often each refusal was given, in words. */
    refusals: (): string => {
      const kinds = Object.entries(Object.groupBy(refused, ({ what }) => what));
      return kinds.map(([what, all]) => `${all?.length} × ${what}`).join(", ") || "none";
    },
    /** Every backend ends the verification that it has begun. */
    stop: async (): Promise<void> => {
      over.abort();
      await running;
    },
  };
};
export type Load = ReturnType<typeof startLoad>;

/** Waits until so many more answers have come. */
export const moreAnswers = (load: Load, count: number, timeoutMs = 60_000): Promise<void> => {
  const wanted = load.answers() + count;
  return eventually(load.answers, timeoutMs).toBeGreaterThanOrEqual(wanted);
};

type Row = { id: string; status: string; tokens: number; events: number; sends: number };

/**
 * Compares database and receiver with what the stopped backends were answered: nothing acknowledged is missing, nothing
 * was done twice, nothing is half done, every token is valid and every event has arrived.
 * @param endpoints how many the tenant has
 */
export const expectNothingLost = async (
  { deps, receiver, service, tenant }: FaultWorld,
  load: Load,
  endpoints: number,
): Promise<string> => {
  expect(load.wrong).toEqual([]);
  const { rows } = await deps.db.pool.query<Row>(
    `select v.id, v.status, (select count(*)::int from token t where t.verification_id = v.id) as tokens,
      (select count(*)::int from event e where e.verification_id = v.id) as events,
      (select count(*)::int from event e join webhook_delivery d on d.event_id = e.id
        where e.verification_id = v.id) as sends
    from verification v where v.tenant_id = $1`,
    [tenant.id],
  );
  const whole = { status: "completed", tokens: 1, events: 1, sends: endpoints };
  expect(
    rows.filter((row) => Object.entries({ ...row, ...whole }).join() !== Object.entries(row).join()),
  ).toEqual([]);
  expect(rows.map(({ id }) => id).sort()).toEqual([...load.starts].sort());
  expect([...load.tokens.keys()].sort()).toEqual([...load.starts].sort());
  const used = await deps.db.orm.usageMonth.aggregate({
    where: { tenantId: tenant.id },
    _sum: { started: true },
  });
  expect(used._sum.started).toBe(rows.length);
  for (const [verificationId, token] of load.tokens) {
    expect(await validate(service.call, tenant.liveKey, token)).toMatchObject({
      valid: true,
      verificationId,
    });
  }
  const left = () => deps.db.orm.webhookDelivery.count({ where: { status: { not: "delivered" } } });
  await eventually(left, 120_000).toBe(0);
  const bodies = new Map<string, string>();
  for (const { headers, body } of receiver.requests) {
    const key = `${headers.host} ${headers["x-event-id"]}`;
    expect(bodies.get(key) ?? body.toString()).toBe(body.toString()); // what comes again has the same bytes
    bodies.set(key, body.toString());
  }
  expect(bodies.size).toBe(rows.length * endpoints);
  const again = receiver.requests.length - bodies.size;
  return `${rows.length} verifications, tokens and events, none lost, doubled or half done; ${bodies.size} deliveries arrived, ${again} twice`;
};
