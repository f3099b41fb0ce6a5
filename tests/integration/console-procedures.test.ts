import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { permission as permissionSchema } from "#contracts/console/common.ts";
import { mayDo, type Permission, ROLES, type Role } from "#core/access.ts";
import { inTransaction } from "#data/client.ts";
import { systemCtx } from "#runtime.ts";
import { newInvitation } from "#services/members/new-invitation.ts";
import { createEndpoint } from "#services/webhooks/create-endpoint.ts";
import { appRouter } from "#trpc/root.ts";
import { complete, keyIdOf, start } from "../support/actions.ts";
import { consoleCall } from "../support/console-call.ts";
import { consoleForFile, knownPerson } from "../support/identity.ts";
import { EXAMPLES, type Things } from "../support/procedure-examples.ts";

// Every procedure there is, by every role, with the own tenant's things and another's. The list comes from the
// router: a new procedure without an example, or without a permission, fails here.

const service = consoleForFile();

type Declared = { path: string; permission: Permission | "signed-in" };

const declared = z.object({
  meta: z.object({ permission: z.union([permissionSchema, z.literal("signed-in")]) }),
});

const PROCEDURES: Declared[] = Object.entries(appRouter._def.procedures).map(([path, procedure]) => {
  const { meta } = declared.parse(Reflect.get(procedure, "_def"), {
    error: () => `${path} declares no permission`,
  });
  return { path, permission: meta.permission };
});

const SUBJECTS: Record<Role, string> = {
  owner: "ada",
  admin: "ben",
  developer: "cyd",
  support: "dee",
  viewer: "eve",
};
const bearers = new Map<string, string>();
let own = "";
let foreign: Things;
let mine: Things;

const thingsOf = async (name: string, ownerSubject: string, otherSubject: string): Promise<Things> => {
  const { deps, call, tenant: newTenant } = service.get();
  const ctx = systemCtx(deps);
  const tenant = await newTenant({ name });
  const owner = await knownPerson({ deps }, ownerSubject, { tenantId: tenant.id, role: "owner" });
  const other = await knownPerson({ deps }, otherSubject, { tenantId: tenant.id, role: "viewer" });
  const { endpoint } = await createEndpoint(ctx, { tenantId: tenant.id, url: "https://hooks.example.com/x" });
  const { verificationId } = await start(call, tenant.liveKey);
  await complete(call, tenant.liveKey, { verificationId, verifiedAge: 30 });
  const { invitation } = await inTransaction(deps.db, (db) =>
    newInvitation(ctx, db, { tenantId: tenant.id, role: "viewer", email: null }),
  );
  const delivery = await deps.db.orm.webhookDelivery.findFirstOrThrow({ where: { tenantId: tenant.id } });
  return {
    tenantId: tenant.id,
    tenantName: name,
    keyId: await keyIdOf(deps, tenant.id),
    keyName: "First live key",
    memberId: other.id,
    ownerId: owner.id,
    endpointId: endpoint.id,
    deliveryId: delivery.id,
    verificationId,
    invitationId: invitation.id,
  };
};

beforeAll(async () => {
  const { deps, identity } = service.get();
  mine = await thingsOf("Mine", "ada", "hal");
  foreign = await thingsOf("Foreign", "fay", "gus");
  own = mine.tenantId;
  for (const role of ROLES) {
    const subject = SUBJECTS[role];
    await knownPerson({ deps }, subject, { tenantId: own, role });
    bearers.set(role, await identity.bearer(subject));
  }
});

test("every procedure has an example, and no example is left over", () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(PROCEDURES.map(({ path }) => path).sort());
});

describe.each(PROCEDURES)("$path ($permission)", ({ path, permission }) => {
  const inputFor = (things: Things): unknown => EXAMPLES[path]?.input(things);
  const inTenant = permission !== "signed-in";

  test("without a bearer: refused", async () => {
    const answer = await consoleCall(service.get().deps, path, inputFor(mine), { tenantId: own });
    expect(answer).toMatchObject({ httpStatus: 401, errorCode: "UNAUTHENTICATED_MEMBER" });
  });

  if (inTenant)
    test("in another tenant: as if there were none", async () => {
      for (const role of ROLES) {
        const answer = await consoleCall(service.get().deps, path, inputFor(foreign), {
          bearer: bearers.get(role),
          tenantId: foreign.tenantId,
        });
        expect(answer, role).toMatchObject({ httpStatus: 404, errorCode: "TENANT_NOT_FOUND" });
      }
    });

  if (inTenant)
    test("roles without the permission: denied, and nothing is written", async () => {
      const { deps } = service.get();
      const audits = () => deps.db.orm.auditEntry.count({ where: { tenantId: own } });
      const before = await audits();
      for (const role of ROLES.filter((each) => !mayDo(each, permission))) {
        const answer = await consoleCall(deps, path, inputFor(mine), {
          bearer: bearers.get(role),
          tenantId: own,
        });
        expect(answer, role).toMatchObject({ httpStatus: 403, errorCode: "PERMISSION_DENIED" });
        expect(answer.message).toContain(role);
      }
      expect(await audits()).toBe(before);
    });

  if (inTenant && EXAMPLES[path]?.namesThings)
    test("another tenant's id: as if there were none", async () => {
      const { deps } = service.get();
      const before = await deps.db.orm.auditEntry.count({ where: { tenantId: foreign.tenantId } });
      const answer = await consoleCall(deps, path, inputFor(foreign), {
        bearer: bearers.get("owner"),
        tenantId: own,
      });
      expect(answer.data, JSON.stringify(answer)).toEqual(EXAMPLES[path]?.emptyForForeign ?? null);
      if (!EXAMPLES[path]?.emptyForForeign) expect(answer.httpStatus).toBe(404);
      expect(await deps.db.orm.auditEntry.count({ where: { tenantId: foreign.tenantId } })).toBe(before);
    });

  if (!EXAMPLES[path]?.takesNothing)
    test("input that is not the contract's: refused with the field", async () => {
      const answer = await consoleCall(
        service.get().deps,
        path,
        { nonsense: true },
        {
          bearer: bearers.get("owner"),
          tenantId: own,
        },
      );
      expect(answer).toMatchObject({ httpStatus: 400, errorCode: "INVALID_REQUEST_BODY" });
      expect(answer.issues.length).toBeGreaterThan(0);
    });
});

describe("roles that have the permission", () => {
  // Reading first: what writes changes what the others find.
  const reads = PROCEDURES.filter(({ path }) => EXAMPLES[path]?.isRead);
  test.each(reads)("$path answers", async ({ path, permission }) => {
    for (const role of ROLES.filter((each) => permission === "signed-in" || mayDo(each, permission))) {
      const answer = await consoleCall(service.get().deps, path, EXAMPLES[path]?.input(mine), {
        bearer: bearers.get(role),
        tenantId: own,
      });
      expect(answer, `${role} ${answer.message}`).toMatchObject({ httpStatus: 200, errorCode: null });
    }
  });

  const writes = PROCEDURES.filter(({ path }) => EXAMPLES[path]?.isWrite);
  test.each(writes)("$path writes, with an audit row", async ({ path }) => {
    const { deps } = service.get();
    const things = await thingsOf(`Written by ${path}`, "ada", "hal");
    const answer = await consoleCall(deps, path, EXAMPLES[path]?.input(things), {
      bearer: bearers.get("owner"),
      tenantId: things.tenantId,
    });
    expect(answer, answer.message).toMatchObject({ httpStatus: 200, errorCode: null });
    const audit = await deps.db.orm.auditEntry.findMany({
      where: { tenantId: things.tenantId, actor: `member:${things.ownerId}` },
    });
    expect(audit.length).toBeGreaterThan(0);
    expect(JSON.stringify(audit)).not.toMatch(/avk_|whsec_|vi_[A-Za-z0-9]{20}/);
  });
});
