import { decodeJwt } from "jose";
import { beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import type { DataPage } from "#core/erasure-request.ts";
import { purge } from "#data/service/retention.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { drawnData } from "#services/erasure/kept-data.ts";
import { eraseAtOnce } from "#services/erasure/requests.ts";
import { viewHostedPage } from "#services/hosted/view.ts";
import { consoleCall } from "../support/console/call.ts";
import { complete, secretOf, start } from "../support/http/actions.ts";
import { IS_OVER_BUILD } from "../support/http/dispatch.ts";
import { hostedDataCopy, hostedErasure } from "../support/http/handlers.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { testClock } from "../support/world/clock.ts";
import { BASE_URL } from "../support/world/service.ts";

const DAY_MS = 86_400_000;
const clock = testClock(new Date());
const service = consoleForFile({ overrides: { now: clock.now } });
let tenant = { id: "", liveKey: "", testKey: "" };

beforeAll(async () => {
  const { deps, tenant: newTenant } = service.get();
  tenant = await newTenant({ plan: "scale" });
  for (const [subject, role] of [
    ["ada", "owner"],
    ["cyd", "viewer"],
  ] as const)
    await knownPerson({ deps }, subject, { tenantId: tenant.id, role });
});

const as = async (subject: string, path: string, input: unknown, tenantId = tenant.id) => {
  const { deps, identity } = service.get();
  return consoleCall(deps, path, input, { bearer: await identity.bearer(subject), tenantId });
};

const listed = z.object({
  requests: z.array(
    z.strictObject({
      id: z.string(),
      verificationId: z.string(),
      mode: z.enum(["live", "test"]),
      status: z.enum(["open", "done", "declined"]),
      createdAt: z.date(),
      dueAt: z.date(),
      isOverdue: z.boolean(),
      endedAt: z.date().nullable(),
      reply: z.string().nullable(),
      metadata: z.array(z.tuple([z.string(), z.unknown()])).nullable(),
      answeredBy: z.strictObject({ actor: z.string(), name: z.string().nullable() }).nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
});
const list = async (input: object = {}, subject = "ada") =>
  listed.parse((await as(subject, "erasureRequests.list", input)).data).requests;
const requestAbout = async (id: string) => (await list()).find(({ verificationId }) => verificationId === id);

const atOnce = (value: boolean) => as("ada", "settings.update", { erasesAtOnce: value });

/** A check that has ended with an approval. */
const ended = async (metadata: Record<string, string> = { order: "A-1042" }) => {
  const { call } = service.get();
  const started = await start(call, tenant.testKey, { metadata });
  await complete(call, tenant.testKey, { verificationId: started.verificationId, verifiedAge: 30 });
  return { id: started.verificationId, secret: secretOf(started) };
};

const ask = async (secret: string): Promise<string | null> => {
  const request = new Request(`${BASE_URL}/v/${secret}/data/erasure`, { method: "POST" });
  const answer = await hostedErasure(service.get().deps, request, { secret });
  expect(answer.status).toBe(303);
  return answer.headers.get("location");
};

const copyOf = (secret: string): Promise<Response> =>
  hostedDataCopy(service.get().deps, new Request(`${BASE_URL}/v/${secret}/data/copy`), { secret });

const pageOf = async (secret: string): Promise<DataPage | null> => {
  const opened = await drawnData(systemCtx(service.get().deps), secret);
  if ("failure" in opened) throw opened.failure;
  return opened.page;
};

const keptOn = async (secret: string) => {
  const page = await pageOf(secret);
  if (page?.state !== "kept") throw new Error(`expected a page of what is kept, got ${page?.state}`);
  return page;
};

const erasedOn = async (secret: string) => {
  const page = await pageOf(secret);
  if (page?.state !== "erased") throw new Error(`expected a page of an erasure, got ${page?.state}`);
  return page.erased;
};

test("the person's page says what is kept, and never what the tenant wrote about them", async () => {
  const { id, secret } = await ended({ order: "A-1042", note: "difficult customer" });
  const { kept, erasesAtOnce, isOver } = await keptOn(secret);
  expect({ erasesAtOnce, isOver }).toEqual({ erasesAtOnce: false, isOver: true });
  expect(kept).toMatchObject({
    verificationId: id,
    mode: "test",
    status: "completed",
    minimumAge: 18,
    verified: true,
    method: "tenant",
    attempts: 0,
    entries: 2,
    startDataUntil: new Date(kept.createdAt.getTime() + 90 * DAY_MS),
    rows: { tokens: 1, events: 1 },
    request: null,
  });
  expect(JSON.stringify(kept)).not.toMatch(/A-1042|difficult/);
});

// Lines of the log that the build has not written yet.
test.skipIf(IS_OVER_BUILD)("the copy is the same as a file, and a wrong address has none", async () => {
  const { id, secret } = await ended();
  const answer = await copyOf(secret);
  expect([
    answer.status,
    answer.headers.get("content-disposition"),
    answer.headers.get("cache-control"),
  ]).toEqual([200, 'attachment; filename="age-check.json"', "no-store"]);
  expect((await answer.json()).verificationId).toBe(id);
  // Until the log's last lines are written, the later of two readings has more.
  await vi.waitFor(async () => {
    const { kept } = await keptOn(secret);
    expect(await (await copyOf(secret)).json()).toEqual(JSON.parse(JSON.stringify(kept)));
  }, 12_000);
  const other = await copyOf(`vs_${"A".repeat(43)}`);
  expect([other.status, (await other.json()).code]).toEqual([404, "VERIFICATION_NOT_FOUND"]);
});

test("a request waits for the tenant, once, with 30 days to answer, and erases nothing", async () => {
  const { id, secret } = await ended();
  expect(await ask(secret)).toBe(`/v/${secret}/data`);
  const asked = clock.now();
  clock.advance({ minutes: 1 });
  expect(await ask(secret)).toBe(`/v/${secret}/data`);
  expect(await requestAbout(id)).toEqual({
    id: expect.stringMatching(/^erq_/),
    verificationId: id,
    mode: "test",
    status: "open",
    createdAt: asked,
    dueAt: new Date(asked.getTime() + 30 * DAY_MS),
    isOverdue: false,
    endedAt: null,
    reply: null,
    metadata: [["order", "A-1042"]],
    answeredBy: null,
  });
  expect((await list()).filter(({ verificationId }) => verificationId === id)).toHaveLength(1);
  const { kept } = await keptOn(secret);
  expect(kept).toMatchObject({
    verified: true,
    entries: 1,
    request: { status: "open", atOnce: false, askedAt: asked },
  });
  await eraseAtOnce(systemCtx(service.get().deps), 10);
  expect((await keptOn(secret)).kept.verified).toBe(true);
  await service
    .get()
    .deps.db.pool.query("update erasure_request set due_at = $2 where verification_id = $1", [
      id,
      clock.now(),
    ]);
  expect(await requestAbout(id)).toMatchObject({ isOverdue: true });
  expect((await list({ status: "declined" })).map(({ verificationId }) => verificationId)).not.toContain(id);
  expect((await list({ status: "open" })).map(({ verificationId }) => verificationId)).toContain(id);
});

test("the open requests are counted with the first date that an answer is due, for those who see them", async () => {
  const openFor = async (subject: string) => (await as(subject, "erasureRequests.open", undefined)).data;
  const open = await list({ status: "open" });
  const { id, secret } = await ended();
  await ask(secret);
  const own = await requestAbout(id);
  const due = [...open.map(({ dueAt }) => dueAt.getTime()), own?.dueAt.getTime() ?? 0];
  expect(await openFor("ada")).toEqual({ count: open.length + 1, earliestDueAt: new Date(Math.min(...due)) });
  await as("ada", "erasureRequests.decline", { requestId: own?.id, reply: "No." });
  expect(await openFor("cyd")).toMatchObject({ count: open.length });
  expect(await requestAbout(id)).toMatchObject({
    status: "declined",
    reply: "No.",
    metadata: [["order", "A-1042"]],
    answeredBy: { actor: expect.stringMatching(/^member:mem_/) },
  });
});

test("a check that goes on cannot be erased", async () => {
  const started = await start(service.get().call, tenant.testKey);
  const secret = secretOf(started);
  expect(await ask(secret)).toBe(`/v/${secret}/data?problem=VERIFICATION_NOT_FINAL`);
  expect(await requestAbout(started.verificationId)).toBeUndefined();
  expect(await keptOn(secret)).toMatchObject({ isOver: false, kept: { request: null } });
});

test("a member erases: the person's page then has the receipt, and only that", async () => {
  const { id, secret } = await ended();
  await ask(secret);
  const request = await requestAbout(id);
  const refused = await as("cyd", "erasureRequests.carryOut", { requestId: request?.id });
  expect(refused.errorCode).toBe("PERMISSION_DENIED");
  expect((await as("ada", "erasureRequests.carryOut", { requestId: request?.id })).httpStatus).toBe(200);
  expect(await requestAbout(id)).toMatchObject({
    status: "done",
    endedAt: clock.now(),
    isOverdue: false,
    metadata: null,
    answeredBy: { actor: expect.stringMatching(/^member:mem_/), name: expect.any(String) },
  });
  const { receipt, salt, erasedAt, shownUntil } = await erasedOn(secret);
  const byApi = await service
    .get()
    .call("GET", `/verify/receipt?verificationId=${id}`, { key: tenant.testKey });
  expect(byApi.body).toMatchObject({ receipt, salt });
  expect(decodeJwt(receipt)).toMatchObject({
    cause: "person",
    kept: expect.arrayContaining(["erasure_request"]),
  });
  expect(shownUntil).toEqual(new Date(erasedAt.getTime() + 90 * DAY_MS));
  // The check's own page, its copy and its actions are gone.
  expect(await viewHostedPage(systemCtx(service.get().deps), secret)).toBeNull();
  expect((await copyOf(secret)).status).toBe(404);
  // A second press leads to the receipt.
  expect(await ask(secret)).toBe(`/v/${secret}/data`);
  const again = await as("ada", "erasureRequests.carryOut", { requestId: request?.id });
  expect([again.errorCode, again.message]).toEqual([
    "NOT_FOUND",
    "There is no such request, or it was answered already.",
  ]);
});

test("a member declines: the person reads why, and an erasure that comes after all counts as done", async () => {
  const { id, secret } = await ended();
  await ask(secret);
  const requestId = (await requestAbout(id))?.id ?? "";
  const reply = "We must keep it for a year.\nYou can complain to the authority.";
  expect((await as("cyd", "erasureRequests.decline", { requestId, reply })).errorCode).toBe(
    "PERMISSION_DENIED",
  );
  const empty = await as("ada", "erasureRequests.decline", { requestId, reply: " " });
  expect(empty.errorCode).toBe("INVALID_REQUEST_BODY");
  expect((await as("ada", "erasureRequests.decline", { requestId, reply })).httpStatus).toBe(200);
  expect(await requestAbout(id)).toMatchObject({ status: "declined", reply });
  expect((await keptOn(secret)).kept).toMatchObject({
    verified: true,
    request: { status: "declined", reply },
  });
  const { pool } = service.get().deps.db;
  const { rows } = await pool.query("select changes from audit_entry where target = $1 and action = $2", [
    id,
    "erasure_request.decline",
  ]);
  expect(rows).toEqual([{ changes: { request: requestId } }]);
  const twice = await as("ada", "erasureRequests.decline", { requestId, reply });
  expect(twice.errorCode).toBe("NOT_FOUND");
  await service.get().call("POST", "/verify/redact", { key: tenant.testKey, body: { verificationId: id } });
  expect(await requestAbout(id)).toMatchObject({ status: "done", reply: null });
  expect(decodeJwt((await erasedOn(secret)).receipt)).toMatchObject({ cause: "request" });
});

test("another tenant's member sees and answers nothing of it", async () => {
  const { id, secret } = await ended();
  await ask(secret);
  const requestId = (await requestAbout(id))?.id ?? "";
  const { deps, tenant: newTenant } = service.get();
  const other = await newTenant({ plan: "scale" });
  await knownPerson({ deps }, "eve", { tenantId: other.id, role: "owner" });
  expect((await as("eve", "erasureRequests.list", {}, other.id)).data).toEqual({
    requests: [],
    nextCursor: null,
  });
  for (const path of ["carryOut", "decline"])
    expect(
      (
        await as(
          "eve",
          `erasureRequests.${path}`,
          { requestId, ...(path === "decline" && { reply: "no" }) },
          other.id,
        )
      ).errorCode,
    ).toBe("NOT_FOUND");
  expect(await requestAbout(id)).toMatchObject({ status: "open" });
});

test("with the tenant's leave it is erased at once, and the page is kept for 90 days", async () => {
  await atOnce(true);
  const { id, secret } = await ended();
  expect(await keptOn(secret)).toMatchObject({ erasesAtOnce: true });
  expect(await ask(secret)).toBe(`/v/${secret}/data`);
  await atOnce(false);
  expect(await requestAbout(id)).toMatchObject({ status: "done" });
  expect(decodeJwt((await erasedOn(secret)).receipt)).toMatchObject({ cause: "person" });
  const { orm } = service.get().deps.db;
  const endedAt = (await requestAbout(id))?.endedAt?.getTime() ?? 0;
  await purge("erasure_request")(orm, new Date(endedAt), 1_000);
  expect(await erasedOn(secret)).toMatchObject({ shownUntil: new Date(endedAt + 90 * DAY_MS) });
  await purge("erasure_request")(orm, new Date(endedAt + 1), 1_000);
  expect(await pageOf(secret)).toBeNull();
});

test("while a webhook is being sent it waits for the worker, which erases it after that", async () => {
  await atOnce(true);
  const { id, secret } = await ended();
  const { pool } = service.get().deps.db;
  const until = new Date(Date.now() + 10_000);
  const endpoint = await pool.query(
    `insert into webhook_endpoint (id, tenant_id, modes, url, events, secret_sealed, created_at, updated_at)
     select 'whe_' || substr($1, 5), tenant_id, array[mode], 'https://shop.example/hook', '{verification.completed}', '', created_at, created_at
     from verification where id = $1 returning id`,
    [id],
  );
  await pool.query(
    `insert into webhook_delivery (id, event_id, endpoint_id, tenant_id, status, attempt, next_attempt_at, created_at)
     select 'dlv_' || substr($1, 5), e.id, $2, e.tenant_id, 'pending', 1, $3, e.created_at
     from event e where e.verification_id = $1`,
    [id, endpoint.rows[0].id, until],
  );
  expect(await ask(secret)).toBe(`/v/${secret}/data`);
  await atOnce(false);
  expect((await keptOn(secret)).kept).toMatchObject({
    verified: true,
    request: { status: "open", atOnce: true },
  });
  expect(await eraseAtOnce(systemCtx(service.get().deps), 10)).toBe(0);
  await pool.query(
    "update webhook_delivery set status = 'delivered', ended_at = now() where id = 'dlv_' || substr($1, 5)",
    [id],
  );
  expect(await eraseAtOnce(systemCtx(service.get().deps), 10)).toBe(1);
  expect(await erasedOn(secret)).toMatchObject({ erasedAt: clock.now() });
});

test("a request that came while someone else erased is done, and not open for ever", async () => {
  const { id, secret } = await ended();
  await ask(secret);
  const { deps, call } = service.get();
  const row = await deps.db.orm.erasureRequest.findUniqueOrThrow({ where: { verificationId: id } });
  await call("POST", "/verify/redact", { key: tenant.testKey, body: { verificationId: id } });
  // As if it had been written a moment later.
  await deps.db.orm.erasureRequest.update({ where: { id: row.id }, data: row });
  expect(await requestAbout(id)).toMatchObject({ status: "open" });
  expect((await as("ada", "erasureRequests.carryOut", { requestId: row.id })).httpStatus).toBe(200);
  expect(await requestAbout(id)).toMatchObject({ status: "done" });
  expect(await erasedOn(secret)).toMatchObject({ verificationId: id });
});

test("on the page of an appeal, what it appeals is erased with it", async () => {
  const first = await ended();
  const appeal = await ended();
  const { pool } = service.get().deps.db;
  await pool.query("update verification set appeal_of = $2 where id = $1", [appeal.id, first.id]);
  await ask(appeal.secret);
  const request = await requestAbout(first.id);
  expect(await requestAbout(appeal.id)).toBeUndefined();
  await as("ada", "erasureRequests.carryOut", { requestId: request?.id });
  expect(await erasedOn(appeal.secret)).toBeDefined();
  const { rows } = await pool.query("select redacted_at from verification where id = any($1)", [
    [first.id, appeal.id],
  ]);
  expect(rows.map(({ redacted_at }) => redacted_at !== null)).toEqual([true, true]);
});

test("however often the button is pressed at once, nobody ends at a problem", async () => {
  await atOnce(true);
  const { secret } = await ended();
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(secret)));
  expect(new Set(answers)).toEqual(new Set([`/v/${secret}/data`]));
  await atOnce(false);
  expect((await erasedOn(secret)).receipt).toMatch(/^ey/);
});

test("at a closed tenant nobody can answer: what was asked for and what is asked for is erased at once", async () => {
  const { deps } = service.get();
  const before = await ended();
  await ask(before.secret);
  const after = await ended();
  const close = (isActive: boolean) =>
    deps.db.orm.tenant.update({ where: { id: tenant.id }, data: { isActive } });
  await close(false);
  await ask(after.secret);
  expect((await erasedOn(after.secret)).verificationId).toBe(after.id);
  await eraseAtOnce(systemCtx(deps), 10);
  expect((await erasedOn(before.secret)).verificationId).toBe(before.id);
  await close(true);
});
