import { expect, test } from "vitest";
import { oldestWaiting, requestsSince } from "#data/alerts/conditions.ts";
import { ensureRequestLogDays } from "#data/service/request-logs.ts";
import { OLDEST_WAITING } from "#data/sql/webhooks.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { withClient } from "../../scripts/lib/database.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { alertWorld, minutesAgo } from "../support/alerts/world.ts";

// `queue_lag` is the one sign of a deployment whose last worker shut down cleanly, so no broken endpoint may hide it.

const DEAD = 20_000;
/** Pages of PostgreSQL: all the deliveries have hundreds. */
const MOST_PAGES = 60;

test("one dead endpoint's many deliveries neither hide a late one of a working endpoint nor are read", {
  timeout: 60_000,
}, async () => {
  const own = await alertWorld();
  const { deps, tenantId, hookId, clock } = own;
  const db = deps.db.orm;
  const { endpoint } = await createEndpoint(await ownerCtx(deps, tenantId), {
    url: "https://dead.example.com/",
  });
  await db.webhookEndpoint.update({
    where: { id: endpoint.id },
    data: { failingSince: minutesAgo(own, 90) },
  });
  const [first, late] = [minutesAgo(own, 80), minutesAgo(own, 20)];
  // By a connection of its own: the pool's end what takes longer than a request may.
  await withClient(own.databaseUrl, async (client) => {
    await client.query(
      `insert into event (id, tenant_id, about_tenant_id, request_id, type, mode, body, created_at)
       select 'evt_' || i, $1, $1, 'req_1', 'alert.raised', 'live', '{}', $2 from generate_series(0, $3::int) i`,
      [tenantId, first, DEAD],
    );
    await client.query(
      `insert into webhook_delivery (id, tenant_id, endpoint_id, event_id, next_attempt_at, created_at)
       select 'dlv_' || i, $1, $2, 'evt_' || i, $3, $3 from generate_series(1, $4::int) i`,
      [tenantId, endpoint.id, first, DEAD],
    );
    await client.query("vacuum analyze webhook_delivery");
  });
  expect(await oldestWaiting(deps.db, clock.now())).toBeNull();
  await own.run();
  expect(await own.alerts("queue_lag")).toEqual([]);

  await db.webhookDelivery.create({
    data: {
      ...{ id: "dlv_0", tenantId, endpointId: hookId, eventId: "evt_0" },
      ...{ nextAttemptAt: late, createdAt: late },
    },
  });
  expect(await oldestWaiting(deps.db, clock.now())).toEqual(late);
  await own.run();
  expect(await own.alerts("queue_lag")).toMatchObject([{ detail: { minutes: 20 }, resolvedAt: null }]);

  const text = `explain (analyze, buffers, format json) ${OLDEST_WAITING.text}`;
  const { rows } = await deps.db.pool.query(text, [clock.now()]);
  const { Plan } = rows[0]["QUERY PLAN"][0];
  expect(Plan["Shared Hit Blocks"] + Plan["Shared Read Blocks"]).toBeLessThan(MOST_PAGES);
});

test("what the caller got wrong is no failure of the service: only a status of 500 or above counts", async () => {
  const own = await alertWorld();
  const { deps, clock } = own;
  await ensureRequestLogDays(deps.db, [clock.now()]);
  await deps.db.orm.requestLog.createMany({
    data: Array.from({ length: 120 }, (_, index) => ({
      ...{
        id: `log_${index}`,
        time: clock.now(),
        requestId: `req_${index}`,
        method: "PATCH",
        url: "/scim/v2",
      },
      ...{ status: [400, 401, 404, 429][index % 4] ?? 400, durationMs: 1, event: "request" },
    })),
  });
  expect(await requestsSince(deps.db.orm, minutesAgo(own, 5))).toEqual({ requests: 120, broken: 0 });
  await own.run();
  expect(await own.alerts("error_rate")).toEqual([]);
});
