import { beforeAll, describe, expect, test } from "vitest";
import { bandOfAge } from "#core/age-over.ts";
import type { Policy, PolicyRule } from "#core/policy/policy.ts";
import { FORM, type Method } from "#methods/method.ts";
import { createMethods } from "#methods/registry.ts";
import { createVoucherMethod } from "#methods/voucher/voucher-method.ts";
import { newId } from "#services/ids.ts";
import { updateSettings } from "#services/tenants/settings.ts";
import { dayCounts, rollForReport, sumCounts } from "#services/usage/usage.ts";
import { verificationDetail } from "#services/verifications/detail.ts";
import { listVerifications, waitingAppeals } from "#services/verifications/list.ts";
import { issueVoucher } from "#services/vouchers/vouchers.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { cancel, complete, patchTenant, secretOf, start, statusOf, submit } from "../support/http/actions.ts";
import { hostedAppeal } from "../support/http/handlers.ts";
import { submitEvidence, viewPage } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { testClock } from "../support/world/clock.ts";
import { BASE_URL } from "../support/world/service.ts";
import { TRAITS } from "../support/world/traits.ts";

const clock = testClock();

/** Reads an age in years. */
const readsAge = (id: string, needs: Method["traits"]["needs"]): Method => ({
  id,
  traits: { ...TRAITS, needs },
  modes: ["live", "test"],
  maxBodyBytes: 64,
  start: async () => FORM,
  answer: async ({ body }) => {
    const age = Number(new TextDecoder().decode(body));
    const learned = { age, band: bandOfAge(age), confidence: 1, documentType: null };
    return { kind: "evidence", evidence: { ...learned, assurance: "test" } };
  },
});

const methods = createMethods([
  readsAge("document", ["camera", "identity_document"]),
  readsAge("papers", ["identity_document"]),
  createVoucherMethod(),
]);

const service = promisedServiceForFile({ overrides: { now: clock.now, methods } });

const RULE: PolicyRule & Pick<Policy["default"], "methods"> = {
  methods: [
    { id: "document", use: "offer" },
    { id: "papers", use: "appeal" },
    { id: "voucher", use: "appeal" },
  ],
  attemptsInAll: 4,
};

type Tenant = { id: string; liveKey: string; testKey: string };

const tenantWith = async (rule: Policy["default"] | null): Promise<Tenant> => {
  const { call, deps, tenant: make } = service.get();
  const made = await make({ plan: "scale" });
  await patchTenant(call, made.id, { methods: ["document"] });
  if (!rule) return made;
  // Written as it is: what the lints refuse must not come through here either.
  const id = newId(deps, "policy");
  const content = { default: rule, regions: [] };
  const version = { id, tenantId: made.id, number: 1, content, publishedBy: "admin", createdAt: clock.now() };
  await deps.db.orm.policyVersion.create({ data: version });
  await deps.db.orm.tenant.update({ where: { id: made.id }, data: { policyId: id } });
  return made;
};

let tenant: Tenant = { id: "", liveKey: "", testKey: "" };
beforeAll(async () => {
  tenant = await tenantWith(RULE);
});

const begin = async (of = tenant, input: Record<string, unknown> = {}, key = of.liveKey) => {
  const started = await start(service.get().call, key, input);
  return { id: started.verificationId, secret: secretOf(started) };
};

const hand = async (secret: string, body: string, method = "document") =>
  (await submitEvidence(service.get().deps, secret, { method, body })).status;

const rejected = async (of = tenant, input: Record<string, unknown> = {}) => {
  const page = await begin(of, input);
  expect(await hand(page.secret, "15")).toBe(200);
  return page;
};

const press = (secret: string): Promise<Response> =>
  hostedAppeal(service.get().deps, new Request(`${BASE_URL}/v/${secret}/appeal`, { method: "POST" }), {
    secret,
  });

/** The secret of the page that a press leads to. */
const appeal = async (secret: string): Promise<string> => {
  const answer = await press(secret);
  expect(answer.status).toBe(303);
  return answer.headers.get("location")?.replace("/v/", "") ?? "";
};

const rowOf = (id: string) => service.get().deps.db.orm.verification.findUniqueOrThrow({ where: { id } });
const appealsOf = (id: string) =>
  service.get().deps.db.orm.verification.findMany({ where: { appealOf: id } });
const eventsOf = async (verificationId: string) =>
  (await service.get().deps.db.orm.event.findMany({ where: { verificationId }, orderBy: { id: "asc" } })).map(
    ({ type, body }) => ({ type, body: JSON.parse(body) }),
  );

const voucher = async (bounds: { ageAtLeast?: number; ageBelow?: number }, of = tenant): Promise<string> =>
  (await issueVoucher(await ownerCtx(service.get().deps, of.id), { validMinutes: 60, ...bounds })).code;

const REFUSED = "?problem=APPEAL_UNAVAILABLE";

const expectRefusal = async ({ id, secret }: { id: string; secret: string }): Promise<void> => {
  expect(await viewPage(service.get().deps, secret)).not.toHaveProperty("appeal");
  expect(await appeal(secret)).toBe(secret + REFUSED);
  expect(await appealsOf(id)).toEqual([]);
};

describe("an appeal", () => {
  test("that the tenant cancels ends as failed, costs nothing, and the rejection stands", async () => {
    const { call, deps } = service.get();
    const first = await rejected();
    const counted = await deps.db.orm.usageMonth.findMany({ where: { tenantId: tenant.id } });
    const secret = await appeal(first.secret);
    const [made] = await appealsOf(first.id);
    const verificationId = made?.id ?? "";
    await cancel(call, tenant.liveKey, { verificationId });
    expect(await eventsOf(verificationId)).toMatchObject([
      { type: "verification.failed", body: { error: { code: "CANCELLED" } } },
    ]);
    expect(await viewPage(deps, secret)).toMatchObject({ problem: { code: "CANCELLED" } });
    expect(await statusOf(call, tenant.liveKey, first.id)).toMatchObject({
      ...{ status: "completed", result: { verified: false } },
      appeal: { verificationId, status: "failed", overturned: false },
    });
    expect(await deps.db.orm.usageMonth.findMany({ where: { tenantId: tenant.id } })).toEqual(counted);
  });

  test("is another verification of the same kind, by the ways kept for appeals that ask for no document", async () => {
    const input = {
      metadata: { order: "7" },
      callback_url: "https://shop.example.com/back",
      cancel_url: "https://shop.example.com/basket",
      locale: "de",
      minimumAge: 16,
    };
    const first = await rejected(tenant, input);
    const { deps } = service.get();
    expect(await viewPage(deps, first.secret)).toMatchObject({
      appeal: { methods: ["voucher"], isMade: false },
    });
    const before = await deps.db.orm.usageMonth.findMany({ where: { tenantId: tenant.id } });
    clock.advance({ seconds: 1 }); // events of one millisecond have no order
    const secret = await appeal(first.secret);
    expect(secret).toMatch(/^vs_[A-Za-z0-9_-]{43}$/);
    const [made] = await appealsOf(first.id);
    const same = await rowOf(first.id);
    const { tenantId, mode, requestId, minimumAge, locale, callbackUrl, metadata, policyId, policyPlace } =
      same;
    expect(made).toMatchObject({
      cancelUrl: "https://shop.example.com/basket",
      ...{ tenantId, mode, requestId, minimumAge, locale, callbackUrl, metadata, policyId, policyPlace },
      methods: ["voucher"],
      maxAttempts: 4,
      status: "pending",
      appealOf: first.id,
      expiresAt: new Date(clock.now().getTime() + 24 * 3_600_000),
    });
    expect(await viewPage(deps, secret)).toMatchObject({
      verificationId: made?.id,
      methods: ["voucher"],
      attemptsLeft: 4,
      isAppeal: true,
      minimumAge: 16,
    });
    // Not billed: the month counts as before.
    expect(await deps.db.orm.usageMonth.findMany({ where: { tenantId: tenant.id } })).toEqual(before);
    expect(await eventsOf(first.id)).toMatchObject([
      { type: "verification.completed" },
      {
        type: "verification.appealed",
        body: { request_id: requestId, appeal: { verification_id: made?.id }, metadata: { order: "7" } },
      },
    ]);
  });

  test("repeats the reference of what it appeals, unless the tenant's references are unique", async () => {
    const { deps } = service.get();
    const other = await tenantWith(RULE);
    const shared = await rejected(other, { reference: "ord-1" });
    await appeal(shared.secret);
    expect((await appealsOf(shared.id))[0]).toMatchObject({ reference: "ord-1", holdsReference: false });
    await updateSettings(await ownerCtx(deps, other.id), { uniqueReferences: true });
    const alone = await rejected(other, { reference: "ord-2" });
    await appeal(alone.secret);
    expect((await appealsOf(alone.id))[0]).toMatchObject({ reference: null, holdsReference: false });
    expect(await rowOf(alone.id)).toMatchObject({ reference: "ord-2", holdsReference: true });
  });

  test("is one, however often and at once the button is pressed: every press leads to its page", async () => {
    const first = await rejected();
    const pages = await Promise.all(Array.from({ length: 20 }, () => appeal(first.secret)));
    expect(new Set(pages).size).toBe(1);
    expect(await appealsOf(first.id)).toHaveLength(1);
    expect((await eventsOf(first.id)).filter(({ type }) => type === "verification.appealed")).toHaveLength(1);
    expect(await viewPage(service.get().deps, first.secret)).toMatchObject({
      appeal: { methods: [], isMade: true },
    });
    clock.advance({ hours: 25 });
    expect(await appeal(first.secret)).toBe(pages[0]);
  });

  test("that is approved overturns the rejection, which stays, and revokes what was issued for it", async () => {
    const { deps, call } = service.get();
    const first = await rejected();
    const issued = {
      id: newId(deps, "token"),
      ...{ tenantId: tenant.id, verificationId: first.id, minimumAge: 18, over18: false, method: "document" },
      ...{ issuedAt: clock.now(), expiresAt: new Date(clock.now().getTime() + 3_600_000) },
    };
    await deps.db.orm.token.create({ data: issued });
    const code = { codeHash: new Uint8Array(32), verificationId: first.id, tenantId: tenant.id };
    await deps.db.orm.returnCode.create({
      data: { ...code, createdAt: clock.now(), expiresAt: issued.expiresAt },
    });
    const secret = await appeal(first.secret);
    const [made] = await appealsOf(first.id);
    const id = made?.id ?? "";
    expect(await statusOf(call, tenant.liveKey, first.id)).toMatchObject({
      appeal: { verificationId: id, status: "pending", overturned: false },
    });
    expect(await hand(secret, await voucher({ ageAtLeast: 18 }), "voucher")).toBe(200);
    expect(await rowOf(first.id)).toMatchObject({
      status: "completed",
      verified: false,
      overturnedAt: clock.now(),
    });
    expect(await deps.db.orm.token.findUnique({ where: { verificationId: first.id } })).toMatchObject({
      revokedAt: clock.now(),
    });
    expect(await deps.db.orm.returnCode.count({ where: { verificationId: first.id } })).toBe(0);
    expect(await deps.db.orm.token.findUnique({ where: { verificationId: id } })).toMatchObject({
      method: "voucher",
      revokedAt: null,
    });
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(["verification.completed"]);
    expect(await statusOf(call, tenant.liveKey, first.id)).toMatchObject({
      result: { verified: false },
      appeal: { verificationId: id, status: "completed", overturned: true },
    });
    expect(await statusOf(call, tenant.liveKey, id)).toMatchObject({
      appealOf: first.id,
      result: { verified: true },
    });
    const owner = await ownerCtx(deps, tenant.id);
    expect(await verificationDetail(owner, first.id)).toMatchObject({
      appeal: { verificationId: id, status: "completed", verified: true, overturned: true },
    });
    expect(await verificationDetail(owner, id)).toMatchObject({ appealOf: first.id });
  });

  test("can be decided by the tenant's backend, as any verification", async () => {
    const { call } = service.get();
    const first = await rejected();
    await appeal(first.secret);
    const [{ id } = { id: "" }] = await appealsOf(first.id);
    await complete(call, tenant.liveKey, { verificationId: id, verifiedAge: 30 });
    expect(await rowOf(id)).toMatchObject({ status: "completed", verified: true, method: "tenant" });
    expect(await statusOf(call, tenant.liveKey, first.id)).toMatchObject({
      result: { verified: false },
      appeal: { verificationId: id, status: "completed", overturned: true },
    });
  });

  test("is no start of the tenant's: reports count what usage counts", async () => {
    const { deps } = service.get();
    const day = new Date(clock.now().toISOString().slice(0, 10));
    const started = async () => {
      await rollForReport(deps, tenant.id);
      return sumCounts(await dayCounts(deps, tenant.id, day, day), () => true).started;
    };
    const before = await started();
    const first = await rejected();
    await appeal(first.secret);
    expect(await appealsOf(first.id)).toHaveLength(1);
    expect(await started()).toBe(before + 1);
    clock.advance({ hours: 1, minutes: 10 });
    expect(await started()).toBe(before + 1);
  });

  test("that is rejected leaves the rejection, and cannot be appealed again", async () => {
    const first = await rejected();
    const secret = await appeal(first.secret);
    expect(await hand(secret, await voucher({ ageBelow: 16 }), "voucher")).toBe(200);
    const [made] = await appealsOf(first.id);
    expect(made).toMatchObject({ status: "completed", verified: false });
    expect((await rowOf(first.id)).overturnedAt).toBeNull();
    const { call } = service.get();
    expect(await statusOf(call, tenant.liveKey, first.id)).toMatchObject({
      appeal: { status: "completed", overturned: false },
    });
    await expectRefusal({ id: made?.id ?? "", secret });
  });

  test("takes none of the methods that decided or were offered, whatever is sent to it", async () => {
    const first = await rejected();
    const secret = await appeal(first.secret);
    expect([await hand(secret, "30"), await hand(secret, "30", "papers")]).toEqual([400, 400]);
    expect(await appealsOf(first.id)).toMatchObject([{ verified: null }]);
  });

  test("is told only to endpoints that name the event", async () => {
    const own = await tenantWith(RULE);
    const { deps } = service.get();
    const owner = await ownerCtx(deps, own.id);
    const url = "https://hooks.example.com/lintel";
    await createEndpoint(owner, { url });
    await createEndpoint(owner, {
      url,
      events: ["verification.completed", "verification.failed", "verification.expired"],
    });
    const naming = await createEndpoint(owner, { url, events: ["verification.appealed"] });
    const first = await rejected(own);
    await appeal(first.secret);
    const told = await deps.db.orm.webhookDelivery.findMany({
      where: { tenantId: own.id, event: { type: "verification.appealed" } },
    });
    expect(told.map(({ endpointId }) => endpointId)).toEqual([naming.endpoint.id]);
    expect(await deps.db.orm.webhookDelivery.count({ where: { tenantId: own.id } })).toBe(3);
  });
});

describe("who may appeal", () => {
  test("until 24 hours after the decision, to the millisecond", async () => {
    const [early, late] = [await rejected(), await rejected()];
    clock.advance({ hours: 23, minutes: 59, seconds: 59, ms: 999 });
    await appeal(early.secret);
    expect(await appealsOf(early.id)).toHaveLength(1);
    clock.advance({ ms: 1 });
    await expectRefusal(late);
  });

  test("not without a policy, nor without a way that asks for no document", async () => {
    const papersOnly = RULE.methods.filter(({ id }) => id !== "voucher");
    for (const rule of [null, { ...RULE, methods: papersOnly }]) {
      await expectRefusal(await rejected(await tenantWith(rule)));
    }
  });

  test("not an approval, an open verification, or the tenant's own decision", async () => {
    const { call } = service.get();
    const [approved, open, byTenant] = [await begin(), await begin(), await begin()];
    expect(await hand(approved.secret, "30")).toBe(200);
    await submit(call, tenant.liveKey, { verificationId: byTenant.id, result: "rejected" });
    expect(await rowOf(byTenant.id)).toMatchObject({ verified: false, method: "tenant" });
    for (const page of [approved, open, byTenant]) await expectRefusal(page);
  });

  test("not in test mode", async () => {
    const page = await begin(tenant, {}, tenant.testKey);
    expect(await hand(page.secret, "15")).toBe(200);
    expect(await rowOf(page.id)).toMatchObject({ mode: "test", verified: false });
    await expectRefusal(page);
  });

  test("also where the answers keep quiet about the method", async () => {
    const own = await tenantWith({ ...RULE, hideMethod: true });
    const first = await rejected(own);
    expect(await rowOf(first.id)).toMatchObject({ method: "undisclosed" });
    const secret = await appeal(first.secret);
    expect(await viewPage(service.get().deps, secret)).toMatchObject({ methods: ["voucher"] });
  });

  test("not with another tenant's voucher, and no other tenant sees the appeal", async () => {
    const other = await tenantWith(RULE);
    const first = await rejected();
    const secret = await appeal(first.secret);
    expect(await hand(secret, await voucher({ ageAtLeast: 18 }, other), "voucher")).toBe(422);
    const { call } = service.get();
    const [made] = await appealsOf(first.id);
    const answer = await call("GET", `/verify/status?verificationId=${made?.id}`, { key: other.liveKey });
    expect(answer.status).toBe(404);
  });

  test("not a page that is unknown", async () => {
    const answer = await press(`vs_${"a".repeat(43)}`);
    expect(answer.headers.get("location")).toContain("problem=VERIFICATION_NOT_FOUND");
  });
});

describe("an erased appeal", () => {
  test("and what it appealed go together, and neither tells that there was the other", async () => {
    const { call, deps } = service.get();
    const first = await rejected();
    const page = await appeal(first.secret);
    expect(await hand(page, await voucher({ ageAtLeast: 18 }), "voucher")).toBe(200);
    const [made] = await appealsOf(first.id);
    const appealId = made?.id ?? "";
    const other = await begin();
    expect(await hand(other.secret, "30")).toBe(200);
    const started = (await rowOf(first.id)).requestId;
    for (const verificationId of [appealId, other.id]) {
      const body = { verificationId };
      expect((await call("POST", "/verify/redact", { key: tenant.liveKey, body })).status).toBe(200);
    }
    const told = async (id: string) => {
      const {
        id: _id,
        requestId: _request,
        secretHash: _secret,
        createdAt,
        expiresAt,
        ...rest
      } = await rowOf(id);
      return { ...rest, lasted: expiresAt.getTime() - createdAt.getTime() };
    };
    expect(await told(first.id)).toEqual(await told(other.id));
    expect(await told(appealId)).toEqual(await told(other.id));
    expect((await rowOf(first.id)).requestId).toBe(started);
    expect((await rowOf(appealId)).requestId).toMatch(/^req_[0-9a-z]{26}$/);
    const events = await deps.db.orm.event.findMany({ where: { requestId: started } });
    expect(events.map(({ type }) => type)).toEqual(["verification.redacted"]);
    for (const id of [first.id, appealId, other.id])
      expect((await eventsOf(id)).map(({ type }) => type)).toEqual(["verification.redacted"]);
  });
});

describe("an appeal that waits for a voucher", () => {
  const waitingAt = async (of: Tenant) => waitingAppeals(await ownerCtx(service.get().deps, of.id));
  const listed = async (of: Tenant, filter: Partial<Parameters<typeof listVerifications>[1]> = {}) => {
    const ctx = await ownerCtx(service.get().deps, of.id);
    const { verifications } = await listVerifications(ctx, { limit: 50, waitsFor: "voucher", ...filter });
    return verifications.map(({ verificationId, appealOf }) => ({ verificationId, appealOf }));
  };

  test("is counted with the time at which the first runs out, and listed, until it ends or runs out", async () => {
    const other = await tenantWith(RULE);
    expect(await waitingAt(other)).toEqual({ count: 0, earliestExpiresAt: null });
    const first = await rejected(other, { reference: "ord-1", metadata: { order: "7" } });
    const secret = await appeal(first.secret);
    const [made] = await appealsOf(first.id);
    const row = { verificationId: made?.id, appealOf: first.id };
    expect(await waitingAt(other)).toEqual({ count: 1, earliestExpiresAt: made?.expiresAt });
    expect(await listed(other)).toEqual([row]);
    expect(await waitingAt(await tenantWith(RULE))).toEqual({ count: 0, earliestExpiresAt: null });

    clock.advance({ hours: 1 });
    const second = await rejected(other);
    await appeal(second.secret);
    expect(await waitingAt(other)).toEqual({ count: 2, earliestExpiresAt: made?.expiresAt });

    expect(await hand(secret, await voucher({ ageAtLeast: 18 }, other), "voucher")).toBe(200);
    const [left] = await appealsOf(second.id);
    expect(await waitingAt(other)).toEqual({ count: 1, earliestExpiresAt: left?.expiresAt });
    clock.advance({ hours: 25 });
    expect(await waitingAt(other)).toEqual({ count: 0, earliestExpiresAt: null });
    expect(await listed(other)).toEqual([]);
  });

  test("is found among them by what the list finds otherwise, and by nothing else", async () => {
    const other = await tenantWith(RULE);
    const first = await rejected(other, { reference: "ord-1", metadata: { order: "A-7" } });
    await appeal(first.secret);
    const [made] = await appealsOf(first.id);
    const verificationId = made?.id ?? "";
    const row = { verificationId, appealOf: first.id };
    for (const search of ["ORD-1", "a-7", verificationId])
      expect(await listed(other, { search }), search).toEqual([row]);
    const others = [
      { search: "ord-2" },
      { search: first.id },
      { mode: "test" as const },
      { method: "document" },
    ];
    for (const filter of others) expect(await listed(other, filter), JSON.stringify(filter)).toEqual([]);
    expect(await listed(other, { status: "pending", mode: "live" })).toEqual([row]);
  });

  test("is not counted where no voucher would decide it", async () => {
    const other = await tenantWith(RULE);
    const first = await rejected(other);
    await appeal(first.secret);
    const { orm } = service.get().deps.db;
    await orm.verification.updateMany({ where: { appealOf: first.id }, data: { methods: ["papers"] } });
    expect(await waitingAt(other)).toEqual({ count: 0, earliestExpiresAt: null });
    expect(await listed(other)).toEqual([]);
  });

  test("says in the list and in its timeline that it is one, and no other check does", async () => {
    const other = await tenantWith(RULE);
    const first = await rejected(other);
    // Ids of one millisecond have no order.
    clock.advance({ seconds: 1 });
    await appeal(first.secret);
    const [made] = await appealsOf(first.id);
    const ctx = await ownerCtx(service.get().deps, other.id);
    const { verifications } = await listVerifications(ctx, { limit: 50 });
    expect(verifications.map(({ verificationId, appealOf }) => [verificationId, appealOf])).toEqual([
      [made?.id, first.id],
      [first.id, undefined],
    ]);
    const startOf = async (id: string) => (await verificationDetail(ctx, id)).timeline[0];
    expect(await startOf(made?.id ?? "")).toMatchObject({
      kind: "started",
      detail: { mode: "live", by: "appeal" },
    });
    expect((await startOf(first.id))?.detail).not.toHaveProperty("by");
  });
});
