import type pg from "pg";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { ensureRequestLogDays } from "#data/service/request-logs.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { signIn } from "#services/members/identify.ts";
import { parkIndexes, restoreIndexes } from "../../lab/bench/seed-large/indexes.ts";
import { admitDemoPeople, howToOpen } from "../../lab/bench/seed-large/people.ts";
import { seedLarge } from "../../lab/bench/seed-large/seed.ts";
import { findLargeTenant } from "../../lab/bench/seed-large/tenant.ts";
import { writeDays } from "../../lab/bench/seed-large/threads.ts";
import { withClient } from "../../scripts/lib/database.ts";
import { DEMO_PEOPLE } from "../../scripts/local/oidc-people.ts";
import { consoleCall } from "../support/console/call.ts";
import { consoleForFile } from "../support/sign-in/identity.ts";
import { createDatabase } from "../support/world/database.ts";

const service = consoleForFile();
// A seed ends with VACUUM, and a busy machine takes its time for that.
vi.setConfig({ testTimeout: 90_000 });

const seed = () => {
  const { runtime } = service.get();
  return seedLarge(runtime, { databaseUrl: runtime.config.DATABASE_URL, count: 120, note: () => {} });
};

test("the demo people open the large tenant with the roles they have in the demo, and see its rows", async () => {
  const { deps, identity } = service.get();
  const { issuer } = identity;
  for (const { subject, name, email } of DEMO_PEOPLE) {
    await signIn(systemCtx(deps), { issuer, subject, name, email });
  }
  const { tenantId } = await seed();
  const people = await admitDemoPeople(service.get().runtime, tenantId, issuer);
  expect(howToOpen(tenantId, people, "http://localhost:3000")).toBe(
    `Open http://localhost:3000/console/${tenantId} and sign in as Ada Demo (owner) or Ben Demo (viewer).`,
  );
  for (const { subject, role } of DEMO_PEOPLE) {
    const bearer = await identity.bearer(subject);
    const me = await consoleCall(deps, "session.me", undefined, { bearer });
    expect(me.data).toMatchObject({ tenants: [{ tenantId, role }] });
    const list = await consoleCall(deps, "verifications.list", { limit: 50 }, { bearer, tenantId });
    const { verifications } = z.object({ verifications: z.array(z.unknown()) }).parse(list.data);
    expect(verifications).toHaveLength(50);
  }
});

test("a second run adds nothing, and gives nobody another role", async () => {
  const { deps, identity, runtime } = service.get();
  await seed();
  const { tenantId, written } = await seed();
  expect(written).toBe(0);
  const before = await deps.db.orm.membership.findMany({ where: { tenantId }, orderBy: { memberId: "asc" } });
  await admitDemoPeople(runtime, tenantId, identity.issuer);
  expect(
    await deps.db.orm.membership.findMany({ where: { tenantId }, orderBy: { memberId: "asc" } }),
  ).toEqual(before);
});

test("where nobody of the demo is known, the last words say how to become its owner", async () => {
  const { runtime } = service.get();
  expect(await admitDemoPeople(runtime, "ten_x", "http://localhost:1")).toEqual([]);
  expect(await admitDemoPeople(runtime, "ten_x", null)).toEqual([]);
  expect(howToOpen("ten_x", [], "https://age.test")).toContain(
    "curl -X POST https://age.test/admin/tenants/ten_x/invitations",
  );
});

test("threads write each day once, and all that the seed writes fits together", async () => {
  const { runtime } = service.get();
  const { pool } = runtime.deps.db;
  await seed();
  const tenant = await findLargeTenant(runtime);
  if (!tenant) throw new Error("the seed made no tenant");
  const day = (age: number, of: number) => ({
    day: new Date(`2025-03-0${9 - age}T00:00:00Z`),
    dayMs: 86_400_000,
    of,
    age,
  });
  const plan = [day(0, 60), day(1, 50), day(2, 40), day(3, 30)];
  const written: number[] = [];
  const order = { databaseUrl: runtime.config.DATABASE_URL, tenant, now: runtime.deps.now() };
  await ensureRequestLogDays(runtime.deps.db, [
    ...plan.map((one) => one.day),
    new Date("2025-03-10T00:00:00Z"),
  ]);
  await writeDays(order, plan, ({ of }) => written.push(of), 3);
  expect(written.sort((a, b) => a - b)).toEqual([30, 40, 50, 60]);

  const { rows } = await pool.query(
    `with v as (select * from verification where created_at between '2025-03-01' and '2025-03-11'),
      ended as (select * from v where status in ('completed', 'failed', 'expired'))
    select (select count(*)::int from v) as verifications,
      (select sum(started)::int from usage_month where month = '2025-03-01') as counted,
      (select count(*)::int from v where verified) - (select count(*)::int from token t join v on v.id = t.verification_id
        where v.verified and t.verified_age is not distinct from v.verified_age) as without_token,
      (select sum(attempts)::int from v) - (select count(*)::int from method_attempt a join v on v.id = a.verification_id)
        as without_attempt,
      (select count(*)::int from ended) - (select count(*)::int from event e join ended v on v.id = e.verification_id
        where e.type = 'verification.' || v.status and e.body::jsonb ->> 'request_id' = v.request_id) as without_event,
      (select count(*)::int from ended) - (select count(*)::int from event e join ended v on v.id = e.verification_id
        join webhook_delivery d on d.event_id = e.id
        where d.attempt = (select count(*) from webhook_attempt a where a.delivery_id = d.id)) as without_delivery`,
  );
  expect(rows).toEqual([
    {
      verifications: 180,
      counted: 180,
      without_token: 0,
      without_attempt: 0,
      without_event: 0,
      without_delivery: 0,
    },
  ]);
});

/** Indexes and constraints as PostgreSQL would write them. */
const definitions = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ text: string }>(
    `select pg_get_indexdef(indexrelid) as text from pg_index i join pg_class c on c.oid = i.indrelid
       where c.relnamespace = 'public'::regnamespace
     union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
       where connamespace = 'public'::regnamespace order by 1`,
  );
  return rows.map(({ text }) => text);
};

test("an empty database has its indexes and foreign keys back after a load, also after one that was interrupted", async () => {
  await using database = await createDatabase();
  await withClient(database.url, async (client) => {
    const before = await definitions(client);
    expect(await parkIndexes(client)).toBe(true);
    const parked = await definitions(client);
    expect(parked.length).toBeLessThan(before.length - 20);
    expect(parked.join()).toContain("verification_pkey");

    let isKilled = false;
    await withClient(database.url, (second) =>
      restoreIndexes(second, (line) => {
        if (line.startsWith("verification_combination_idx")) throw new Error("killed");
      }),
    ).catch(() => {
      isKilled = true;
    });
    expect(isKilled).toBe(true);
    const half = await definitions(client);
    expect(half.length).toBeGreaterThan(parked.length);
    expect(half.length).toBeLessThan(before.length);

    // The next run finds them taken away, and takes away no more.
    expect(await parkIndexes(client)).toBe(true);
    await restoreIndexes(client, () => {});
    expect(await definitions(client)).toEqual(before);
    const { rows } = await client.query("select to_regnamespace('seed_large') as left_over");
    expect(rows).toEqual([{ left_over: null }]);
  });
});

test("a database with verifications keeps its indexes while it is filled", async () => {
  const { runtime } = service.get();
  await seed();
  await withClient(runtime.config.DATABASE_URL, async (client) => {
    const before = await definitions(client);
    expect(await parkIndexes(client)).toBe(false);
    expect(await definitions(client)).toEqual(before);
  });
});
