import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { withClient } from "../../scripts/lib/database.ts";
import { serviceForFile } from "../support/world/service.ts";

const service = serviceForFile();

const MANY = 64;
const IN_TIME_MS = 1_000;

// The counter of one tenant is held, as by a start of another process that is about to commit: its other starts wait.
for (const isKeyed of [false, true]) {
  const how = isKeyed ? "with an Idempotency-Key each" : "without a key";

  test(`while ${MANY} starts of one tenant wait for each other, ${how}, another tenant's start is answered`, async () => {
    const { call, tenant, runtime } = service.get();
    const [busy, other] = [await tenant(), await tenant()];
    const start = (key: string, headers: Record<string, string> = {}) =>
      call("POST", "/verify/start", { key, headers, body: {} });
    for (const { liveKey } of [busy, other]) expect((await start(liveKey)).status).toBe(200);

    await withClient(runtime.config.DATABASE_URL, async (holder) => {
      await holder.query("begin");
      await holder.query("select 1 from usage_month where tenant_id = $1 for update", [busy.id]);
      const waiting = Array.from({ length: MANY }, (_, at) =>
        start(busy.liveKey, isKeyed ? { "idempotency-key": `start-${at}` } : {}),
      );
      await pause(200); // all of them have asked for a connection
      const answer = await Promise.race([start(other.liveKey), pause(IN_TIME_MS, null)]);
      await holder.query("rollback");
      await Promise.allSettled(waiting);
      expect(answer?.status).toBe(200);
    });
  });
}
