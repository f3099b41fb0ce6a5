import { beforeAll, describe, expect, test } from "vitest";
import { patchTenant, tenantDetail } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { expectRefused } from "../support/http/refused.ts";
import { trustAnIssuer } from "../support/wallet/trusted-issuer.ts";
import { countRows } from "../support/world/rows.ts";
import { ADMIN_KEY as adminKey } from "../support/world/service.ts";

const service = promisedServiceForFile();

beforeAll(() => trustAnIssuer(service.get().deps));

const DOCUMENT = { id: "document", use: "offer" };
const WALLET = { id: "wallet", use: "offer" };
const POLICY = { default: { minimumAge: 18, methods: [DOCUMENT, WALLET] }, regions: [] };

/** Every warning that a policy of a test may get. */
const acceptedWarnings = [
  "no_way_without_camera",
  "no_way_without_phone",
  "no_way_without_either",
  "one_way_only",
];

const publish = (id: string, policy: object | null) =>
  patchTenant(service.get().call, id, policy === null ? { policy } : { policy, acceptedWarnings });

describe("PATCH /admin/tenants/:id with a policy", () => {
  test("publishes it as the operator, shows its id, and takes it away again with null", async () => {
    const { call, deps, tenant } = service.get();
    const { id } = await tenant();
    expect(await tenantDetail(call, id)).not.toHaveProperty("policyId");
    const { policyId = "" } = await publish(id, POLICY);
    expect(policyId).toMatch(/^pol_[0-9a-z]{26}$/);
    expect(await tenantDetail(call, id)).toMatchObject({ policyId });
    expect(await deps.db.orm.policyVersion.findMany({ where: { tenantId: id } })).toMatchObject([
      { id: policyId, number: 1, content: POLICY, publishedBy: "admin" },
    ]);
    expect(await publish(id, null)).not.toHaveProperty("policyId");
    expect(await tenantDetail(call, id)).not.toHaveProperty("policyId");
    const audited = await deps.db.orm.auditEntry.findMany({
      where: { tenantId: id, actor: "admin", NOT: { action: { startsWith: "api_key" } } },
      orderBy: { id: "asc" },
    });
    expect(audited.map(({ action }) => action)).toEqual(["policy.publish", "policy.remove"]);
  });

  test("may name a method that the tenant does not offer, and leaves out the places", async () => {
    const { tenant } = service.get();
    const { id } = await tenant();
    const { policyId, methods } = await publish(id, { default: { methods: [WALLET, DOCUMENT] } });
    expect({ policyId, methods }).toEqual({ policyId: expect.any(String), methods: ["document"] });
  });

  const withRegion = (...regions: object[]) => ({ ...POLICY, regions });
  const refused: [string, object, string][] = [
    ["no default", { regions: [] }, "policy.default"],
    ["a default without methods", { default: {} }, "policy.default.methods"],
    ["an empty list of methods", { default: { methods: [] } }, "policy.default.methods"],
    ["a method twice", { default: { methods: [DOCUMENT, DOCUMENT] } }, "policy.default.methods"],
    [
      "another use",
      { default: { methods: [{ id: "document", use: "ask" }] } },
      "policy.default.methods.0.use",
    ],
    [
      "an unknown method",
      { default: { methods: [{ id: "x", use: "offer" }] } },
      "policy.default.methods.0.id",
    ],
    [
      "the sandbox",
      { default: { methods: [{ id: "sandbox", use: "offer" }] } },
      "policy.default.methods.0.id",
    ],
    ["a minimum age of 4", withRegion({ country: "AU", minimumAge: 4 }), "policy.regions.0.minimumAge"],
    ["no attempts", withRegion({ country: "AU", attemptsInAll: 0 }), "policy.regions.0.attemptsInAll"],
    ["eleven attempts", withRegion({ country: "AU", attemptsInAll: 11 }), "policy.regions.0.attemptsInAll"],
    ["six choices", withRegion({ country: "AU", minimumChoices: 6 }), "policy.regions.0.minimumChoices"],
    [
      "a proof of 366 days",
      withRegion({ country: "AU", proofMaxAgeDays: 366 }),
      "policy.regions.0.proofMaxAgeDays",
    ],
    ["another requirement", withRegion({ country: "AU", requires: ["luck"] }), "policy.regions.0.requires.0"],
    ["an unknown field", withRegion({ country: "AU", minAge: 18 }), "policy.regions.0.minAge"],
    ["a country in small letters", withRegion({ country: "au" }), "policy.regions.0.country"],
    ["a country that is none", withRegion({ country: "XX" }), "policy.regions.0.country"],
    ["a union", withRegion({ country: "EU" }), "policy.regions.0.country"],
    ["an old name of a country", withRegion({ country: "UK" }), "policy.regions.0.country"],
    ["a region of no country", withRegion({ country: "US", region: "XX-NY" }), "policy.regions.0.region"],
    ["a region elsewhere", withRegion({ country: "US", region: "CA-ON" }), "policy.regions.0.region"],
    ["a place twice", withRegion({ country: "AU" }, { country: "AU" }), "policy.regions.1"],
    [
      "a region twice",
      withRegion({ country: "US", region: "US-NY" }, { country: "US", region: "US-NY" }),
      "policy.regions.1",
    ],
  ];
  test.each(refused)("refuses %s, and writes nothing", async (_name, policy, path) => {
    const { call, deps, tenant } = service.get();
    const { id } = await tenant();
    const before = await countRows(deps);
    const body = { policy, acceptedWarnings };
    expectRefused(await call("PATCH", `/admin/tenants/${id}`, { adminKey, body }), path);
    expect(await countRows(deps)).toEqual(before);
    expect(await deps.db.orm.policyVersion.count({ where: { tenantId: id } })).toBe(0);
  });

  test("refuses accepted warnings without a policy", async () => {
    const { call, tenant } = service.get();
    const { id } = await tenant();
    const answer = await call("PATCH", `/admin/tenants/${id}`, { adminKey, body: { acceptedWarnings: [] } });
    expectRefused(answer, "acceptedWarnings", "a policy beside it");
  });

  test("changes other settings in the same request, or nothing at all", async () => {
    const { call, tenant } = service.get();
    const { id } = await tenant({ name: "Before" });
    const policy = { default: { methods: [{ id: "x", use: "offer" }] } };
    const refusedChange = await call("PATCH", `/admin/tenants/${id}`, {
      adminKey,
      body: { name: "After", policy },
    });
    expectRefused(refusedChange, "policy.default.methods.0.id");
    expect(await tenantDetail(call, id)).toMatchObject({ name: "Before" });
    const changed = await patchTenant(call, id, { name: "After", policy: POLICY, acceptedWarnings });
    expect(changed).toMatchObject({ name: "After", policyId: expect.any(String) });
  });
});
