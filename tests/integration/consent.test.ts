import { describe, expect, test } from "vitest";
import { z } from "zod";
import { answerScim } from "#http/scim/answer.ts";
import { addressesOf } from "#services/members/addresses.ts";
import { type ConsoleAnswer, consoleCall } from "../support/console/call.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";

// Consent is the only door into a tenant: what others write about a person makes nobody a member.

const service = consoleForFile();

const as = async (
  subject: string,
  path: string,
  input?: unknown,
  tenantId?: string,
): Promise<ConsoleAnswer> => {
  const { deps, identity } = service.get();
  return consoleCall(deps, path, input, { bearer: await identity.bearer(subject), tenantId });
};

const offered = z.object({
  accepted: z.array(z.object({ tenantId: z.string(), isLookAlike: z.boolean() })),
  offers: z.array(
    z.object({
      tenantId: z.string(),
      tenantName: z.string(),
      role: z.string(),
      from: z.object({ kind: z.string(), name: z.string().nullable() }),
      isLookAlike: z.boolean(),
    }),
  ),
});

const membershipsOf = async (subject: string) =>
  offered.parse((await as(subject, "session.memberships")).data);

const offersFrom = async (subject: string, tenantId: string) =>
  (await membershipsOf(subject)).offers.filter((offer) => offer.tenantId === tenantId);

const markOf = async (subject: string, tenantId: string) =>
  (await membershipsOf(subject)).accepted.find((each) => each.tenantId === tenantId)?.isLookAlike;

const tenantsOf = async (subject: string): Promise<string[]> => {
  const { data } = await as(subject, "session.begin");
  const rows = z.array(z.object({ tenantId: z.string() })).parse(data);
  return rows.map(({ tenantId }) => tenantId);
};

const scimOf = async (tenantId: string, owner: string) => {
  const connected = await as(owner, "directory.connect", { role: "admin" }, tenantId);
  const { token } = z.object({ token: z.string() }).parse(connected.data);
  return async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/scim+json" };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const request = new Request(`http://localhost/scim/v2${path}`, { method, headers, ...sent });
    const answer = await answerScim(service.get().deps, `/scim/v2${path}`, request);
    const given: unknown = answer?.body ? JSON.parse(answer.body) : {};
    return { status: answer?.status, body: z.record(z.string(), z.unknown()).parse(given) };
  };
};

const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/** Another's tenant with this name, of a person whom nobody knows. */
const strangers = async (name: string) => {
  const { id: tenantId } = await service.get().tenant({ name });
  await knownPerson(service.get(), "hal", { tenantId, role: "owner" });
  return tenantId;
};

const WAYS = {
  directory: async (tenantId: string, subject: string) => {
    await knownPerson(service.get(), subject);
    const scim = await scimOf(tenantId, "hal");
    const userName = `${subject}@people.test`;
    await scim("POST", "/Users", { schemas: [USER], userName, active: true, emails: [{ value: userName }] });
  },
  invitation: async (tenantId: string, subject: string) => {
    await knownPerson(service.get(), subject);
    await as("hal", "members.invite", { role: "admin", email: `${subject}@people.test` }, tenantId);
  },
} as const;

describe.each(["directory", "invitation"] as const)("whom a stranger's %s names", (way) => {
  test("is no member after signing in, sees nothing of the tenant, and their calls go to their own", async () => {
    const own = (await service.get().tenant({ name: "Demo Shop" })).id;
    await knownPerson(service.get(), "ada", { tenantId: own, role: "owner" });
    const theirs = await strangers("!Demo Shop");
    await WAYS[way](theirs, "ada");
    expect(await tenantsOf("ada")).not.toContain(theirs);
    expect(await as("ada", "settings.get", undefined, theirs)).toMatchObject({
      httpStatus: 404,
      errorCode: "TENANT_NOT_FOUND",
    });
    const { data } = await as("ada", "session.me");
    expect(JSON.stringify(data)).not.toContain(theirs);
    const list = await as("hal", "members.list", undefined, theirs);
    expect(JSON.stringify(list.data)).not.toContain("Ada");
    const mailed = await addressesOf(service.get().deps, service.get().deps.db.orm, theirs, "alerts.read");
    expect(JSON.stringify(mailed)).not.toContain("ada@people.test");
    await service.get().deps.db.orm.membership.deleteMany({ where: { tenantId: own } });
  });

  test("is asked once, with the role, who asks, and a mark on a name that looks like one of their own", async () => {
    const own = (await service.get().tenant({ name: "Demo Shop" })).id;
    await knownPerson(service.get(), "ben", { tenantId: own, role: "developer" });
    const theirs = await strangers("dеmo-shop!");
    await WAYS[way](theirs, "ben");
    await tenantsOf("ben");
    expect(await offersFrom("ben", theirs)).toEqual([
      {
        tenantId: theirs,
        tenantName: "dеmo-shop!",
        role: "admin",
        from: way === "directory" ? { kind: "directory", name: null } : { kind: "member", name: "Hal" },
        isLookAlike: true,
      },
    ]);
    const other = await strangers(`Kiosk by ${way}`);
    await WAYS[way](other, "ben");
    expect(await offersFrom("ben", other)).toMatchObject([{ isLookAlike: false }]);
    // Two of one's own that look alike are both marked.
    expect(await markOf("ben", own)).toBe(false);
    await as("ben", "session.acceptOffer", { tenantId: theirs, role: "admin" });
    expect([await markOf("ben", own), await markOf("ben", theirs)]).toEqual([true, true]);
    await service.get().deps.db.orm.membership.deleteMany({ where: { tenantId: { in: [own, theirs] } } });
  });

  test("is a member by their own yes, and only in the role that they were shown", async () => {
    const theirs = await strangers("Kiosk");
    await WAYS[way](theirs, "cyd");
    await tenantsOf("cyd");
    expect(await as("cyd", "session.acceptOffer", { tenantId: theirs, role: "owner" })).toMatchObject({
      errorCode: "CONFLICT",
    });
    expect(await as("cyd", "session.acceptOffer", { tenantId: theirs, role: "admin" })).toMatchObject({
      httpStatus: 200,
    });
    expect(await tenantsOf("cyd")).toContain(theirs);
    expect(await offersFrom("cyd", theirs)).toEqual([]);
    const list = await as("hal", "members.list", undefined, theirs);
    expect(list.data).toMatchObject({ invitations: [] });
    expect(JSON.stringify(list.data)).toContain("cyd@people.test");
  });

  test("who says no is not asked again, and their name reaches nobody", async () => {
    const theirs = await strangers("Kiosk");
    await WAYS[way](theirs, "dee");
    await tenantsOf("dee");
    expect(await as("dee", "session.declineOffer", { tenantId: theirs })).toMatchObject({ httpStatus: 200 });
    await tenantsOf("dee");
    expect(await offersFrom("dee", theirs)).toEqual([]);
    expect(await as("dee", "session.acceptOffer", { tenantId: theirs, role: "admin" })).toMatchObject({
      errorCode: "INVITATION_INVALID",
    });
    for (const path of ["members.list", "reports.audit"]) {
      const { data } = await as("hal", path, path === "reports.audit" ? {} : undefined, theirs);
      expect(data, path).not.toBeNull();
      expect(JSON.stringify(data), path).not.toContain("Dee");
    }
  });

  test("who has no other tenant gets none by waiting, and one of their own by a no", async () => {
    const theirs = await strangers("Kiosk");
    const subject = way === "directory" ? "eve" : "fay";
    await WAYS[way](theirs, subject);
    expect(await tenantsOf(subject)).toEqual([]);
    await as(subject, "session.declineOffer", { tenantId: theirs });
    const [own, ...others] = await tenantsOf(subject);
    expect([own === theirs, others]).toEqual([false, []]);
  });
});

test("a directory's answers stay the same whatever the person says, and its no ends the question", async () => {
  const theirs = await strangers("Works");
  const scim = await scimOf(theirs, "hal");
  const userName = "gus@people.test";
  const user = { schemas: [USER], userName, active: true, emails: [{ value: userName }] };
  const { body } = await scim("POST", "/Users", user);
  const path = `/Users/${body.id}`;
  const isActive = async () => (await scim("GET", path)).body.active;
  const set = (active: boolean) =>
    scim("PATCH", path, { schemas: [PATCH], Operations: [{ op: "replace", path: "active", value: active }] });
  await knownPerson(service.get(), "gus");
  await tenantsOf("gus");
  expect([await isActive(), (await offersFrom("gus", theirs)).length]).toEqual([true, 1]);
  const waiting = () => as("hal", "directory.waiting", undefined, theirs);
  expect((await waiting()).data).toMatchObject({
    count: 1,
    people: [{ name: null, email: userName, role: "admin", hasDeclined: false }],
  });
  await set(false);
  expect(await offersFrom("gus", theirs)).toEqual([]);
  await set(true);
  await as("gus", "session.declineOffer", { tenantId: theirs });
  expect([await isActive(), await offersFrom("gus", theirs)]).toEqual([true, []]);
  expect((await waiting()).data).toMatchObject({ count: 1, people: [{ hasDeclined: true }] });
  await set(false);
  await set(true);
  expect([await isActive(), (await offersFrom("gus", theirs)).length]).toEqual([true, 1]);
  await as("gus", "session.acceptOffer", { tenantId: theirs, role: "admin" });
  expect((await waiting()).data).toMatchObject({ count: 0, people: [] });
});

test("who has left is asked, not taken back, when the directory deactivates and activates them", async () => {
  const theirs = await strangers("Works");
  const scim = await scimOf(theirs, "hal");
  const cyd = await knownPerson(service.get(), "cyd", { tenantId: theirs, role: "viewer" });
  const userName = "cyd@people.test";
  const user = { schemas: [USER], userName, active: true, emails: [{ value: userName }] };
  const { body } = await scim("POST", "/Users", user);
  await as("cyd", "members.remove", { memberId: cyd.id }, theirs);
  for (const value of [false, true])
    await scim("PATCH", `/Users/${body.id}`, {
      schemas: [PATCH],
      Operations: [{ op: "replace", path: "active", value }],
    });
  expect(await as("cyd", "settings.get", undefined, theirs)).toMatchObject({ httpStatus: 404 });
  expect(await tenantsOf("cyd")).not.toContain(theirs);
  expect(await offersFrom("cyd", theirs)).toHaveLength(1);
});

describe("a call that names no tenant", () => {
  const member = async (subject: string, ...names: string[]) => {
    const { deps } = service.get();
    const { id: memberId } = await knownPerson(service.get(), subject);
    await deps.db.orm.membership.deleteMany({ where: { memberId } });
    const ids: string[] = [];
    for (const name of names) {
      const { id: tenantId } = await service.get().tenant({ name });
      await knownPerson(service.get(), subject, { tenantId, role: "owner" });
      ids.push(tenantId);
    }
    return ids;
  };

  test("is for the only tenant of a person, whatever waits for their answer", async () => {
    const [own] = await member("ada", "Mine");
    const theirs = await strangers("!Mine");
    await WAYS.invitation(theirs, "ada");
    await tenantsOf("ada");
    expect(await as("ada", "settings.get")).toMatchObject({ httpStatus: 200, data: { tenantId: own } });
  });

  test("of a person in several is refused, reads and writes alike, and says how to name one", async () => {
    const [first, second] = await member("ben", "!A", "B");
    const made = await as("ben", "webhooks.createEndpoint", {
      url: "https://hooks.example/in",
      events: ["verification.completed"],
    });
    for (const answer of [await as("ben", "settings.get"), made]) {
      expect(answer).toMatchObject({ httpStatus: 400, errorCode: "TENANT_REQUIRED" });
      expect(answer.message).toMatch(/2 tenants.*x-lintel-tenant.*session\.me/);
    }
    const { deps } = service.get();
    const where = { tenantId: { in: [first ?? "", second ?? ""] } };
    expect(await deps.db.orm.webhookEndpoint.count({ where })).toBe(0);
    expect(await as("ben", "settings.get", undefined, second)).toMatchObject({ data: { tenantId: second } });
  });
});
