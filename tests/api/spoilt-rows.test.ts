import { beforeEach, expect, test } from "vitest";
import { admin } from "#contracts/public/endpoints.ts";
import { PLANS } from "#core/billing/plan.ts";
import { createLogger } from "#platform/log.ts";
import { freezeAllStatements } from "#services/usage/statements.ts";
import { start } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { testClock } from "../support/world/clock.ts";
import { ADMIN_KEY as adminKey, type TestTenant } from "../support/world/service.ts";
import { nextMonth } from "../support/world/statements.ts";

const clock = testClock();
const lines: string[] = [];
const log = createLogger({ level: "warn", now: clock.now, write: (line) => void lines.push(line) });
const service = promisedServiceForFile({ overrides: { now: clock.now, log } });

let tenant: TestTenant = { id: "", liveKey: "", testKey: "" };

beforeEach(async () => {
  tenant = await service.get().tenant();
  lines.length = 0;
});

const spoil = (overrides: unknown) =>
  service
    .get()
    .deps.db.pool.query("update tenant set overrides = $2 where id = $1", [
      tenant.id,
      JSON.stringify(overrides),
    ]);

const listed = async () => {
  const answer = await service.get().call("GET", "/admin/tenants?limit=100", { adminKey });
  return admin.listTenants.response.parse(answer.body);
};

const { included, hardLimit, rateLimitPerMinute } = PLANS.free;

test.each([
  ["a text for a number", { included: "a million", rateLimitPerMinute: 7 }, { rateLimitPerMinute: 7 }],
  ["a number beyond all counts", { hardLimit: 1e300 }, {}],
  ["a negative number", { included: -1 }, {}],
  ["a text", "unlimited", {}],
  ["a list", [1, 2], {}],
])("overrides edited by hand into %s leave the list, and the plan's numbers hold", async (_, stored, own) => {
  const other = await service.get().tenant({ overrides: { included: 12 } });
  await spoil(stored);
  const rows = new Map((await listed()).map(({ id, billing }) => [id, billing]));
  expect(rows.get(tenant.id)).toMatchObject({ included, hardLimit, rateLimitPerMinute, ...own });
  expect(rows.get(other.id)).toMatchObject({ included: 12 });
});

test("overage that a hand wrote as a text is not granted by it", async () => {
  await spoil({ included: 1, hardLimit: "none", overageAllowed: "false" });
  await start(service.get().call, tenant.liveKey);
  const second = await service.get().call("POST", "/verify/start", { key: tenant.liveKey, body: {} });
  expect([second.status, second.body.code]).toEqual([429, "QUOTA_EXCEEDED"]);
});

test("the log names the tenant and the fields, and not what is in them", async () => {
  await spoil({ included: "marker-of-this-test", hardLimit: true });
  await start(service.get().call, tenant.liveKey);
  await listed();
  const about = lines.filter((line) => line.includes(tenant.id));
  expect(about).toHaveLength(2);
  for (const line of about)
    expect(JSON.parse(line)).toMatchObject({
      ...{ level: "error", tenantId: tenant.id, column: "tenant.overrides" },
      fields: ["included", "hardLimit"],
    });
  expect(lines.join("")).not.toContain("marker-of-this-test");
});

test("a month that has ended is not billed by numbers that cannot be read, and others' months are", async () => {
  const { deps } = service.get();
  const other = await service.get().tenant();
  await deps.db.pool.query("update tenant_plan set overrides = $2 where tenant_id = $1", [
    tenant.id,
    JSON.stringify({ monthlyPriceMinor: "49.00" }),
  ]);
  const later = new Date(nextMonth(clock.now()).getTime() + 4 * 86_400_000);
  await freezeAllStatements({ ...deps, now: () => later }, 10);
  const frozen = await deps.db.orm.statement.findMany({ select: { tenantId: true } });
  expect(frozen.map(({ tenantId }) => tenantId)).toContain(other.id);
  expect(frozen.map(({ tenantId }) => tenantId)).not.toContain(tenant.id);
  expect(lines.filter((line) => line.includes(tenant.id)).join()).toContain("tenant_plan.overrides");
});
