import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ROLES, VISITOR } from "#core/access/permissions.ts";
import { TENANT_HEADER } from "#core/member.ts";
import { NO_OPERATORS } from "#core/operator/operators.ts";
import type { Deps } from "#services/context.ts";
import {
  exportArchive,
  exportAuditCsv,
  exportAuditJsonLines,
  exportVerificationsCsv,
} from "#trpc/export-csv.ts";
import { appRouter } from "#trpc/root.ts";
import { consoleCall } from "../support/console/call.ts";
import { EXAMPLES, type Things } from "../support/console/procedure-examples.ts";
import { patchTenant } from "../support/http/actions.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { makeThings } from "../support/world/make-things.ts";
import { everythingOf } from "../support/world/rows.ts";
import { BASE_URL, createService } from "../support/world/service.ts";

// An operator looks into a tenant's console only while the tenant lets them, and takes and changes nothing.

const service = consoleForFile({
  env: {
    OPERATORS: "fay@people.test, gus@people.test",
    SMTP_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "lintel@people.test",
  },
});

const declared = z.object({
  meta: z.object({ permission: z.string() }),
  type: z.enum(["query", "mutation"]),
});
const PROCEDURES = Object.entries(appRouter._def.procedures)
  .map(([path, procedure]) => ({ path, ...declared.parse(Reflect.get(procedure, "_def")) }))
  .filter(({ meta }) => !["signed-in", "operator"].includes(meta.permission));

const SECRETS =
  /avk_[A-Za-z0-9]{10}|whsec_|vi_[A-Za-z0-9_-]{20}|BEGIN [A-Z ]*PRIVATE|"d":|"[A-Za-z]*[Ss]ealed":/;

type Options = { deps?: Deps; tenantId?: string };
const call = async (subject: string, path: string, input?: unknown, { deps, tenantId }: Options = {}) =>
  consoleCall(deps ?? service.get().deps, path, input, {
    bearer: await service.get().identity.bearer(subject),
    tenantId: tenantId ?? things.tenantId,
  });

let things: Things;

beforeAll(async () => {
  const { deps } = service.get();
  things = await makeThings(service.get(), "Shop", "ada", "hal");
  for (const subject of ["fay", "gus", "eve"]) await knownPerson({ deps }, subject);
});

const ask = async (tenantId: string, subject = "fay"): Promise<string> => {
  const { data } = await call(subject, "operator.askToVisit", { tenantId, reason: "You asked us", hours: 4 });
  return String(Object(data).id);
};

const visited = async (
  name: string,
  hours = 1,
): Promise<{ tenantId: string; visitId: string; things: Things }> => {
  const made = await makeThings(service.get(), name, "ada", "hal");
  const { tenantId } = made;
  const visitId = await ask(tenantId);
  await call("ada", "operatorAccess.grant", { visitId, hours }, { tenantId });
  return { tenantId, visitId, things: made };
};

const looks = (tenantId: string, options: Options = {}, subject = "fay") =>
  call(subject, "reports.overview", { mode: "live", days: 7 }, { tenantId, ...options });

const NOT_FOUND = { httpStatus: 404, errorCode: "TENANT_NOT_FOUND" };

test("nobody can be given the visitor's role: it is none of the roles", () => {
  expect(ROLES).not.toContain(VISITOR);
});

describe("consent", () => {
  test("before the tenant has agreed, the operator sees nothing; then what members read, in this tenant only", async () => {
    const { tenantId } = await makeThings(service.get(), "Asked", "ada", "hal");
    const visitId = await ask(tenantId);
    expect(await looks(tenantId)).toMatchObject(NOT_FOUND);
    const granted = await call("ada", "operatorAccess.grant", { visitId, hours: 1 }, { tenantId });
    expect(granted.data).toMatchObject({ state: "running", hours: 4 });
    expect(await looks(tenantId)).toMatchObject({ httpStatus: 200 });
    expect(await looks(things.tenantId)).toMatchObject(NOT_FOUND);
    // It is the consent to one operator's question.
    expect(await looks(tenantId, {}, "gus")).toMatchObject(NOT_FOUND);
    expect(await looks(tenantId, {}, "eve")).toMatchObject(NOT_FOUND);
  });

  test("a viewer, and the operator themselves, cannot agree", async () => {
    const { tenantId } = await makeThings(service.get(), "By whom", "ada", "hal");
    const visitId = await ask(tenantId);
    const grant = { visitId, hours: 1 };
    expect(await call("hal", "operatorAccess.grant", grant, { tenantId })).toMatchObject({
      errorCode: "PERMISSION_DENIED",
    });
    expect(await call("fay", "operatorAccess.grant", grant, { tenantId })).toMatchObject(NOT_FOUND);
  });

  test("a running visit cannot be made longer, nor can one that was declined begin", async () => {
    const { tenantId, visitId } = await visited("Longer");
    const again = { visitId, hours: 72 };
    expect(await call("ada", "operatorAccess.grant", again, { tenantId })).toMatchObject({ httpStatus: 404 });
    const other = await makeThings(service.get(), "Declined", "ada", "hal");
    const declined = await ask(other.tenantId);
    await call("ada", "operatorAccess.decline", { visitId: declined }, { tenantId: other.tenantId });
    const grant = { visitId: declined, hours: 1 };
    const answer = await call("ada", "operatorAccess.grant", grant, { tenantId: other.tenantId });
    expect(answer).toMatchObject({ httpStatus: 404 });
    expect(await looks(other.tenantId)).toMatchObject(NOT_FOUND);
  });

  test("an operator asks once, even by two calls at the same time", async () => {
    const { tenantId } = await makeThings(service.get(), "Twice", "ada", "hal");
    const input = { tenantId, reason: "You asked us", hours: 1 };
    const answers = await Promise.all([1, 2].map(() => call("fay", "operator.askToVisit", input)));
    expect(answers.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409]);
  });

  test("the question goes by e-mail to those who can answer, without the operator's name", async () => {
    const { tenantId } = await makeThings(service.get(), "Mailed", "ada", "hal");
    const { deps } = service.get();
    const visitId = await ask(tenantId);
    const mails = await deps.db.orm.mail.findMany({ where: { tenantId, aboutId: visitId } });
    const open = (sealed: string | null, context: string) => deps.secrets.open(sealed ?? "", context);
    expect(mails.map(({ id, addressSealed }) => open(addressSealed, `mail-address:${id}`))).toEqual([
      "ada@people.test",
    ]);
    const content = mails.map(({ id, contentSealed }) => open(contentSealed, `mail-content:${id}`)).join();
    expect(content).toContain("You asked us");
    expect(content).not.toContain("Fay");
  });

  test("the tenant does not learn which of the operator's people it is", async () => {
    const { tenantId } = await visited("Who");
    const list = await call("ada", "operatorAccess.list", { limit: 10 }, { tenantId });
    const trail = await call("ada", "reports.audit", { action: "operator_visit", limit: 10 }, { tenantId });
    expect(JSON.stringify([list.data, trail.data])).not.toContain("Fay");
  });
});

describe("the end", () => {
  test("at once when the tenant ends it, also in another process", async () => {
    const { tenantId, visitId } = await visited("Ended");
    const { deps, runtime, identity } = service.get();
    const url = runtime.config.DATABASE_URL;
    const other = await createService({
      env: {
        ...identity.env,
        OPERATORS: "fay@people.test",
        KEY_PEPPER: runtime.config.KEY_PEPPER.toString("base64"),
        SECRETS_KEY: runtime.config.SECRETS_KEY.toString("base64"),
      },
      database: { url, [Symbol.asyncDispose]: () => Promise.resolve() },
    });
    expect(await looks(tenantId, { deps: other.deps })).toMatchObject({ httpStatus: 200 });
    await call("ada", "operatorAccess.end", { visitId }, { tenantId, deps });
    expect(await looks(tenantId, { deps: other.deps })).toMatchObject(NOT_FOUND);
    expect(await looks(tenantId)).toMatchObject(NOT_FOUND);
    await other.close();
  });

  test("when OPERATORS no longer names the person", async () => {
    const { tenantId } = await visited("Left");
    const { deps } = service.get();
    const without = { ...deps, settings: { ...deps.settings, operators: NO_OPERATORS } };
    expect(await looks(tenantId, { deps: without })).toMatchObject(NOT_FOUND);
    const { data } = await call("fay", "session.me", undefined, { deps: without });
    expect(Object(data)).toMatchObject({ visits: [], tenants: [] });
  });

  test("when its time is over", async () => {
    const { tenantId } = await visited("Over");
    const { deps } = service.get();
    const later = { ...deps, now: () => new Date(Date.now() + 3_601_000) };
    // The bearer is checked by the provider's own clock, which stays.
    expect(await looks(tenantId, { deps: later })).toMatchObject(NOT_FOUND);
    expect(await looks(tenantId)).toMatchObject({ httpStatus: 200 });
  });

  test("when the operator leaves, and only they can", async () => {
    const { tenantId, visitId } = await visited("Own");
    expect(await call("gus", "operator.endVisit", { visitId })).toMatchObject({ httpStatus: 404 });
    expect(await looks(tenantId)).toMatchObject({ httpStatus: 200 });
    expect(await call("fay", "operator.endVisit", { visitId })).toMatchObject({ httpStatus: 200 });
    expect(await looks(tenantId)).toMatchObject(NOT_FOUND);
  });
});

describe("a visitor", () => {
  let visit: Awaited<ReturnType<typeof visited>>;
  const asVisitor = (path: string) =>
    call("fay", path, EXAMPLES[path]?.input(visit.things), { tenantId: visit.tenantId });

  beforeAll(async () => {
    visit = await visited("Read");
  });

  const reads = PROCEDURES.filter(({ type, meta }) => type === "query" && meta.permission.endsWith(".read"));
  test.each(reads)("$path answers, without a secret", async ({ path }) => {
    const answer = await asVisitor(path);
    if (EXAMPLES[path]?.isRead) expect(answer, answer.message).toMatchObject({ httpStatus: 200 });
    expect(JSON.stringify(answer.data ?? null)).not.toMatch(SECRETS);
  });

  const others = PROCEDURES.filter(
    ({ type, meta }) => type === "mutation" || !meta.permission.endsWith(".read"),
  );
  test.each(others)("$path is refused, and changes nothing", async ({ path }) => {
    const { deps } = service.get();
    const before = await everythingOf(deps, visit.tenantId);
    expect(await asVisitor(path)).toMatchObject({ httpStatus: 403, errorCode: "PERMISSION_DENIED" });
    expect(await everythingOf(deps, visit.tenantId)).toEqual(before);
  });

  test.each([
    ["verifications", exportVerificationsCsv],
    ["audit-trail", exportAuditCsv],
    ["audit-lines", exportAuditJsonLines],
    ["archive", exportArchive],
  ] as const)("gets no export of %s", async (list, answer) => {
    const { deps, identity } = service.get();
    const request = new Request(`${BASE_URL}/api/console/export/${list}`, {
      method: "POST",
      headers: {
        "sec-fetch-site": "same-origin",
        "content-type": "application/json",
        authorization: `Bearer ${await identity.bearer("fay")}`,
        [TENANT_HEADER]: visit.tenantId,
      },
      body: "{}",
    });
    const response = await answer(deps, request);
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain(visit.things.verificationId);
  });

  // It needs a permission to read only, as every member may leave.
  test("is no member who could leave", async () => {
    const memberId = String(Object(Object((await call("fay", "session.me")).data).member).id);
    const answer = await call("fay", "members.remove", { memberId }, { tenantId: visit.tenantId });
    expect(answer).toMatchObject({ httpStatus: 403, errorCode: "PERMISSION_DENIED" });
  });

  test("leaves one entry an hour for each part of the console that they read", async () => {
    const { tenantId, things: made } = await visited("Noted");
    await Promise.all([1, 2, 3].map(() => looks(tenantId)));
    await call("fay", "verifications.list", EXAMPLES["verifications.list"]?.input(made), { tenantId });
    const filter = { action: "operator_visit.look", limit: 10 };
    const { data } = await call("ada", "reports.audit", filter, { tenantId });
    const pages = Object(data).entries.map(({ changes }: { changes: { page: string } }) => changes.page);
    expect(pages.sort()).toEqual(["reports.overview", "verifications"]);
  });

  test("reads a tenant that is closed", async () => {
    const { tenantId } = await visited("Closed");
    await patchTenant(service.get().call, tenantId, { isActive: false });
    expect(await looks(tenantId)).toMatchObject({ httpStatus: 200 });
  });

  test("finds the tenant among those that they can read, until when, and not among their own", async () => {
    const { tenantId, visitId } = await visited("Listed");
    const { data } = await call("fay", "session.me");
    expect(Object(data).visits).toContainEqual(
      expect.objectContaining({ tenantId, visitId, tenantName: "Listed", role: VISITOR }),
    );
    expect(Object(data).tenants).toEqual([]);
  });
});
