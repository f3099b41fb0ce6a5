import { describe, expect, test } from "vitest";
import { z } from "zod";
import { directoriesOf, ENTERPRISE, PATCH_OP, USER } from "../support/scim/directory.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";

// Leaving wins over whatever else a request says; and no answer of 200 without its effect.

const service = consoleForFile();
const { as, connected } = directoriesOf(service);

const OFF = { op: "Replace", path: "active", value: "False" };

describe("who is deactivated is out, whatever else the request says", () => {
  test.each([
    ["a manager as text", { op: "Add", path: `${ENTERPRISE}:manager`, value: "26118915" }],
    ["a manager's value", { op: "Replace", path: `${ENTERPRISE}:manager.value`, value: 5 }],
    ["a manager without its extension", { op: "Add", path: "manager", value: "26118915" }],
    ["a mobile phone", { op: "Add", path: 'phoneNumbers[type eq "mobile"].value', value: "1" }],
    ["a photo", { op: "Add", path: 'photos[type eq "photo"].value', value: "no address" }],
    ["an unknown extension", { op: "Add", path: "urn:example:params:2.0:User:badge", value: 7 }],
    ["an unknown attribute", { op: "Replace", path: "favouriteColour", value: ["red"] }],
    ["a number for an employee", { op: "Replace", path: `${ENTERPRISE}:employeeNumber`, value: 701984 }],
    ["an unknown role", { op: "Replace", path: "roles", value: [{ value: "msiam_access" }] }],
    ["the role of an owner", { op: "Replace", value: { roles: [{ value: "owner" }] } }],
    ["a name that is too long", { op: "Replace", path: "displayName", value: "x".repeat(300) }],
    ["an address that is none", { op: "Replace", path: 'emails[type eq "work"].value', value: "none" }],
    ["an id that is a number", { op: "Replace", path: "externalId", value: 7 }],
    ["a path that is none", { op: "Replace", path: "emails[", value: "x" }],
    ["an operation that is none", { op: "Move", path: "displayName", value: "x" }],
    ["a removal without a path", { op: "Remove" }],
    ["no operation at all", 7],
    ["a value without a path", { op: "Add", value: "x" }],
    ["a user name that is empty", { op: "Replace", path: "userName", value: "" }],
  ])("beside %s", async (_what, second) => {
    const { add, patch, call } = await connected();
    const before = { externalId: "x-1", displayName: "Mia", roles: [{ value: "support" }] };
    for (const [at, operations] of [
      [OFF, second],
      [second, OFF],
    ].entries()) {
      const { id } = await add(`mia${at}@x.test`, before);
      expect((await patch(id, ...operations)).status).toBe(200);
      expect((await call(`/Users/${id}`)).body).toMatchObject({ ...before, active: false });
    }
  });

  test("in a replacement of the whole person, too, which changes what it can", async () => {
    const { add, call } = await connected();
    const { id } = await add("mia@x.test", { displayName: "Mia", roles: [{ value: "admin" }] });
    const body = { schemas: [USER], active: "False", roles: [{ value: "boss" }], externalId: "7" };
    const answer = await call(`/Users/${id}`, { method: "PUT", body });
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { userName: "mia@x.test", active: false, externalId: "7", roles: [{ value: "admin" }] },
    ]);
  });

  test("under the old name, where the new one is another's", async () => {
    const { add, call, patch, roleOf } = await connected();
    await knownPerson(service.get(), "ben");
    await add("taken@x.test");
    const { id } = await add("ben@people.test");
    expect(await roleOf("ben")).toBe("viewer");
    const answer = await patch(id, { op: "Replace", value: { userName: "TAKEN@x.test", active: false } });
    expect([answer.status, answer.body]).toMatchObject([200, { userName: "ben@people.test", active: false }]);
    expect(await roleOf("ben")).toBeNull();
    const other = await patch(id, { op: "Replace", path: "userName", value: "taken@x.test" });
    expect([other.status, other.body.scimType]).toEqual([409, "uniqueness"]);
    expect((await call(`/Users/${id}`)).body.active).toBe(false);
  });

  test("and alone, every such operation that is not kept changes nothing and is answered by what is there", async () => {
    const { add, patch, tenantId } = await connected();
    const { id, body } = await add("mia@x.test");
    const manager = { op: "Add", path: `${ENTERPRISE}:manager`, value: "26118915" };
    const answer = await patch(id, manager, { op: "Add", path: "favouriteColour", value: 7 });
    expect([answer.status, answer.body]).toEqual([200, body]);
    const { data } = await as("ada", "audit.list", {}, tenantId);
    expect(JSON.stringify(data)).not.toContain("directory_person.update");
  });

  test("a person is added whatever a directory says that is not kept", async () => {
    const { call } = await connected();
    const body = {
      schemas: [USER, ENTERPRISE],
      userName: "mia@x.test",
      photos: 7,
      phoneNumbers: "none",
      favouriteColour: { deep: [1] },
      [ENTERPRISE]: { manager: "26118915", employeeNumber: 7 },
    };
    expect((await call("/Users", { method: "POST", body })).status).toBe(201);
  });
});

describe("the roles that were sent last are the roles", () => {
  const VIEWER = JSON.stringify({ id: "06b07648", value: "viewer", displayName: "Viewer" });
  test.each([
    ["a list", [{ value: "viewer" }]],
    ["a list with a text for a flag", [{ value: "Viewer", primary: "True" }]],
    ["a list with a type", [{ type: "WindowsAzureActiveDirectoryRole", value: "viewer", primary: false }]],
    ["JSON in a text of a list", [{ value: VIEWER }]],
    ["JSON in a text", VIEWER],
    ["a list of JSON in texts", [VIEWER]],
    ["a name alone", "viewer"],
    ["an object", { value: "viewer" }],
    ["several, of which the weakest counts", [{ value: "admin", primary: true }, { value: "viewer" }]],
  ])("added as %s", async (_how, value) => {
    const { add, patch, roleOf } = await connected("support");
    await knownPerson(service.get(), "dee");
    const { id } = await add("dee@people.test", { roles: [{ value: "admin", primary: true }] });
    expect(await roleOf("dee")).toBe("admin");
    for (const operation of [
      { op: "Add", path: "roles", value },
      { op: "Replace", path: "roles", value },
      { op: "add", value: { roles: value } },
    ]) {
      await patch(id, { op: "Replace", path: "roles", value: "admin" });
      const answer = await patch(id, operation);
      expect([answer.status, answer.body.roles]).toEqual([200, [{ value: "viewer", primary: true }]]);
      expect(await roleOf("dee")).toBe("viewer");
    }
  });

  test("of several in one request, the weakest; a removed one is gone, and others stay", async () => {
    const { add, patch, call } = await connected("support");
    const made = await add("dee@people.test", {
      roles: [{ value: "admin", primary: true }, { value: "viewer" }],
    });
    expect(made.body.roles).toEqual([{ value: "viewer", primary: true }]);
    const role = async (...operations: unknown[]) => (await patch(made.id, ...operations)).body.roles;
    const addition = (value: string) => ({ op: "Add", path: "roles", value: [{ value }] });
    expect(await role(addition("admin"), addition("developer"))).toMatchObject([{ value: "developer" }]);
    expect(await role({ op: "Remove", path: 'roles[value eq "viewer"]' })).toMatchObject([
      { value: "developer" },
    ]);
    expect(
      await role(addition("viewer"), { op: "Remove", path: 'roles[value eq "developer"]' }),
    ).toMatchObject([{ value: "viewer" }]);
    const others = { op: "Remove", path: "roles", value: [{ value: "admin" }] };
    expect(await role(others)).toMatchObject([{ value: "viewer" }]);
    expect(await role({ op: "Remove", path: "roles", value: [{ value: "viewer" }] })).toBeUndefined();
    for (const value of [[{ value: "viewer" }, { value: "boss" }], [{}], 7, "{", [[[[[[["viewer"]]]]]]]]) {
      const { status } = await patch(made.id, { op: "Add", path: "roles", value });
      expect([value, status]).toEqual([value, 400]);
    }
    expect((await call(`/Users/${made.id}`)).body.roles).toBeUndefined();
  });
});

describe("a directory that adds whom it has deactivated", () => {
  const cyd = (more: object = {}) => ({
    userName: "cyd@people.test",
    externalId: "00u1",
    active: true,
    ...more,
  });

  test("gets the same person back, with what it says now", async () => {
    const { call, patch, roleOf } = await connected();
    await knownPerson(service.get(), "cyd");
    const post = (body: object) => call("/Users", { method: "POST", body });
    const made = await post(cyd({ roles: [{ value: "admin" }] }));
    const id = String(made.body.id);
    expect(await roleOf("cyd")).toBe("admin");
    await patch(id, OFF);
    expect(await roleOf("cyd")).toBeNull();
    for (const other of [
      cyd({ externalId: "00u2" }),
      cyd({ active: false }),
      { userName: "cyd@people.test", externalId: "00u1" },
      { userName: "cyd@people.test", active: true, emails: [{ value: "other@people.test" }] },
    ])
      expect([other, (await post(other)).status]).toEqual([other, 409]);
    expect((await call(`/Users/${id}`)).body.active).toBe(false);
    const again = await post(cyd({ displayName: "Cyd" }));
    expect([again.status, again.body, again.headers.location]).toMatchObject([
      ...[201, { id, displayName: "Cyd", active: true }, made.headers.location],
    ]);
    expect((await post(cyd())).status).toBe(409);
  });
});

describe("what is said of the schema is so", () => {
  const attributes = z.array(
    z.object({ name: z.string(), subAttributes: z.array(z.object({ name: z.string() })).optional() }),
  );

  test("every attribute at /Schemas is kept and answered, and no other is answered", async () => {
    const { call } = await connected();
    const { body } = await call("/Schemas");
    const [schema, ...others] = z.array(z.object({ id: z.string(), attributes })).parse(body.Resources);
    expect([schema?.id, others]).toEqual([USER, []]);
    const made = await call("/Users", {
      method: "POST",
      body: {
        userName: "mia@x.test",
        displayName: "Mia",
        active: true,
        emails: [{ value: "mia@x.test" }],
        roles: [{ value: "viewer" }],
        password: "x",
        nickName: "x",
      },
    });
    const common = ["schemas", "id", "meta"];
    const said = Object.keys(made.body).filter((name) => !common.includes(name));
    expect(said.sort()).toEqual(schema?.attributes.map(({ name }) => name).sort());
    for (const { name, subAttributes } of schema?.attributes ?? []) {
      if (!subAttributes) continue;
      const [first] = z.array(z.record(z.string(), z.unknown())).parse(made.body[name]);
      expect([name, Object.keys(first ?? {})]).toEqual([name, subAttributes.map((sub) => sub.name)]);
    }
    const { body: types } = await call("/ResourceTypes/User");
    expect(types).toMatchObject({ schema: USER });
    expect(types.schemaExtensions).toBeUndefined();
    expect((await call(`/Schemas/${ENTERPRISE}`)).status).toBe(404);
  });

  test.each([
    ["attributes=userName", ["schemas", "id", "userName"]],
    ["attributes=USERNAME,emails.value,unknown", ["schemas", "id", "userName", "emails"]],
    [`attributes=${USER}:displayName`, ["schemas", "id", "displayName"]],
    ["attributes=meta.created", ["schemas", "id", "meta"]],
    ["attributes=__proto__,constructor", ["schemas", "id"]],
    ["excludedAttributes=emails,meta,ID,schemas", ["schemas", "id", "userName", "displayName", "active"]],
    ["attributes=userName,active&excludedAttributes=active", ["schemas", "id", "userName"]],
  ])("%s is honoured in every answer with a user", async (query, names) => {
    const { call, add } = await connected();
    const { id } = await add("mia@x.test", { displayName: "Mia" });
    const body = { userName: "mia@x.test", displayName: "Mia" };
    const operations = { schemas: [PATCH_OP], Operations: [{ op: "replace", value: body }] };
    const one = `/Users/${id}?${query}`;
    for (const { body: user } of [
      await call(one),
      await call(one, { method: "PUT", body }),
      await call(one, { method: "PATCH", body: operations }),
    ])
      expect(Object.keys(user).sort()).toEqual([...names].sort());
    const list = await call(`/Users?${query}`);
    const [user] = z.array(z.record(z.string(), z.unknown())).parse(list.body.Resources);
    expect(Object.keys(user ?? {}).sort()).toEqual([...names].sort());
    if (query.includes("emails.value")) expect(user?.emails).toEqual([{ value: "mia@x.test" }]);
  });
});

describe("the last requests", () => {
  const requests = async (tenantId: string) => {
    const { data } = await as("ada", "directory.requests", undefined, tenantId);
    return z.object({ requests: z.array(z.record(z.string(), z.unknown())) }).parse(data).requests;
  };

  test("are fifty, newest first, of this tenant, and gone with the directory", async () => {
    const [one, other] = [await connected(), await connected()];
    for (let count = 0; count < 53; count += 1) await one.call(`/Users?count=${count}`);
    await one.call("/Schemas");
    const seen = await requests(one.tenantId);
    expect(seen.length).toBe(50);
    expect([seen[0]?.path, seen[1]?.path]).toEqual(["/Schemas", "/Users"]);
    expect(await requests(other.tenantId)).toEqual([]);
    await as("ada", "directory.disconnect", undefined, one.tenantId);
    expect(await requests(one.tenantId)).toEqual([]);
    expect(
      await service.get().deps.db.orm.directoryRequest.count({ where: { tenantId: one.tenantId } }),
    ).toBe(0);
  });

  test("hold names of the schemas only, never what a directory says of a person", async () => {
    const { call, add, patch, tenantId } = await connected();
    const { id } = await add("geheim@x.test", {
      geheim: "geheim",
      displayName: "Geheim",
      title: "geheim",
      roles: [],
      [`${ENTERPRISE}:geheim`]: 1,
      "urn:geheim:2.0:User": { geheim: 1 },
    });
    await patch(id, { op: "add", path: "geheim.geheim", value: "geheim" });
    await patch(id, { op: "add", path: 'emails[type eq "geheim"].value', value: "geheim@x.test" });
    await patch(id, { op: "geheim", path: "displayName", value: "geheim" });
    await patch(id, { op: "add", path: "emails[geheim", value: "geheim" });
    await patch(id, { op: "replace", path: "roles", value: "geheim" });
    await call(`/Users?filter=${encodeURIComponent('userName eq "geheim"')}`);
    await call(`/Users?filter=geheim`);
    await call("/Users/geheim");
    await call("/geheim");
    await call("/Users", { method: "GEHEIM" });
    const rows = await service.get().deps.db.orm.directoryRequest.findMany({ where: { tenantId } });
    expect(rows.length).toBe(11);
    expect(JSON.stringify(rows)).not.toMatch(/geheim/i);
    expect(rows.map(({ path }) => path)).toContain("/Users?filter");
    expect(rows.find(({ number }) => number === 1)).toMatchObject({
      kept: ["userName", "active", "displayName", "roles"],
      dropped: ["", "title"],
    });
  });

  test("a request is answered, whatever becomes of its note", async () => {
    const { token } = await connected();
    const { deps } = service.get();
    const query = async (sql: string, values: unknown[]) => {
      if (sql.includes("directory_request")) throw new Error("away");
      return deps.db.pool.query(sql, values);
    };
    const pool = Object.assign(Object.create(deps.db.pool), { query });
    const { answerScim } = await import("#http/scim/answer.ts");
    const request = new Request("http://localhost/x", { headers: { authorization: `Bearer ${token}` } });
    const answer = await answerScim({ ...deps, db: { ...deps.db, pool } }, "/scim/v2/Users", request);
    expect(answer?.status).toBe(200);
  });
});
