import { afterEach, describe, expect, test } from "vitest";
import { directoriesOf, USER } from "../support/scim/directory.ts";
import { consoleForFile } from "../support/sign-in/identity.ts";

// What a directory names is text of a tenant's in the process that all tenants share.

const service = consoleForFile();
const { connected } = directoriesOf(service);

const ROOTS = [
  Object.prototype,
  Array.prototype,
  String.prototype,
  Function.prototype,
  Object,
  Array,
  Map.prototype,
  Boolean,
  String,
];

const namesOf = (): string[][] => ROOTS.map((root) => Reflect.ownKeys(root).map(String));
const before = namesOf();

/** What was written where every object of the process looks. */
const polluted = (): string[] =>
  namesOf().flatMap((names, at) => names.filter((name) => !before[at]?.includes(name)));

afterEach(() => {
  for (const [at, root] of ROOTS.entries())
    for (const name of Reflect.ownKeys(root))
      if (!before[at]?.includes(String(name))) Reflect.deleteProperty(root, name);
});

const FILTERS = [
  "__proto__.polluted eq 1",
  '__proto__.polluted eq "x"',
  "__proto__.polluted pr",
  "__proto__.a.polluted eq 1",
  "__proto__[polluted eq 1]",
  "__PROTO__.polluted eq 1",
  "emails[__proto__.polluted eq 1]",
  "emails[__proto__.polluted eq 1].value eq 1",
  "emails.__proto__.polluted eq 1",
  "emails.value.__proto__.polluted eq 1",
  "not (__proto__.polluted eq 1)",
  "(__proto__.polluted eq 1)",
  "active eq true and __proto__.polluted eq 1",
  "__proto__.polluted eq 1 or active eq true",
  "constructor.polluted eq 1",
  "constructor.prototype.polluted eq 1",
  "emails.constructor.prototype.polluted eq 1",
  "emails[constructor.prototype.polluted eq 1]",
  "userName.constructor.prototype.polluted eq 1",
  "meta.constructor.prototype.polluted eq 1",
  "name.__proto__.polluted eq 1",
  `${USER}:__proto__.polluted eq 1`,
  `${USER}:emails.__proto__.polluted eq 1`,
  "toString.polluted eq 1",
  "valueOf.polluted eq 1",
  '"__proto__".polluted eq 1',
  "\\u005f_proto__.polluted eq 1",
  "__proto__\u0000.polluted eq 1",
  "__proto__ .polluted eq 1",
  "hasOwnProperty.constructor.prototype.polluted eq 1",
];

describe("no name that a directory sends reaches an object that others share", () => {
  test.each(FILTERS)("in the filter %s", async (filter) => {
    const { add, filtered, call } = await connected();
    await add("mia@x.test");
    const { status } = await filtered(filter);
    expect(polluted()).toEqual([]);
    expect(status === 200 || status === 400, `${filter}: ${status}`).toBe(true);
    expect((await call("/Users")).body.totalResults).toBe(1);
  });

  const PATHS = FILTERS.flatMap((filter) => {
    const path = /^(.*?)(?: eq (?:1|"x")| pr)$/.exec(filter)?.[1] ?? filter;
    return [path, `emails[${filter}].value`, `emails[${filter}].display`, `roles[${filter}].value`];
  });

  test.each(PATHS)("in the path %s of a patch", async (path) => {
    const { add, patch, call } = await connected();
    const { id } = await add("mia@x.test", { displayName: "Mia" });
    for (const [op, value] of [
      ["add", { polluted: 1 }],
      ["replace", 1],
      ["replace", "x"],
      ["remove", undefined],
    ] as const) {
      const { status } = await patch(id, { op, path, value });
      expect([path, op, status === 200 || status === 400]).toEqual([path, op, true]);
      await patch(id, { op, value: { [path]: value } });
      expect([path, op, polluted()]).toEqual([path, op, []]);
    }
    expect((await call(`/Users/${id}`)).body).toMatchObject({ displayName: "Mia", active: true });
  });

  test.each([
    '{"userName":"x","__proto__":{"polluted":1}}',
    '{"userName":"x","constructor":{"prototype":{"polluted":1}}}',
    '{"userName":"x","emails":{"__proto__":{"polluted":1}}}',
    '{"userName":"x","emails":[{"value":"a@x.test","__proto__":{"polluted":1}}]}',
    '{"userName":"x","roles":[{"value":"{\\"__proto__\\":{\\"polluted\\":1},\\"value\\":\\"viewer\\"}"}]}',
    '{"userName":"x","name":{"__proto__":{"polluted":1},"formatted":"X"}}',
    '{"userName":"x","urn:ietf:params:scim:schemas:extension:enterprise:2.0:User":{"__proto__":{"polluted":1}}}',
  ])("in the body %s", async (raw) => {
    const { call } = await connected();
    const made = await call("/Users", { method: "POST", raw });
    const put = await call(`/Users/${made.body.id}`, { method: "PUT", raw });
    expect([made.status, put.status, polluted()]).toEqual([201, 200, []]);
  });
});

describe("what a directory sends is bounded where it is read", () => {
  const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

  test.each([25, 5_000, 12_000])("a body of %i lists in each other is refused", async (depth) => {
    const { add, call } = await connected();
    const { id } = await add("mia@x.test");
    for (const [method, path, raw] of [
      ["POST", "/Users", nested(depth)],
      ["POST", "/Users", `{"userName":"x","nickName":${nested(depth)}}`],
      ["PUT", `/Users/${id}`, `{"userName":"x","emails":${nested(depth)}}`],
      ["PATCH", `/Users/${id}`, `{"Operations":[{"op":"add","path":"title","value":${nested(depth)}}]}`],
    ] as const) {
      const { status, body } = await call(path, { method, raw });
      expect([method, status, body.scimType]).toEqual([method, 400, "invalidSyntax"]);
    }
  });

  test.each([
    ["conditions in each other", `${"not (".repeat(150)}active pr${")".repeat(150)}`],
    ["brackets alone", "(".repeat(900)],
    ["elements in each other", `${"emails[".repeat(100)}value pr${"]".repeat(100)}`],
  ])("a filter of %s is refused", async (_what, filter) => {
    const { filtered } = await connected();
    const { status, body } = await filtered(filter);
    expect([status, body.scimType]).toEqual([400, "invalidFilter"]);
  });

  test("half a surrogate pair is refused where it would be kept, and nowhere else", async () => {
    const { call, filtered, add, patch } = await connected();
    const half = "\\ud83d";
    for (const raw of [
      `{"userName":"a${half}"}`,
      `{"userName":"a","displayName":"${half}"}`,
      `{"userName":"a","externalId":"${half}"}`,
      `{"userName":"a","emails":[{"value":"${half}@x.test"}]}`,
      `{"userName":"a","displayName":"\\u0000"}`,
    ]) {
      const { status, body } = await call("/Users", { method: "POST", raw });
      expect([raw, status, body.scimType]).toEqual([raw, 400, "invalidValue"]);
    }
    expect((await call("/Users", { method: "POST", raw: `{"userName":"a","title":"${half}"}` })).status).toBe(
      201,
    );
    expect((await filtered(`userName eq "${half}"`)).status).toBe(400);
    const { id } = await add("b");
    expect((await patch(id, { op: "replace", path: "userName", value: "\ud83d" })).status).toBe(400);
  });
});
