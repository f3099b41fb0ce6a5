import { expect, onTestFinished, test } from "vitest";
import { examples } from "../../long.ts";
import { startCliService } from "../../support/cli/service-process.ts";
import { startTarget, verificationsOf } from "../../support/cli/target.ts";
import { start, submit } from "../../support/http/actions.ts";
import { workerStarter } from "../../support/webhooks/worker-process.ts";
import { eventually } from "../../support/world/eventually.ts";

const EVENTS = examples(1_000, 120);
const AT_ONCE = 10;
/** Every tenth ends by its time: that event is the worker's to make. */
const EXPIRES_EVERY = 10;

// The second complaint of research/r3-ecosystem.md, B.4.
test("2: random events are missing: of a thousand, with server and worker killed twice, every single one arrives", async () => {
  const world = await startCliService();
  const { call, deps, tenant } = world;
  const workers = workerStarter({ ...world.env, LOG_LEVEL: "info" }, "");
  onTestFinished(() => workers.close());
  let worker = await workers.start();
  const target = await startTarget();
  await world.listening(["--forward", target.url]);

  const ids: string[] = [];
  const makeOne = async (index: number): Promise<void> => {
    const { verificationId } = await start(call, tenant.testKey, { metadata: { index } });
    ids.push(verificationId);
    if (index % EXPIRES_EVERY === 0)
      await deps.db.orm.verification.update({
        where: { id: verificationId },
        data: { expiresAt: deps.now() },
      });
    else await submit(call, tenant.testKey, { verificationId, result: "approved" });
  };
  /** What they had leased is due at once, as after their minute. */
  const killBoth = async (): Promise<void> => {
    worker.kill("SIGKILL");
    await Promise.all([world.restartApi(), worker.ended]);
    worker = await workers.start();
  };
  for (let from = 0; from < EVENTS; from += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => makeOne(from + index)));
    // While events come, so that some are under way.
    if (
      from === Math.floor(EVENTS / 3 / AT_ONCE) * AT_ONCE ||
      from === Math.floor((2 * EVENTS) / 3 / AT_ONCE) * AT_ONCE
    )
      await killBoth();
  }
  expect(new Set(ids).size).toBe(EVENTS);
  const endLeases = () =>
    deps.db.pool.query("update webhook_delivery set next_attempt_at = now() where status = 'held'");
  const left = async (): Promise<number> => {
    const { rows } = await deps.db.pool.query(
      "select count(*)::int as left from verification where status in ('pending', 'in_progress')",
    );
    const held = await deps.db.orm.webhookDelivery.count({ where: { status: "held" } });
    return rows[0].left + held;
  };
  await endLeases();
  await eventually(left, 120_000).toBe(0);
  expect(verificationsOf(target.got)).toEqual(ids.toSorted());
  const eventIds = new Set(target.got.map(({ headers }) => headers["x-event-id"]));
  expect(eventIds.size).toBe(EVENTS);
  const states = await deps.db.orm.webhookDelivery.groupBy({ by: ["status"], _count: true });
  expect(states).toEqual([{ status: "delivered", _count: EVENTS }]);
}, 600_000);
