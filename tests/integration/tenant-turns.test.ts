import { expect, test } from "vitest";
import { inTenantTransaction } from "#data/members/members.ts";
import { serviceForFile } from "../support/world/service.ts";

// One for each of three callers at once.
const service = serviceForFile({ env: { DATABASE_POOL_SIZE: "3" } });

test("a change of a tenant waits for the one before it, and for no other tenant's", async () => {
  const { deps, tenant } = service.get();
  const [own, other] = [await tenant(), await tenant()];
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: asked, resolve: end } = Promise.withResolvers<void>();
  const order: string[] = [];
  const first = inTenantTransaction(deps.db, own.id, async () => {
    begin();
    await asked;
    order.push("first");
  });
  await begun;
  const second = inTenantTransaction(deps.db, own.id, async () => {
    order.push("second");
  });
  await inTenantTransaction(deps.db, other.id, async () => {
    order.push("another tenant's");
  });
  end();
  await Promise.all([first, second]);
  expect(order).toEqual(["another tenant's", "first", "second"]);
});

test("a change that fails writes nothing, and the next one goes on", async () => {
  const { deps, tenant } = service.get();
  const { id } = await tenant({ name: "Kiosk" });
  const rename = (name: string, fails: boolean) =>
    inTenantTransaction(deps.db, id, async (db) => {
      await db.tenant.update({ where: { id }, data: { name } });
      if (fails) throw new Error("refused");
      return name;
    });
  await expect(rename("Half", true)).rejects.toThrow("refused");
  const { name } = await deps.db.orm.tenant.findUniqueOrThrow({ where: { id } });
  expect([name, await rename("Corner", false)]).toEqual(["Kiosk", "Corner"]);
});
