import { describe, expect, test } from "vitest";
import { z } from "zod";
import { findTenant } from "#data/tenants/tenants.ts";
import { answerScim } from "#http/scim/answer.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { directoryPeople } from "#services/members/directory-list.ts";
import { deletePerson } from "#services/tenants/people.ts";
import { directoriesOf, ENTERPRISE, type Got, USER } from "../support/scim/directory.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";

const service = consoleForFile();

const { as, connected } = directoriesOf(service);

/** As Microsoft Entra ID sends it: learn.microsoft.com, "Develop a SCIM endpoint". */
const entraUser = (name: string) => ({
  schemas: [USER, ENTERPRISE],
  externalId: `0a21f0f2-8d2a-4f8e-bf98-${name}`,
  userName: `${name}@people.test`,
  active: true,
  emails: [{ primary: true, type: "work", value: `${name}@people.test` }],
  meta: { resourceType: "User" },
  name: { formatted: `${name} Doe`, familyName: "Doe", givenName: name },
  roles: [],
  [ENTERPRISE]: { department: "Research", manager: { value: "26118915-6090-4610-87e4-49d8ca9f808d" } },
});

describe("a directory's people", () => {
  test("become members when they sign in, with the directory's role, and leave when they are deactivated", async () => {
    const { call, roleOf, patch } = await connected("support");
    await knownPerson(service.get(), "ben");
    const made = await call("/Users", { method: "POST", body: entraUser("ben") });
    expect([made.status, made.body.active, made.headers["content-type"]]).toEqual([
      ...[201, true, "application/scim+json; charset=utf-8"],
    ]);
    expect(made.headers.location).toMatch(/\/scim\/v2\/Users\/dpn_\w{26}$/);
    expect(await roleOf("ben")).toBe("support");
    await patch(String(made.body.id), { op: "Replace", path: "active", value: "False" });
    expect((await call(`/Users/${made.body.id}`)).body.active).toBe(false);
    expect(await roleOf("ben")).toBeNull();
  });

  test.each([
    ["as text in any case", { op: "Replace", path: "active", value: "False" }],
    ["as a boolean with a path", { op: "replace", path: "active", value: false }],
    ["as a boolean without a path", { op: "Replace", value: { active: false } }],
    ["as text without a path", { op: "replace", value: { active: "False" } }],
    ["with the schema in the path", { op: "Replace", path: `${USER}:active`, value: "False" }],
  ])("are deactivated %s", async (_how, operation) => {
    const { add, patch, call } = await connected();
    const { id } = await add("ben@people.test");
    expect((await patch(id, operation)).status).toBe(200);
    expect((await call(`/Users/${id}`)).body.active).toBe(false);
    expect((await patch(id, { op: "Replace", path: "active", value: "True" })).body.active).toBe(true);
  });

  test.each([
    ["as `Active`", { op: "Replace", path: "Active", value: "False" }],
    ["as `Active` without a path", { op: "Replace", value: { Active: false } }],
    ["with the schema in the name, as text", { op: "replace", value: { [`${USER}:active`]: "False" } }],
    [
      "with the schema in another case",
      { op: "replace", path: `${USER.toUpperCase()}:ACTIVE`, value: "false" },
    ],
  ])("are deactivated %s, too", async (_how, operation) => {
    const { add, patch } = await connected();
    const { id } = await add("ben@people.test");
    expect((await patch(id, operation)).body.active).toBe(false);
  });

  test("whom the directory has deactivated come back by `true` alone", async () => {
    const { add, patch, call, roleOf } = await connected();
    await knownPerson(service.get(), "fay");
    const { id } = await add("fay@people.test");
    expect(await roleOf("fay")).toBe("viewer");
    await patch(id, { op: "replace", path: "active", value: false });
    const body = { userName: "fay@people.test" };
    for (const answer of [
      await patch(id, { op: "remove", path: "active" }),
      await patch(id, { op: "replace", path: "active", value: null }),
      await patch(id, { op: "add", value: { active: null, displayName: "Fay" } }),
      await call(`/Users/${id}`, { method: "PUT", body }),
      await call(`/Users/${id}`, { method: "PUT", body: { ...body, active: null } }),
    ])
      expect([answer.status, answer.body.active]).toEqual([200, false]);
    expect(await roleOf("fay")).toBeNull();
    await call(`/Users/${id}`, { method: "PUT", body: { ...body, active: true } });
    expect(await roleOf("fay")).toBe("viewer");
  });

  test("a change without a path and without an object is the directory's fault, not ours", async () => {
    const { add, patch } = await connected();
    const { id } = await add("gus@x.test");
    for (const operation of [{ op: "add", value: null }, { op: "replace", value: [] }, { op: "remove" }])
      expect((await patch(id, operation)).status).toBe(400);
  });

  test("come back as members when they are activated again, and are gone when they are deleted", async () => {
    const { add, patch, call, roleOf } = await connected();
    await knownPerson(service.get(), "cyd");
    const { id } = await add("cyd@people.test");
    expect(await roleOf("cyd")).toBe("viewer");
    await patch(id, { op: "replace", path: "active", value: false });
    await patch(id, { op: "replace", path: "active", value: true });
    expect(await roleOf("cyd")).toBe("viewer");
    expect((await call(`/Users/${id}`, { method: "DELETE" })).status).toBe(204);
    expect(await roleOf("cyd")).toBeNull();
    expect((await call(`/Users/${id}`)).status).toBe(404);
  });

  test("get the role that the directory names, in each of the forms that directories use", async () => {
    const { add, patch, roleOf } = await connected();
    await knownPerson(service.get(), "dee");
    const { id } = await add("dee@people.test", { roles: [{ value: "developer", primary: true }] });
    expect(await roleOf("dee")).toBe("developer");
    for (const [operation, role] of [
      [{ op: "Add", path: 'roles[primary eq "True"].value', value: "admin" }, "admin"],
      [{ op: "Replace", path: "roles", value: [{ value: "support" }] }, "support"],
      [{ op: "replace", value: { roles: [{ value: "Admin", primary: "True" }] } }, "admin"],
    ] as const) {
      expect((await patch(id, operation)).status).toBe(200);
      expect(await roleOf("dee")).toBe(role);
    }
  });

  test("can never be made owners, and a last owner cannot be taken out", async () => {
    const { add, patch, call, ownerId, tenantId } = await connected();
    const refused = await add("eve@people.test", { roles: [{ value: "owner" }] });
    expect([refused.status, refused.body.scimType]).toEqual([400, "invalidValue"]);
    const { id } = await add("ada@people.test");
    const kept = await patch(id, { op: "Replace", path: "active", value: "False" });
    expect([kept.status, kept.body.status]).toEqual([409, "409"]);
    expect((await call(`/Users/${id}`)).body.active).toBe(true);
    await patch(id, { op: "Replace", path: "roles", value: [{ value: "viewer" }] });
    const { data } = await as("ada", "members.list", undefined, tenantId);
    const row = z.object({ members: z.array(z.object({ id: z.string(), role: z.string() })) }).parse(data);
    expect(row.members).toEqual([{ id: ownerId, role: "owner" }]);
  });

  test("an owner who is not the last one leaves with the directory", async () => {
    const { add, patch, roleOf, tenantId } = await connected();
    await knownPerson(service.get(), "fay", { tenantId, role: "owner" });
    const { id } = await add("fay@people.test");
    expect((await patch(id, { op: "Replace", path: "active", value: "False" })).status).toBe(200);
    expect(await roleOf("fay")).toBeNull();
  });

  test("whom a member has removed stay out until the directory activates them anew", async () => {
    const { add, patch, roleOf, tenantId } = await connected();
    const gus = await knownPerson(service.get(), "gus");
    const { id } = await add("gus@people.test");
    await roleOf("gus");
    await as("ada", "members.remove", { memberId: gus.id }, tenantId);
    expect(await roleOf("gus")).toBeNull();
    await patch(id, { op: "replace", path: "active", value: false });
    await patch(id, { op: "replace", path: "active", value: true });
    expect(await roleOf("gus")).toBe("viewer");
  });

  test("whom the operator has deleted join again when they sign in", async () => {
    const { add, roleOf } = await connected();
    const dee = await knownPerson(service.get(), "dee");
    await add("dee@people.test");
    expect(await roleOf("dee")).toBe("viewer");
    const { deps } = service.get();
    await deletePerson(systemCtx(deps), dee.id);
    await knownPerson(service.get(), "dee");
    expect(await roleOf("dee")).toBe("viewer");
  });

  test("two requests to add one name make one person", async () => {
    const { add } = await connected();
    const both = await Promise.all([add("hal@people.test"), add("HAL@people.test")]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body.scimType).toBe("uniqueness");
  });
});

describe("the protocol", () => {
  test("filters by name and external id, whatever the case of the name, and pages from 1", async () => {
    const { add, call } = await connected();
    for (const name of ["a", "b", "c"]) await add(`${name}@x.test`, { externalId: `X-${name}` });
    const namesOf = ({ body }: Got): string[] =>
      z
        .array(z.object({ userName: z.string() }))
        .parse(body.Resources)
        .map(({ userName }) => userName);
    const list = async (query: string) => namesOf(await call(`/Users?${query}`));
    const by = (filter: string) => list(`filter=${encodeURIComponent(filter)}`);
    expect(await by('userName eq "B@X.test"')).toEqual(["b@x.test"]);
    expect(await by('externalId eq "X-c"')).toEqual(["c@x.test"]);
    expect(await by('externalId eq "x-c"')).toEqual([]);
    expect(await by('userName sw "A" and active eq true')).toEqual(["a@x.test"]);
    expect(await by("active eq false")).toEqual([]);
    expect(await list("startIndex=2&count=1")).toEqual(["b@x.test"]);
    expect(await list("startIndex=0&count=-1")).toEqual([]);
    expect((await call("/Users?count=0")).body).toMatchObject({ totalResults: 3, itemsPerPage: 0 });
    expect((await call("/Users?filter=userName%20xx%20%22a%22")).body).toMatchObject({
      status: "400",
      scimType: "invalidFilter",
    });
  });

  test("a filter has at most ten conditions, however they are written", async () => {
    const { add, call } = await connected();
    await add("mia@x.test");
    const asked = async (filter: string) => {
      const { status, body } = await call(`/Users?filter=${encodeURIComponent(filter)}`);
      return [status, body.scimType ?? body.totalResults];
    };
    const some = (count: number, by: string) => Array(count).fill('displayName co "z"').join(by);
    expect(await asked('userName co "mia" or userName co "a" or userName co "b"')).toEqual([200, 1]);
    expect(await asked(some(10, " and "))).toEqual([200, 0]);
    for (const filter of [
      some(11, " or "),
      some(11, "\tOR\t"),
      some(400, " and "),
      Array(20).fill("(userName pr or id pr)").join("and"),
      Array(11).fill('id eq "z"').join("or"),
      `userName eq "${"a".repeat(1_000)}"`,
    ])
      expect([filter, ...(await asked(filter))]).toEqual([filter, 400, "invalidFilter"]);
  });

  test("a filter's text can be anything, and none makes the service try every way to read it", async () => {
    const { add, call } = await connected();
    const name = String.raw`CORP\ada "and" or (not)`;
    await add(name, { displayName: "Ada" });
    await add("mia@x.test", { emails: [{ value: "Mia@x.test", type: "work" }] });
    const asked = async (filter: string) => {
      const { status, body } = await call(`/Users?filter=${encodeURIComponent(filter)}`);
      return [status, body.scimType ?? body.totalResults];
    };
    expect(await asked(`userName eq ${JSON.stringify(name)}`)).toEqual([200, 1]);
    expect(await asked(`displayName eq "Ada" and userName co ${JSON.stringify('"AND" or')}`)).toEqual([
      200, 1,
    ]);
    expect(await asked(`userName eq "${"\\\\".repeat(400)}"`)).toEqual([200, 0]);
    for (const unending of ["\\a", "\\\\", "\n", '\\"'])
      expect([unending, ...(await asked(`userName eq "${unending.repeat(200)}`))]).toEqual([
        ...[unending, 400, "invalidFilter"],
      ]);
    for (const inside of ["userName eq", "eq", "__proto__ eq 1", "active gt true", 'userName eq "\\x"'])
      expect([inside, ...(await asked(inside))]).toEqual([inside, 400, "invalidFilter"]);
    const { body } = await call(`/Users?filter=${encodeURIComponent("userName eq")}`);
    expect(body.detail).toBe("filter: it cannot be read");
  });

  test("a filter finds people by address, and by names with the schema's prefix or in another case", async () => {
    const { add, call } = await connected();
    await add("nameless");
    const { id } = await add("mia", { emails: [{ value: "Mia@x.test", type: "work" }] });
    await add("ned", { emails: [{ value: "ned@x.test", type: "work" }], active: false });
    for (const filter of [
      'emails.value eq "MIA@x.test"',
      'emails[type eq "work"].value eq "mia@x.test"',
      'emails[type eq "work" and value eq "mia@X.test"] and active eq true',
      'emails.value sw "mia"',
      `${USER}:userName eq "mia"`,
      `${USER.toUpperCase()}:USERNAME eq "MIA"`,
      `id eq "${id}"`,
    ]) {
      const { body } = await call(`/Users?filter=${encodeURIComponent(filter)}`);
      expect([filter, body.totalResults, body.Resources]).toMatchObject([filter, 1, [{ id }]]);
    }
    for (const filter of [
      'roles.value eq "admin"',
      'emails[type eq "home"].value eq "mia@x.test"',
      'id eq "no"',
    ])
      expect((await call(`/Users?filter=${encodeURIComponent(filter)}`)).body.totalResults).toBe(0);
  });

  test.each([
    ["nested conditions", `emails[${Array(40).fill('(type eq "a" or value eq "b")').join(" and ")}]`],
    ["a text of backslashes without an end", `emails[type eq "${"\\a".repeat(100)}]`],
    ["a text of line ends without an end", `emails[type eq "${"\n".repeat(100)}]`],
    ["sixty thousand characters", `${"a.".repeat(30_000)}x`],
  ])("a path of %s is refused before it is read", async (_what, path) => {
    const { add, patch } = await connected();
    const { id } = await add("mia@x.test");
    const { status, body } = await patch(id, { op: "remove", path });
    expect([status, body.scimType]).toEqual([400, "invalidPath"]);
    expect((await patch(id, { op: "replace", value: { [path]: "x" } })).status).toBe(400);
  });

  test("what is to be removed makes no conditions of its own", async () => {
    const { add, patch } = await connected();
    const emails = [{ value: "a@x.test" }];
    const { id } = await add("mia", { emails });
    const remove = (value: unknown) => patch(id, { op: "remove", path: "emails", value });
    for (const value of [
      [{ value: 'x" or value co "@' }],
      [{ value: `"${"\\a".repeat(100)}` }],
      Array(500).fill({ value: "x" }),
    ])
      expect((await remove(value)).body.emails).toMatchObject(emails);
    expect((await remove([{ value: "b@x.test" }])).body.emails).toMatchObject(emails);
    expect((await remove([{ value: "a@x.test" }])).body.emails).toBeUndefined();
  });

  test("a scan lets others have their turn, and a minute has room for so many", async () => {
    const { add, call, tenantId } = await connected();
    const { deps } = service.get();
    for (let number = 0; number < 101; number += 1) await add(`user${number}`);
    const directory = await deps.db.orm.directory.findUniqueOrThrow({ where: { tenantId } });
    const tenant = await findTenant(deps.db.orm, tenantId);
    if (!tenant) throw new Error("it was made above");
    const seen: string[] = [];
    const ctx = { ...systemCtx(deps), tenant, directory };
    await directoryPeople(
      ctx,
      { skip: 0, take: 1 },
      {
        wanted: {},
        matches: (entries) => {
          seen.push(`${entries.length} people`);
          setImmediate(() => seen.push("another"));
          return entries;
        },
      },
    );
    expect(seen.slice(0, 3)).toEqual(["100 people", "another", "1 people"]);
    const scan = () => call(`/Users?filter=${encodeURIComponent("active eq true")}`);
    const answers = await Promise.all(Array.from({ length: 121 }, scan));
    expect(answers.filter(({ status }) => status === 429).length).toBe(2);
    expect((await call(`/Users?filter=${encodeURIComponent('userName eq "user7"')}`)).status).toBe(200);
    expect((await call("/Users")).status).toBe(200);
  });

  test("PUT replaces, and what it leaves out is gone", async () => {
    const { add, call } = await connected();
    const { id } = await add("a@x.test", { externalId: "1", displayName: "Ada" });
    const put = await call(`/Users/${id}`, {
      method: "PUT",
      body: { userName: "b@x.test", active: "True" },
      type: "application/json",
    });
    expect([put.status, put.body.userName, put.body.displayName, put.body.active]).toEqual([
      ...[200, "b@x.test", undefined, true],
    ]);
  });

  test("the describing addresses name what is there, and groups are an empty list", async () => {
    const { call } = await connected();
    expect((await call("/ServiceProviderConfig")).body).toMatchObject({ patch: { supported: true } });
    expect((await call("/ResourceTypes")).body).toMatchObject({ totalResults: 1 });
    expect((await call(`/Schemas/${USER}`)).body).toMatchObject({ id: USER, name: "User" });
    expect((await call("/Groups?filter=x")).body).toMatchObject({ totalResults: 0 });
    expect((await call("/Devices")).status).toBe(404);
    expect((await call("/Users", { method: "PATCH", body: {} })).status).toBe(405);
  });

  test.each([
    ["no JSON", "{", 400],
    ["an array", "[]", 400],
    ["no user name", "{}", 400],
    ["a name that is too long", JSON.stringify({ userName: "x".repeat(300) }), 400],
    ["a name that is a number", JSON.stringify({ userName: 7 }), 400],
    ["a broken address", JSON.stringify({ userName: "x", emails: [{ value: "a\r\nBcc: b@c" }] }), 400],
    ["too much", JSON.stringify({ userName: "x", nickName: "y".repeat(70_000) }), 413],
    ["a prototype", '{"userName":"x","__proto__":{"active":false}}', 201],
  ])("a body with %s is answered in SCIM's own words", async (_what, raw, status) => {
    const { call } = await connected();
    const answer = await call("/Users", { method: "POST", raw });
    expect(answer.status).toBe(status);
    if (status >= 400) expect(answer.body.schemas).toEqual(["urn:ietf:params:scim:api:messages:2.0:Error"]);
  });

  test("a failure of the database is never a 404, which a directory takes for a deletion", async () => {
    const { token } = await connected();
    const { deps } = service.get();
    const orm = new Proxy(deps.db.orm, {
      get: (target, name) => {
        if (name === "directoryPerson") throw new Error("away");
        return Reflect.get(target, name);
      },
    });
    const request = new Request("http://localhost/x", { headers: { authorization: `Bearer ${token}` } });
    const broken = { ...deps, db: { ...deps.db, orm } };
    expect((await answerScim(broken, "/scim/v2/Users/dpn_x", request))?.status).toBe(500);
    expect((await answerScim(broken, "/scim/v2/Users", request))?.status).toBe(500);
  });
});

describe("who may", () => {
  test("a token reaches its own tenant's people only, and stops when it is rotated or disconnected", async () => {
    const [one, other] = [await connected(), await connected()];
    const { id } = await one.add("a@x.test");
    for (const method of ["GET", "DELETE"]) {
      expect((await other.call(`/Users/${id}`, { method })).status).toBe(404);
    }
    expect((await other.patch(id, { op: "replace", path: "active", value: false })).status).toBe(404);
    expect((await other.call('/Users?filter=userName%20eq%20"a@x.test"')).body.totalResults).toBe(0);
    await as("ada", "directory.rotate", undefined, one.tenantId);
    const stale = await one.call("/Users");
    expect([stale.status, stale.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    await as("ada", "directory.disconnect", undefined, other.tenantId);
    expect((await other.call("/Users")).status).toBe(401);
  });

  test("an unverified or foreign address joins nobody", async () => {
    const { add, roleOf } = await connected();
    await knownPerson(service.get(), "hal");
    await add("hal", { emails: [{ value: "somebody.else@people.test" }] });
    expect(await roleOf("hal")).toBeNull();
  });

  test("that names somebody many times costs their sign-in no more than one that names them once", async () => {
    const { tenantId, add, roleOf } = await connected("support");
    const { deps } = service.get();
    await knownPerson(service.get(), "ben");
    const emails = [{ value: "ben@people.test" }];
    await add("ben-0", { emails });
    await add("ben-1", { emails });
    await add("ben-2", { emails });
    expect(await roleOf("ben")).toBe("support");
    const joined = { tenantId, memberId: { not: null } };
    expect(await deps.db.orm.directoryPerson.count({ where: joined })).toBe(1);
    expect(await roleOf("ben")).toBe("support");
    expect(await deps.db.orm.directoryPerson.count({ where: joined })).toBe(1);
  });

  test("a closed tenant's directory can read and change nothing", async () => {
    const { add, call, patch, tenantId } = await connected();
    const { id } = await add("a@x.test");
    await service.get().deps.db.orm.tenant.update({ where: { id: tenantId }, data: { isActive: false } });
    expect((await call("/Users")).status).toBe(200);
    expect((await patch(id, { op: "replace", path: "active", value: false })).status).toBe(403);
    expect((await call(`/Users/${id}`)).body.active).toBe(true);
  });

  test("nobody joins a closed tenant, until it is open again", async () => {
    const { add, tenantId, roleOf } = await connected();
    const { deps } = service.get();
    await knownPerson(service.get(), "hal");
    await add("hal@people.test");
    const open = (isActive: boolean) =>
      deps.db.orm.tenant.update({ where: { id: tenantId }, data: { isActive } });
    await open(false);
    expect(await roleOf("hal")).toBeNull();
    await open(true);
    expect(await roleOf("hal")).toBe("viewer");
  });

  test("only owners connect one, and nothing readable of its people is in the database", async () => {
    const { add, tenantId } = await connected();
    await add("geheim@x.test", { displayName: "Frau Geheim", externalId: "geheim-1" });
    const rows = await service.get().deps.db.orm.directoryPerson.findMany({ where: { tenantId } });
    expect(JSON.stringify(rows)).not.toMatch(/geheim/i);
    await knownPerson(service.get(), "ben", { tenantId, role: "admin" });
    expect(await as("ben", "directory.rotate", undefined, tenantId)).toMatchObject({
      errorCode: "PERMISSION_DENIED",
    });
    expect(await as("ada", "directory.connect", { role: "viewer" }, tenantId)).toMatchObject({
      errorCode: "CONFLICT",
    });
    expect(await as("ada", "directory.setRole", { role: "owner" }, tenantId)).toMatchObject({
      httpStatus: 400,
    });
  });
});
