import { expect, test } from "vitest";
import { withClient } from "../../scripts/lib/database.ts";
import { serviceForFile } from "../support/world/service.ts";

// With fewer, one owner has every place of keyed requests, and the others wait until its statements time out.
const service = serviceForFile({ env: { DATABASE_POOL_SIZE: "6" } });

const MANY = 64;

const WAITING = `
  select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

// The counter of one tenant is held, as by a start of another process that is about to commit: its other starts wait.
test.each([
  { how: "with an Idempotency-Key each", isKeyed: true },
  { how: "without a key", isKeyed: false },
])(
  `while ${MANY} starts of one tenant wait for each other, $how, another tenant's are answered`,
  async ({ isKeyed }) => {
    const { call, tenant, runtime } = service.get();
    const [busy, other] = [await tenant(), await tenant()];
    const start = (key: string, id: string | null) =>
      call("POST", "/verify/start", {
        key,
        headers: id === null ? {} : { "idempotency-key": id },
        body: {},
      });
    for (const { liveKey } of [busy, other]) expect((await start(liveKey, null)).status).toBe(200);

    await withClient(runtime.config.DATABASE_URL, async (holder) => {
      await holder.query("begin");
      await holder.query("select 1 from usage_month where tenant_id = $1 for update", [busy.id]);
      const waiting = Array.from({ length: MANY }, (_, at) =>
        start(busy.liveKey, isKeyed ? `start-${at}` : null),
      );
      await expect
        .poll(async () => (await holder.query(WAITING)).rowCount, { timeout: 30_000 })
        .toBeGreaterThan(0);
      const answers = [await start(other.liveKey, null), await start(other.liveKey, "one-of-its-own")];
      await holder.query("rollback");
      await Promise.allSettled(waiting);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    });
  },
);
