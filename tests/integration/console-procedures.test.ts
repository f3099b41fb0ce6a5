import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { permission as permissionSchema } from "#contracts/console/common.ts";
import { isToChange, mayDo, type Permission, ROLES, type Role } from "#core/access/permissions.ts";
import { TENANT_HEADER } from "#core/member.ts";
import { exportVerificationsCsv } from "#trpc/export-csv.ts";
import { appRouter } from "#trpc/root.ts";
import { consoleCall } from "../support/console/call.ts";
import { EXAMPLES, type Things } from "../support/console/procedure-examples.ts";
import { patchTenant } from "../support/http/actions.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { startStandIns } from "../support/vendors/walk.ts";
import { makeThings } from "../support/world/make-things.ts";
import { everythingOf } from "../support/world/rows.ts";
import { BASE_URL } from "../support/world/service.ts";

// Every procedure there is, by every role, with the own tenant's things and another's. The list comes from the
// router: a new procedure without an example, or without a permission, fails here.

// Keys of vendors are tried before they are kept.
const standIns = await startStandIns();
afterAll(() => standIns.stop());

const service = consoleForFile({ env: standIns.env });

type Declared = { path: string; permission: Permission | "signed-in"; type: "query" | "mutation" };

const declared = z.object({
  type: z.enum(["query", "mutation"]),
  meta: z.object({ permission: z.union([permissionSchema, z.enum(["signed-in", "operator"])]) }),
});

const ALL = Object.entries(appRouter._def.procedures).map(([path, procedure]) => {
  const { meta, type } = declared.parse(Reflect.get(procedure, "_def"), {
    error: () => `${path} declares no permission`,
  });
  return { path, type, permission: meta.permission };
});

// Those of operators are in operator-procedures.test.ts.
const PROCEDURES: Declared[] = ALL.flatMap(({ permission, ...row }) =>
  permission === "operator" ? [] : [{ ...row, permission }],
);

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

const thingsOf = (name: string, owner: string, other: string): Promise<Things> =>
  makeThings(service.get(), name, owner, other);

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
  expect(Object.keys(EXAMPLES).sort()).toEqual(ALL.map(({ path }) => path).sort());
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

describe("a closed tenant", () => {
  const ofTenant = PROCEDURES.filter(({ permission }) => permission !== "signed-in");
  // A download is a mutation, as the audit trail says who took it, and changes nothing.
  const changes = ofTenant.filter(
    ({ type, permission }) => type === "mutation" && permission !== "signed-in" && isToChange(permission),
  );
  let closed: Things;
  const ask = (path: string) =>
    consoleCall(service.get().deps, path, EXAMPLES[path]?.input(closed), {
      bearer: bearers.get("owner"),
      tenantId: closed.tenantId,
    });

  beforeAll(async () => {
    closed = await thingsOf("Closed", "ada", "hal");
    await patchTenant(service.get().call, closed.tenantId, { isActive: false });
  });

  test.each(changes)("$path changes nothing, and says why", async ({ path }) => {
    const { deps } = service.get();
    const before = await everythingOf(deps, closed.tenantId);
    const answer = await ask(path);
    expect(answer).toMatchObject({ httpStatus: 403, errorCode: "TENANT_CLOSED" });
    expect(answer.message).toContain("This tenant is closed");
    expect(await everythingOf(deps, closed.tenantId)).toEqual(before);
  });

  test("what is stored about a person can still be downloaded for them", async () => {
    const answer = await ask("verifications.download");
    expect(answer.data).toMatchObject({ verificationId: closed.verificationId });
  });

  test.each(ofTenant.filter(({ path }) => EXAMPLES[path]?.isRead))(
    "$path still answers",
    async ({ path }) => {
      const answer = await ask(path);
      expect(answer, answer.message).toMatchObject({ httpStatus: 200, errorCode: null });
    },
  );

  test("its list of verifications still has its row, and its export its line", async () => {
    const { deps } = service.get();
    const list = await ask("verifications.list");
    expect(list.data).toMatchObject({ verifications: [{ verificationId: closed.verificationId }] });
    const exported = await exportVerificationsCsv(
      deps,
      new Request(`${BASE_URL}/api/console/export/verifications`, {
        method: "POST",
        headers: {
          "sec-fetch-site": "same-origin",
          "content-type": "application/json",
          authorization: `Bearer ${bearers.get("owner")}`,
          [TENANT_HEADER]: closed.tenantId,
        },
        body: "{}",
      }),
    );
    expect(await exported.text()).toContain(closed.verificationId);
  });

  test("nobody leaves it either: its members stay as they are", async () => {
    const { deps } = service.get();
    const answer = await consoleCall(
      deps,
      "members.remove",
      { memberId: closed.memberId },
      { bearer: await service.get().identity.bearer("hal"), tenantId: closed.tenantId },
    );
    expect(answer).toMatchObject({ errorCode: "TENANT_CLOSED" });
  });
});
