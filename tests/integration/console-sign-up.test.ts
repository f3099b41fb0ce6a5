import { expect, test } from "vitest";
import { systemCtx } from "#runtime/runtime.ts";
import { beginConsole, signIn } from "#services/members/identify.ts";
import { consoleCall, sayYes } from "../support/console/call.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { callOf } from "../support/world/service.ts";

const service = consoleForFile();

const as = async (subject: string, path: string, input?: unknown, tenantId?: string) => {
  const { deps, identity } = service.get();
  return consoleCall(deps, path, input, { bearer: await identity.bearer(subject), tenantId });
};

/** The service as it would be with another rule of who may sign up. */
const withSignUp = (signUp: { isOpen: boolean; domains: string[] }) => {
  const { deps } = service.get();
  return { ...deps, settings: { ...deps.settings, signUp } };
};

const begin = async (subject: string, signUp: { isOpen: boolean; domains: string[] }) => {
  const { identity } = service.get();
  await knownPerson(service.get(), subject);
  return consoleCall(withSignUp(signUp), "session.begin", undefined, {
    bearer: await identity.bearer(subject),
  });
};

const madeTenants = () => service.get().deps.db.orm.tenant.count({ where: { madeBy: { not: null } } });

test("off: nobody gets a tenant, and the answer says what to do", async () => {
  const before = await madeTenants();
  const answer = await begin("ada", { isOpen: false, domains: [] });
  expect(answer).toMatchObject({ httpStatus: 403, errorCode: "SIGN_UP_CLOSED" });
  expect(answer.message).toMatch(
    /Ask the operator of this service for a tenant, or a member .* invitation link/,
  );
  expect(await madeTenants()).toBe(before);
});

test("limited to domains: people of others are refused, people of these get in", async () => {
  const refused = await begin("ben", { isOpen: true, domains: ["shop.example"] });
  expect(refused).toMatchObject({ errorCode: "SIGN_UP_CLOSED" });
  expect(refused.message).toContain("certain companies");
  expect(refused.message).not.toContain("shop.example");
  expect(await begin("ben", { isOpen: true, domains: ["shop.example", "people.test"] })).toMatchObject({
    data: [{ tenantName: "Ben's tenant", role: "owner" }],
  });
});

test("an address that the provider has not verified counts for no domain", async () => {
  const { deps } = service.get();
  const ctx = systemCtx(deps);
  const issuer = "https://id.test";
  const member = await signIn(ctx, { issuer, subject: "kim", name: "Kim", email: "kim@people.test" });
  const limited = withSignUp({ isOpen: true, domains: ["people.test"] });
  const person = { ...ctx, deps: limited, member, emailHash: null, sessionId: null };
  await expect(beginConsole(person)).rejects.toMatchObject({ code: "SIGN_UP_CLOSED" });
});

test("an invitation can be accepted whatever the rule is", async () => {
  const { id } = await service.get().tenant({ ownerEmail: "cyd@people.test" });
  expect(await begin("cyd", { isOpen: false, domains: [] })).toMatchObject({ data: [] });
  await sayYes(as, "cyd");
  expect(await begin("cyd", { isOpen: false, domains: [] })).toMatchObject({ data: [{ tenantId: id }] });
});

test("passing a tenant on makes no second one: each person makes one, ever", async () => {
  const dee = await knownPerson(service.get(), "dee");
  await knownPerson(service.get(), "eve");
  const first = await as("dee", "session.begin");
  expect(first).toMatchObject({ data: [{ role: "owner" }] });
  const { tenantId } = Object(first.data)[0];
  const { id: eveId } = await knownPerson(service.get(), "eve", { tenantId, role: "owner" });
  expect(await as("dee", "members.remove", { memberId: dee.id }, tenantId)).toMatchObject({
    httpStatus: 200,
  });
  const again = await as("dee", "session.begin");
  expect(again).toMatchObject({ errorCode: "SIGN_UP_CLOSED" });
  expect(again.message).toContain("You have already created a tenant here");
  // Who took it over has made none, and may once.
  await service.get().deps.db.orm.membership.deleteMany({ where: { memberId: eveId } });
  expect(await as("eve", "session.begin")).toMatchObject({ data: [{ tenantName: "Eve's tenant" }] });
});

test("somebody whose own tenant was closed still comes to it, and gets no other", async () => {
  await knownPerson(service.get(), "fay");
  const made = await as("fay", "session.begin");
  const { tenantId } = Object(made.data)[0];
  await callOf(service.get().deps)("PATCH", `/admin/tenants/${tenantId}`, {
    adminKey: service.get().deps.settings.adminKeys[0] ?? "",
    body: { isActive: false },
  });
  expect(await as("fay", "session.begin")).toMatchObject({ data: [{ tenantId, isActive: false }] });
});

test("the operator's own tenants are nobody's by sign-up", async () => {
  const { id } = await service.get().tenant();
  await knownPerson(service.get(), "gus", { tenantId: id, role: "owner" });
  await service.get().deps.db.orm.membership.deleteMany({ where: { tenantId: id } });
  expect(await as("gus", "session.begin")).toMatchObject({ data: [{ tenantName: "Gus's tenant" }] });
});

test("a tenant that signs up begins with codes and thresholds, one of the operator's with the token and the age", async () => {
  await knownPerson(service.get(), "hal");
  const made = await as("hal", "session.begin");
  const { tenantId } = Object(made.data)[0];
  expect(await as("hal", "settings.get", undefined, tenantId)).toMatchObject({
    data: { returnWith: "code", disclosure: "thresholds" },
  });
  const { id } = await service.get().tenant();
  await knownPerson(service.get(), "ira", { tenantId: id, role: "owner" });
  expect(await as("ira", "settings.get", undefined, id)).toMatchObject({ data: { returnWith: "token" } });
  expect(await service.get().deps.db.orm.tenant.findUniqueOrThrow({ where: { id } })).toMatchObject({
    disclosure: "age",
  });
});
