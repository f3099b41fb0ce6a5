import { expect, test } from "vitest";
import { freezeAllStatements } from "#services/usage/statements.ts";
import { withClient } from "../../scripts/lib/database.ts";
import { applyMigrations } from "../../scripts/lib/migrations.ts";
import { testClock } from "../support/world/clock.ts";
import { createEmptyDatabase } from "../support/world/database.ts";
import { ourFolderBefore } from "../support/world/prisma-folder.ts";
import { createService } from "../support/world/service.ts";
import { monthText, nextMonth } from "../support/world/statements.ts";

const UPGRADE = "20261121130000_freeze_statements";

test("a tenant from before the upgrade has its plan since its creation, and months that were over say that it is assumed", async () => {
  await using database = await createEmptyDatabase();
  await applyMigrations(database.url, await ourFolderBefore(UPGRADE));
  const upgradedAt = new Date();
  const created = new Date(Date.UTC(upgradedAt.getUTCFullYear(), upgradedAt.getUTCMonth() - 2, 17));
  const id = "ten_01k9aaaaaaaaaaaaaaaaaaaaaa";
  await withClient(database.url, async (client) => {
    await client.query(
      `insert into tenant (id, name, plan, overrides, created_at, updated_at)
        values ($1, 'Old Shop', 'growth', '{"monthlyPriceMinor": 4900}', $2, $2)`,
      [id, created],
    );
    await client.query("insert into usage_month values ($1, $2::date, 'live', 12)", [
      id,
      `${monthText(created)}-01`,
    ]);
  });
  await applyMigrations(database.url);
  const clock = testClock(new Date());
  const borrowed = { url: database.url, [Symbol.asyncDispose]: async () => {} };
  const { deps, close } = await createService({ database: borrowed, overrides: { now: clock.now } });
  try {
    const plans = await deps.db.orm.tenantPlan.findMany({ where: { tenantId: id } });
    expect(plans).toMatchObject([
      { plan: "growth", overrides: { monthlyPriceMinor: 4_900 }, validFrom: created },
    ]);
    expect(plans[0]?.recordedAt.getTime()).toBeGreaterThanOrEqual(upgradedAt.getTime());
    await freezeAllStatements(deps, 10); // the worker's first act after the upgrade
    clock.set(nextMonth(clock.now()));
    await freezeAllStatements(deps, 10);
    const frozen = await deps.db.orm.statement.findMany({
      where: { tenantId: id },
      orderBy: { month: "asc" },
    });
    expect(frozen.map(({ content }) => content)).toMatchObject([
      { month: monthText(created), isPlanAssumed: true, billing: { used: 12, amountDue: 4_900 } },
      { month: monthText(created, 1), isPlanAssumed: true, billing: { used: 0, amountDue: 4_900 } },
      { month: monthText(upgradedAt), isPlanAssumed: false, billing: { amountDue: 4_900 } },
    ]);
    expect(frozen.map(({ csv }) => csv.includes("plan,growth,assumed\r\n"))).toEqual([true, true, false]);
  } finally {
    await close();
  }
});
