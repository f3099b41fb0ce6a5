import { expect, test, vi } from "vitest";
import { z } from "zod";
import { systemCtx } from "#runtime.ts";
import { signIn } from "#services/members/identify.ts";
import { admitDemoPeople, howToOpen } from "../../lab/bench/seed-large/people.ts";
import { seedLarge } from "../../lab/bench/seed-large/seed.ts";
import { DEMO_PEOPLE } from "../../scripts/local/oidc-people.ts";
import { consoleCall } from "../support/console/call.ts";
import { consoleForFile } from "../support/sign-in/identity.ts";

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
