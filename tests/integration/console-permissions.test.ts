import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { permission as permissionSchema } from "#contracts/console/common.ts";
import type { Permission, Role } from "#core/access/permissions.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { contextOf } from "#trpc/init.ts";
import { appRouter } from "#trpc/root.ts";
import { EXAMPLES, type Things } from "../support/console/procedure-examples.ts";
import { knownPerson } from "../support/sign-in/identity.ts";
import { makeThings } from "../support/world/make-things.ts";
import { everythingOf } from "../support/world/rows.ts";
import { BASE_URL, serviceForFile } from "../support/world/service.ts";

// A permission is asked where the use case is, not only at the transport: a page or a job that calls a service must
// meet the same refusal. So the transport's own question is answered with yes here, and every later one with no.

const asked = vi.hoisted((): { permissions: string[] } => ({ permissions: [] }));
vi.mock("#core/access/permissions.ts", async (importActual) => ({
  ...(await importActual<object>()),
  mayDo: (_role: Role, permission: Permission) => asked.permissions.push(permission) === 1,
}));

const service = serviceForFile();
let things: Things;

const declared = z.object({
  meta: z.object({ permission: z.union([permissionSchema, z.enum(["signed-in", "operator"])]) }),
});
const OF_TENANT = Object.entries(appRouter._def.procedures)
  .map(([path, procedure]) => ({ path, ...declared.parse(Reflect.get(procedure, "_def")).meta }))
  .filter(({ permission }) => permission !== "signed-in" && permission !== "operator");

// Everybody may read the list of members and leave; taking out another member is what the use case asks about.
const OTHERWISE: Record<string, Permission> = { "members.remove": "members.write" };

const callAs = async (subject: string, path: string): Promise<unknown> => {
  const { deps } = service.get();
  const member = await knownPerson({ deps }, subject, { tenantId: things.tenantId, role: "owner" });
  const person = {
    ...systemCtx(deps),
    member: { ...member, name: subject },
    emailHash: null,
    sessionId: null,
  };
  const context = contextOf(deps, new Request(BASE_URL), "req_direct");
  const caller: unknown = appRouter.createCaller({
    ...context,
    tenantId: things.tenantId,
    person: () => Promise.resolve(person),
  });
  const call = path.split(".").reduce<unknown>((found, name) => Reflect.get(Object(found), name), caller);
  return Reflect.apply(Object(call), undefined, [EXAMPLES[path]?.input(things)]);
};

beforeAll(async () => {
  things = await makeThings(service.get(), "Shop", "ada", "hal");
});
beforeEach(() => {
  asked.permissions = [];
});

test("there are procedures in tenants", () => {
  expect(OF_TENANT.length).toBeGreaterThan(30);
});

describe.each(OF_TENANT)("$path", ({ path, permission }) => {
  test("the use case refuses a member without the permission by itself, before it writes", async () => {
    const before = await everythingOf(service.get().deps, things.tenantId);
    asked.permissions = [];
    await expect(callAs("ada", path)).rejects.toMatchObject({
      cause: { code: "PERMISSION_DENIED", message: expect.stringContaining(OTHERWISE[path] ?? permission) },
    });
    expect(asked.permissions).toEqual([permission, OTHERWISE[path] ?? permission]);
    expect(await everythingOf(service.get().deps, things.tenantId)).toEqual(before);
  });
});
