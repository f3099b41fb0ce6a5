import type { PoolClient } from "pg";
import { expect, onTestFinished, test } from "vitest";
import type { Database } from "#data/service/client.ts";
import { type ClaimedDelivery, claimFairly, claimInOrder } from "#data/webhooks/webhook-claims.ts";
import { createWebhookWorld } from "../support/webhooks/world.ts";
import { writeOutbox } from "../support/webhooks/write-outbox.ts";
import { SOME_CONNECTIONS } from "../support/world/service.ts";

// What a claim costs must not grow with what others have waiting, nor with the history. PostgreSQL itself counts the
// rows that a claim reads, so nothing here is timed.

const BACKLOG = 5_000;
const LIMIT = 128;
/** A handful for each that is claimed and each endpoint that waits. */
const BOUND = 1_000;
/** Before it may prefer a generic plan to the five it made for given values (PostgreSQL, plan_cache_mode). */
const TIMES_UNTIL_GENERIC = 8;

type Claim = (database: Database) => Promise<ClaimedDelivery[]>;

/** Rows of tables and entries of indexes that this connection has read since its statistics were last sent off. */
const rowsRead = async (client: PoolClient): Promise<{ all: number; attempts: number }> => {
  const { rows } = await client.query<{ all: number; attempts: number }>(
    `select (sum(seq_tup_read) + sum((select sum(pg_stat_get_xact_tuples_returned(i.indexrelid)) from pg_index i
        where i.indrelid = t.relid)))::int as all,
      (sum(seq_tup_read + idx_tup_fetch) filter (where relname = 'webhook_attempt'))::int as attempts
    from pg_stat_xact_user_tables t`,
  );
  return rows[0] ?? { all: 0, attempts: 0 };
};

type Endpoint = { id: string; tenantId: string };

const createClaimWorld = async () => {
  const world = await createWebhookWorld({ env: SOME_CONNECTIONS });
  const { pool } = world.deps.db;
  let number = 0;
  const client: PoolClient = await pool.connect();
  onTestFinished(() => client.release());
  return {
    pool,
    /** One tenant with one endpoint. */
    endpoint: async (host: string): Promise<Endpoint> => {
      const tenant = await world.tenant();
      return { id: (await world.endpoint(tenant, host)).id, tenantId: tenant.id };
    },
    /** So many deliveries for it, due now. */
    wait: (endpoint: Endpoint, count: number): Promise<void> =>
      writeOutbox(
        pool,
        Array.from({ length: count }, () => {
          number += 1;
          return { number, endpoint };
        }),
      ),
    /** Everything that waits now has been sent and written down; it stays as history. */
    deliverAll: () =>
      pool.query(
        `with ended as (update webhook_delivery set status = 'delivered', attempt = 1, scheduled = 1,
          first_attempt_at = now(), ended_at = now() where status = 'pending' returning id)
        insert into webhook_attempt (delivery_id, number, is_manual, at, status, duration_ms)
        select id, 1, false, now(), 200, 5 from ended`,
      ),
    /** Claims in a transaction that is rolled back; returns what came, how many rows were read for it, and of these the attempts. */
    reads: async (
      claim: Claim,
    ): Promise<{ claimed: ClaimedDelivery[]; read: number; ofAttempts: number }> => {
      await client.query("begin");
      try {
        const before = await rowsRead(client);
        const claimed = await claim(Object.create(world.deps.db, { pool: { value: client } }));
        const after = await rowsRead(client);
        return { claimed, read: after.all - before.all, ofAttempts: after.attempts - before.attempts };
      } finally {
        await client.query("rollback");
      }
    },
  };
};

type ClaimWorld = Awaited<ReturnType<typeof createClaimWorld>>;

const input = () => {
  const now = new Date(Date.now() + 60_000);
  return { now, leaseUntil: new Date(now.getTime() + 15_000), limit: LIMIT, skipEndpoints: [] };
};
const fairly: Claim = (database) =>
  claimFairly(database, { ...input(), after: "", perEndpoint: 8, cautious: [], only: null });
const inOrder: Claim = (database) => claimInOrder(database, input());

/** However often it was planned: a plan for given values, then the generic one. */
const readsOften = async (world: ClaimWorld, claim: Claim, count: number): Promise<number> => {
  let most = 0;
  for (let i = 0; i < TIMES_UNTIL_GENERIC; i += 1) {
    const { claimed, read } = await world.reads(claim);
    expect(claimed).toHaveLength(count);
    most = Math.max(most, read);
  }
  return most;
};

test("a fair claim reads what it takes, not the backlog of the one endpoint that has almost all", async () => {
  const world = await createClaimWorld();
  await world.wait(await world.endpoint("big.example.com"), BACKLOG);
  // As autovacuum may leave it: as far as PostgreSQL knows, any endpoint has as much waiting as this one.
  await world.pool.query("vacuum analyze webhook_delivery, event");
  for (let i = 0; i < 20; i += 1) await world.wait(await world.endpoint(`small${i}.example.com`), 2);
  expect(await readsOften(world, fairly, 8 + 20 * 2)).toBeLessThan(BOUND);
  await world.pool.query("vacuum analyze");
  expect(await readsOften(world, fairly, 8 + 20 * 2)).toBeLessThan(BOUND);
});

test.each([
  { name: "in order", claim: inOrder, count: LIMIT },
  { name: "fair", claim: fairly, count: 8 },
])("a claim reads no history, and of what waits only what it takes: $name", async ({ claim, count }) => {
  const world = await createClaimWorld();
  const one = await world.endpoint("one.example.com");
  await world.wait(one, BACKLOG);
  await world.deliverAll();
  await world.wait(one, BACKLOG);
  await world.pool.query("vacuum analyze");
  expect(await readsOften(world, claim, count)).toBeLessThan(BOUND);
});

test("deliveries that nobody claimed before have no attempts, and none are looked for", async () => {
  const world = await createClaimWorld();
  // The worst plan: made while there were no attempts, it would read all of them for each delivery that is claimed.
  await world.pool.query("vacuum analyze webhook_attempt");
  await readsOften(world, inOrder, 0);
  const one = await world.endpoint("one.example.com");
  await world.wait(one, BACKLOG);
  await world.deliverAll();
  await world.wait(one, LIMIT);
  const { claimed, ofAttempts } = await world.reads(inOrder);
  expect(claimed.map(({ number }) => number)).toEqual(Array(LIMIT).fill(1));
  expect(ofAttempts).toBe(0);
});
