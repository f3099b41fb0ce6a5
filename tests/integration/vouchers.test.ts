import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { purge } from "#data/service/retention.ts";
import { consoleCall } from "../support/console/call.ts";
import { patchTenant, start } from "../support/http/actions.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { testClock } from "../support/world/clock.ts";

const clock = testClock(new Date());
const service = consoleForFile({ overrides: { now: clock.now } });
let tenant = { id: "", liveKey: "", testKey: "" };
const members: Record<string, string> = {};

beforeAll(async () => {
  const { deps, tenant: newTenant } = service.get();
  tenant = await newTenant({ plan: "scale" });
  for (const [subject, role] of [
    ["ada", "owner"],
    ["ben", "support"],
    ["cyd", "viewer"],
  ] as const)
    members[subject] = (await knownPerson({ deps }, subject, { tenantId: tenant.id, role })).id;
});

const as = async (subject: string, path: string, input: unknown, tenantId = tenant.id) => {
  const { deps, identity } = service.get();
  return consoleCall(deps, path, input, { bearer: await identity.bearer(subject), tenantId });
};

const issued = z.strictObject({ id: z.string(), code: z.string(), expiresAt: z.date() });
const issue = async (input: object = { ageAtLeast: 18, validMinutes: 60 }) =>
  issued.parse((await as("ben", "vouchers.issue", input)).data);

const listed = z.strictObject({
  vouchers: z.array(z.looseObject({ id: z.string(), state: z.string() })),
  nextCursor: z.string().nullable(),
  isOffered: z.boolean(),
  decidedBy: z.enum(["policy", "settings"]),
});
const list = async (input: object = {}, subject = "ben") =>
  listed.parse((await as(subject, "vouchers.list", input)).data);

test("a voucher is issued by support: the code is in that answer and nowhere else", async () => {
  const { id, code, expiresAt } = await issue({ ageAtLeast: 18, validMinutes: 10 });
  expect(id).toMatch(/^vch_/);
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(expiresAt).toEqual(new Date(clock.now().getTime() + 10 * 60_000));
  const [first] = (await list()).vouchers;
  expect(first).toEqual({
    id,
    state: "open",
    band: { atLeast: 18, below: null },
    issuedBy: { id: members.ben, name: "Ben" },
    createdAt: clock.now(),
    expiresAt,
    usedAt: null,
    revokedAt: null,
    verificationId: null,
  });
  const { pool } = service.get().deps.db;
  const { rows } = await pool.query<{ all: string }>(
    "select (select json_agg(v)::text from voucher v) || (select json_agg(a)::text from audit_entry a) as all",
  );
  const kept = rows[0]?.all ?? "";
  expect(kept).toContain(id);
  for (const form of [code, code.replace("-", "")]) {
    expect(kept).not.toContain(form);
    expect(kept).not.toContain(Buffer.from(form).toString("hex"));
  }
});

test("the audit trail names the member and the bounds, and nothing else", async () => {
  const { id } = await issue({ ageAtLeast: 13, ageBelow: 18, validMinutes: 10_080 });
  clock.advance({ ms: 1 });
  await as("ben", "vouchers.revoke", { voucherId: id });
  const entries = await service.get().deps.db.orm.auditEntry.findMany({
    where: { target: id },
    orderBy: { id: "asc" },
  });
  expect(entries).toMatchObject([
    { actor: `member:${members.ben}`, action: "voucher.issue", tenantId: tenant.id },
    { actor: `member:${members.ben}`, action: "voucher.revoke", tenantId: tenant.id },
  ]);
  expect(entries.map(({ changes }) => changes)).toEqual([
    { ageAtLeast: 13, ageBelow: 18, validMinutes: 10_080 },
    {},
  ]);
});

test.each([
  ["nothing", { validMinutes: 60 }],
  ["one exact age", { ageAtLeast: 18, ageBelow: 19, validMinutes: 60 }],
  ["a contradiction", { ageAtLeast: 18, ageBelow: 13, validMinutes: 60 }],
  ["years out of bounds", { ageAtLeast: 4, validMinutes: 60 }],
  ["half a year", { ageAtLeast: 17.5, validMinutes: 60 }],
  ["nine minutes", { ageAtLeast: 18, validMinutes: 9 }],
  ["more than a week", { ageAtLeast: 18, validMinutes: 10_081 }],
  ["a name", { ageAtLeast: 18, validMinutes: 60, name: "Jane" }],
])("%s cannot be issued", async (_name, input) => {
  const before = await service.get().deps.db.orm.voucher.count();
  expect(await as("ben", "vouchers.issue", input)).toMatchObject({
    httpStatus: 400,
    errorCode: "INVALID_REQUEST_BODY",
  });
  expect(await service.get().deps.db.orm.voucher.count()).toBe(before);
});

test("the database itself refuses a voucher that says one exact age, or nothing", async () => {
  const { pool } = service.get().deps.db;
  const insert = (atLeast: number | null, below: number | null) =>
    pool.query(
      `insert into voucher (id, tenant_id, code_hash, age_at_least, age_below, issued_by, created_at, expires_at)
       values ($1, $2, $3, $4, $5, 'mem_x', now(), now())`,
      [`vch_${atLeast}_${below}`, tenant.id, Buffer.from(`${atLeast} ${below}`), atLeast, below],
    );
  await expect(insert(18, 19)).rejects.toThrow("voucher_is_no_age");
  await expect(insert(null, null)).rejects.toThrow("voucher_is_no_age");
  await insert(16, 18);
  await pool.query("delete from voucher where id = 'vch_16_18'");
});

describe("roles", () => {
  test("a viewer neither sees nor issues nor revokes them", async () => {
    const { id } = await issue();
    for (const [path, input] of [
      ["vouchers.list", {}],
      ["vouchers.issue", { ageAtLeast: 18, validMinutes: 60 }],
      ["vouchers.revoke", { voucherId: id }],
    ] as const)
      expect(await as("cyd", path, input)).toMatchObject({ errorCode: "PERMISSION_DENIED" });
    expect((await list()).vouchers.find((each) => each.id === id)?.state).toBe("open");
  });

  test("an owner may revoke what support issued; a second time there is none", async () => {
    const { id } = await issue();
    expect(await as("ada", "vouchers.revoke", { voucherId: id })).toMatchObject({ httpStatus: 200 });
    expect((await list()).vouchers.find((each) => each.id === id)).toMatchObject({
      state: "revoked",
      revokedAt: clock.now(),
    });
    expect(await as("ada", "vouchers.revoke", { voucherId: id })).toMatchObject({ errorCode: "NOT_FOUND" });
  });

  test("another tenant's voucher is not found, and not listed", async () => {
    const { deps, tenant: newTenant } = service.get();
    const other = await newTenant();
    await knownPerson({ deps }, "dee", { tenantId: other.id, role: "owner" });
    const { id } = await issue();
    expect(await as("dee", "vouchers.revoke", { voucherId: id }, other.id)).toMatchObject({
      errorCode: "NOT_FOUND",
    });
    expect(await as("dee", "vouchers.list", {}, other.id)).toMatchObject({
      data: { vouchers: [], nextCursor: null },
    });
  });
});

test("the list comes newest first, page by page, each voucher once", async () => {
  const made: string[] = [];
  for (let i = 0; i < 7; i += 1) {
    clock.advance({ ms: 1 });
    made.unshift((await issue()).id);
  }
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: z.infer<typeof listed> = await list({ limit: 3, ...(cursor && { cursor }) });
    ids.push(...page.vouchers.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(ids.slice(0, 7)).toEqual(made);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(await service.get().deps.db.orm.voucher.count({ where: { tenantId: tenant.id } }));
});

test("vouchers are off until the tenant offers them, and no existing answer names them", async () => {
  const { call } = service.get();
  expect(await list()).toMatchObject({ isOffered: false, decidedBy: "settings" });
  expect((await start(call, tenant.liveKey)).config.methods).toEqual(["document"]);
  await patchTenant(call, tenant.id, { methods: ["document", "voucher"] });
  expect((await list()).isOffered).toBe(true);
  expect((await start(call, tenant.liveKey, { methods: ["voucher"] })).config.methods).toEqual(["voucher"]);
});

test("where a policy holds, it says whether vouchers are offered", async () => {
  const { call } = service.get();
  const publish = (use: string, acceptedWarnings: string[]) => {
    const methods = [
      { id: "document", use: "offer" },
      { id: "voucher", use },
    ];
    return patchTenant(call, tenant.id, { policy: { default: { methods } }, acceptedWarnings });
  };
  const warnings = ["document_only", "one_way_only", "too_few_choices"].concat(
    ["camera", "phone", "either"].map((what) => `no_way_without_${what}`),
  );
  await publish("off", warnings);
  expect(await list()).toMatchObject({ isOffered: false, decidedBy: "policy" });
  await publish("fallback", warnings);
  expect((await list()).isOffered).toBe(true);
  await patchTenant(call, tenant.id, { policy: null });
});

test("the worker forgets them thirty days after they expired, and not before", async () => {
  const { id, expiresAt } = await issue({ ageAtLeast: 18, validMinutes: 10 });
  const { orm } = service.get().deps.db;
  await purge("voucher")(orm, expiresAt, 5_000);
  expect(await orm.voucher.count({ where: { id } })).toBe(1);
  expect(await purge("voucher")(orm, new Date(expiresAt.getTime() + 1), 5_000)).toBeGreaterThan(0);
  expect(await orm.voucher.count({ where: { id } })).toBe(0);
});
