import { describe, expect, test } from "vitest";
import { admin } from "#contracts/public/endpoints.ts";
import { start } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { expectRefused } from "../support/http/refused.ts";
import { testClock } from "../support/world/clock.ts";
import { ADMIN_KEY as adminKey } from "../support/world/service.ts";

const clock = testClock();
const service = promisedServiceForFile({ overrides: { now: clock.now } });

const page = async (path: string) => {
  const answer = await service.get().call("GET", path, { adminKey });
  const next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
  return { tenants: admin.listTenants.response.parse(answer.body), next, link: answer.headers.get("link") };
};

const newTenants = async (count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    clock.advance({ ms: 1 });
    ids.unshift((await service.get().tenant({ name: `Shop ${i}` })).id);
  }
  return ids;
};

describe("GET /admin/tenants", () => {
  test("is an array, newest first, with each tenant's bill", async () => {
    const ids = await newTenants(2);
    clock.advance({ ms: 1 });
    const { id, liveKey } = await service.get().tenant();
    await start(service.get().call, liveKey);
    const { tenants } = await page("/admin/tenants");
    expect(tenants.slice(0, 3).map((tenant) => tenant.id)).toEqual([id, ...ids]);
    expect(tenants.slice(0, 3).map(({ billing }) => billing.used)).toEqual([1, 0, 0]);
    for (const tenant of tenants) expect(tenant).not.toHaveProperty("apiKey");
  });

  test("leads through all pages by its Link header: nobody twice, nobody left out", async () => {
    const ids = await newTenants(7);
    const seen: string[] = [];
    let path: string | undefined = "/admin/tenants?limit=3";
    while (path !== undefined) {
      const { tenants, next } = await page(path);
      expect(tenants.length).toBeLessThanOrEqual(3);
      seen.push(...tenants.map(({ id }) => id));
      path = next;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.slice(0, 7)).toEqual(ids);
  });

  test("has no Link header on its last page, full or not", async () => {
    await newTenants(2);
    const all = await page("/admin/tenants?limit=100");
    expect(all.link).toBeNull();
    expect((await page(`/admin/tenants?limit=${all.tenants.length}`)).link).toBeNull();
    expect((await page(`/admin/tenants?limit=${all.tenants.length - 1}`)).next).toBeDefined();
  });

  test("takes a cursor of a tenant that is none as a place in the order", async () => {
    await newTenants(1);
    expect((await page("/admin/tenants?cursor=ten_zzzz")).tenants.length).toBeGreaterThan(0);
    expect((await page("/admin/tenants?cursor=0")).tenants).toEqual([]);
  });

  test.each([
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=-1", "limit"],
    ["limit=1.5", "limit"],
    ["limit=ten", "limit"],
    ["limit=", "limit"],
    ["limit=NaN", "limit"],
    ["limit=1e999", "limit"],
    ["cursor=", "cursor"],
    [`cursor=${"x".repeat(201)}`, "cursor"],
    ["cursor=%00", "cursor"],
    ["offset=1", "offset"],
  ])("refuses ?%s by name", async (query, path) => {
    expectRefused(await service.get().call("GET", `/admin/tenants?${query}`, { adminKey }), path);
  });
});
