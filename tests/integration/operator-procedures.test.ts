import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { NO_OPERATORS, readOperators } from "#core/operator/operators.ts";
import { memberNames } from "#data/members/members.ts";
import { systemCtx } from "#runtime/runtime.ts";
import type { Deps } from "#services/context.ts";
import { signIn } from "#services/members/identify.ts";
import { appRouter } from "#trpc/root.ts";
import { type ConsoleAnswer, consoleCall } from "../support/console/call.ts";
import { EXAMPLES, type Things } from "../support/console/procedure-examples.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { makeThings } from "../support/world/make-things.ts";
import { ADMIN_KEY } from "../support/world/service.ts";

// The operator's procedures are for the people whom OPERATORS names; to everybody else they do not exist.

const service = consoleForFile({ env: { OPERATORS: "Fay@people.test, claim:groups=ops" } });

const declared = z.object({ meta: z.object({ permission: z.string() }), type: z.string() });
const PATHS = Object.entries(appRouter._def.procedures)
  .map(([path, procedure]) => ({ path, ...declared.parse(Reflect.get(procedure, "_def")) }))
  .filter(({ meta }) => meta.permission === "operator");

const SECRETS = /avk_[A-Za-z0-9]{10}|whsec_|adm_k|vi_[A-Za-z0-9_-]{20}|BEGIN [A-Z ]*PRIVATE|"d":/;

let things: Things;
let operatorId = "";
const call = async (subject: string | null, path: string, input?: unknown, deps: Deps = service.get().deps) =>
  consoleCall(deps, path, input, {
    bearer: subject === null ? undefined : await service.get().identity.bearer(subject),
    tenantId: things.tenantId,
  });
const asOperator = (path: string, input?: unknown) => call("fay", `operator.${path}`, input);

beforeAll(async () => {
  const { deps } = service.get();
  things = await makeThings(service.get(), "Shop", "ada", "hal");
  operatorId = (await knownPerson({ deps }, "fay")).id;
  await knownPerson({ deps }, "eve");
});

const withoutIds = ({ headers: _headers, requestId: _id, ...answer }: ConsoleAnswer) => answer;

describe.each(PATHS)("$path", ({ path }) => {
  const input = () => EXAMPLES[path]?.input(things);

  test("an owner, a viewer and a stranger get one answer, whatever they send, and nothing is written", async () => {
    const { deps } = service.get();
    const before = await deps.db.orm.auditEntry.count();
    const answers = await Promise.all([
      ...["ada", "hal", "eve"].map((subject) => call(subject, path, input())),
      call("ada", path, { nonsense: true }),
    ]);
    for (const answer of answers) expect(withoutIds(answer)).toEqual(withoutIds(answers[0] as ConsoleAnswer));
    expect(answers[0]).toMatchObject({ httpStatus: 404, errorCode: "NOT_FOUND" });
    expect(await deps.db.orm.auditEntry.count()).toBe(before);
  });

  test("nobody who is signed out gets further than to sign-in", async () => {
    expect(await call(null, path, input())).toMatchObject({ httpStatus: 401 });
  });

  test("who is taken out of OPERATORS is refused at the next call", async () => {
    const { deps } = service.get();
    const without = { ...deps, settings: { ...deps.settings, operators: NO_OPERATORS } };
    expect(await call("fay", path, input(), without)).toMatchObject({
      httpStatus: 404,
      errorCode: "NOT_FOUND",
    });
  });

  if (EXAMPLES[path]?.isRead)
    test("answers an operator, without any secret", async () => {
      const answer = await call("fay", path, input());
      expect(answer, answer.message).toMatchObject({ httpStatus: 200 });
      expect(JSON.stringify(answer.data)).not.toMatch(SECRETS);
    });

  if (EXAMPLES[path]?.isWrite)
    test("changes a tenant, and both trails say so", async () => {
      const mine = await makeThings(service.get(), `Changed by ${path}`, "ben", "gus");
      const answer = await call("fay", path, EXAMPLES[path]?.input(mine));
      expect(answer, answer.message).toMatchObject({ httpStatus: 200 });
      const actor = `operator:${operatorId}`;
      const owners = await consoleCall(
        service.get().deps,
        "reports.audit",
        { actor, limit: 10 },
        { bearer: await service.get().identity.bearer("ben"), tenantId: mine.tenantId },
      );
      // Who of the operator's people it was, the tenant does not learn.
      expect(owners.data).toMatchObject({ entries: [{ actor, actorName: null }] });
      const trail = await asOperator("audit", { tenantId: mine.tenantId, actor, limit: 10 });
      expect(trail.data).toMatchObject({
        entries: [{ actor, actorName: "Fay", tenant: { id: mine.tenantId, name: mine.tenantName } }],
      });
      expect(JSON.stringify([owners.data, trail.data])).not.toMatch(SECRETS);
    });
});

test("a call that any member of a tenant can make says only to an operator that they are one", async () => {
  const answers = await Promise.all(["fay", "ada"].map((subject) => call(subject, "session.me")));
  expect(answers.map(({ data }) => Object(data).isOperator)).toEqual([true, false]);
});

describe("who is one", () => {
  const isOne = async (subject: string, profile: { email: string | null; claims?: string[] }) => {
    const { deps } = service.get();
    const issuer = deps.identity?.signIn.issuer ?? "";
    await signIn(systemCtx(deps), { issuer, subject, name: "Somebody", ...profile });
    return Object((await call(subject, "session.me")).data).isOperator;
  };

  test("an address counts as the provider verifies it, in any letter case", async () => {
    expect(await isOne("gus", { email: "FAY@People.test" })).toBe(true);
  });

  test("an address that the provider does not verify does not count", async () => {
    expect(await isOne("gus", { email: null })).toBe(false);
  });

  test("a claim counts as of the last sign-in", async () => {
    expect(await isOne("gus", { email: null, claims: ["groups=ops"] })).toBe(true);
    expect(await isOne("gus", { email: null, claims: ["groups=other"] })).toBe(false);
    expect(await isOne("gus", { email: null })).toBe(false);
  });

  test("the setting takes addresses and claims, and no claim that would pass by the verification", () => {
    expect(readOperators("Ada@Example.com, claim:groups=lintel ops")).toEqual({
      emails: ["ada@example.com"],
      claims: ["groups=lintel ops"],
    });
    for (const wrong of ["ada", "claim:email=ada@example.com", "claim:groups", "claim:=x", "a@b,,c@d"])
      expect(readOperators(wrong), wrong).toBeNull();
  });
});

test("an operator makes a key that reads metrics and nothing else, and takes it back", async () => {
  const { call: request } = service.get();
  const made = await asOperator("createAdminKey", { name: "Prometheus", scope: "metrics" });
  const { id: keyId, value: adminKey } = Object(made.data);
  expect((await request("GET", "/admin/metrics", { adminKey })).status).toBe(200);
  expect((await request("GET", "/admin/tenants", { adminKey })).status).toBe(403);
  const listed = await asOperator("adminKeys", {});
  expect(Object(listed.data).keys).toContainEqual(expect.objectContaining({ id: keyId, scope: "metrics" }));
  expect(JSON.stringify(listed.data)).not.toContain(adminKey);
  expect(await asOperator("revokeAdminKey", { keyId })).toMatchObject({ httpStatus: 200 });
  expect((await request("GET", "/admin/metrics", { adminKey })).status).toBe(401);
});

describe("changes of a tenant", () => {
  const newTenant = async () => (await service.get().tenant({ name: "Changed" })).id;
  const view = async (tenantId: string) => Object((await asOperator("tenant", { tenantId })).data);

  test("of two operators who change different fields at once, both do", async () => {
    const tenantId = await newTenant();
    const answers = await Promise.all([
      asOperator("updateTenant", { tenantId, name: "Renamed", seen: { name: "Changed" } }),
      asOperator("updateTenant", { tenantId, plan: "scale", seen: { plan: "free" } }),
    ]);
    expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200]);
    expect(await view(tenantId)).toMatchObject({ name: "Renamed", plan: "scale" });
  });

  test("of two operators who change the same field at once, one is told", async () => {
    const tenantId = await newTenant();
    const change = (included: number) =>
      asOperator("updateTenant", { tenantId, overrides: { included }, seen: { overrides: {} } });
    const answers = await Promise.all([change(1), change(2)]);
    expect(answers.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409]);
    expect(answers.find(({ httpStatus }) => httpStatus === 409)?.message).toMatch(
      /^You changed the limits and prices of this tenant in another window on .*, after you began\. Nothing was saved\.$/,
    );
    const entries = await service.get().deps.db.orm.auditEntry.count({
      where: { tenantId, action: "tenant.update" },
    });
    expect(entries).toBe(1);
  });

  test("the second hears whether it was a colleague, by name, or an admin key, and only about what they change", async () => {
    const { deps, call: request } = service.get();
    const tenantId = await newTenant();
    const issuer = deps.identity?.signIn.issuer ?? "";
    const profile = { name: "Gil", email: null, claims: ["groups=ops"] };
    const gil = await signIn(systemCtx(deps), { issuer, subject: "gil", ...profile });
    expect(await call("gil", "operator.updateTenant", { tenantId, plan: "scale" })).toMatchObject({
      httpStatus: 200,
    });
    const renamed = await request("PATCH", `/admin/tenants/${tenantId}`, {
      ...{ adminKey: ADMIN_KEY, body: { name: "By key" } },
    });
    expect(renamed.status).toBe(200);
    const seen = { name: "Changed", plan: "free", overrides: {} };
    const refused = await asOperator("updateTenant", { tenantId, name: "Mine", plan: "growth", seen });
    const name = (await memberNames(deps.db.orm, [gil.id])).get(gil.id);
    expect(refused).toMatchObject({
      ...{ httpStatus: 409, errorCode: "CONFLICT" },
      issues: [
        { path: "name", message: "An admin key changed this after you began." },
        { path: "plan", message: `${name} changed this after you began.` },
      ],
    });
    expect(await view(tenantId)).toMatchObject({ name: "By key", plan: "scale", overrides: {} });
    const other = await asOperator("updateTenant", { tenantId, overrides: { included: 5 }, seen });
    expect(other, other.message).toMatchObject({ httpStatus: 200 });
    expect(await view(tenantId)).toMatchObject({ name: "By key", plan: "scale", overrides: { included: 5 } });
  });

  test("a tenant that is suspended is reopened with its keys; one that is closed has none", async () => {
    const tenantId = await newTenant();
    await asOperator("suspendTenant", { tenantId });
    expect(await view(tenantId)).toMatchObject({ isActive: false });
    await asOperator("reopenTenant", { tenantId });
    expect(await view(tenantId)).toMatchObject({ isActive: true });
    const wrong = await asOperator("closeTenant", { tenantId, name: "Another" });
    expect(wrong).toMatchObject({ httpStatus: 400 });
    const closed = await asOperator("closeTenant", { tenantId, name: "Changed" });
    expect(closed.data).toEqual({ keysRevoked: 2 });
    expect(await view(tenantId)).toMatchObject({ isActive: false });
  });

  test("a tenant is found by a part of its name or id, and by a whole address", async () => {
    const { data } = await asOperator("createTenant", { name: "100%_Wein", ownerEmail: "Anna@Wein.test" });
    const tenantId = String(Object(data).id);
    const found = async (search: string): Promise<string[]> => {
      const answer = await asOperator("tenants", { search, limit: 100 });
      return Object(answer.data).tenants.map(({ id }: { id: string }) => id);
    };
    expect(await found("100%_wEIN")).toEqual([tenantId]);
    expect(await found(tenantId)).toEqual([tenantId]);
    expect(await found(" anna@wein.TEST ")).toEqual([tenantId]);
    expect(await found("ada@people.test")).toContain(things.tenantId);
    // Wild cards are taken as they are, and an address is never half guessed.
    expect(await found("1%W")).toEqual([]);
    expect(await found("anna@wein")).toEqual([]);
  });
});
