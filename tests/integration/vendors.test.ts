import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { methodOfVendor, VENDOR_KINDS, VENDOR_NAMES, type VendorKind } from "#core/identity/vendor.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { originAt } from "#services/hosts/site.ts";
import { redactVendorSessions } from "#services/vendors/redact.ts";
import type { Outcome, Trouble } from "../../lab/vendors/stand-in.ts";
import { cancel, patchTenant, secretOf, start, statusOf, validate } from "../support/http/actions.ts";
import { atSite } from "../support/http/handlers.ts";
import { goBack, viewPage } from "../support/http/hosted.ts";
import {
  addStandIn,
  call,
  comeBack,
  goThere,
  newsOf,
  press,
  problemIn,
  proveAt,
  rowsOf,
  type StandIns,
  startStandIns,
} from "../support/vendors/walk.ts";
import { createService, type TestService } from "../support/world/service.ts";

// Against local servers that speak the vendors' published interfaces; never against the real services.

const METHODS = ["document", ...VENDOR_KINDS.map(methodOfVendor)];

let standIns: StandIns;
let service: TestService;
let tenant = { id: "", liveKey: "", testKey: "" };
let vendorIds: Record<VendorKind, string>;

beforeAll(async () => {
  standIns = await startStandIns();
  service = await createService({ env: standIns.env });
  tenant = await service.tenant({ plan: "scale" });
  const { deps } = service;
  const stripe = await addStandIn(deps, tenant.id, standIns);
  const yoti = await addStandIn(deps, tenant.id, standIns, { kind: "yoti" });
  const didit = await addStandIn(deps, tenant.id, standIns, { kind: "didit" });
  vendorIds = { stripe: stripe.id, yoti: yoti.id, didit: didit.id };
  await patchTenant(service.call, tenant.id, { methods: METHODS });
});

afterEach(() => standIns.reset());

afterAll(async () => {
  await service.close();
  await standIns.stop();
});

const begin = async (input: Record<string, unknown> = {}) => {
  const started = await start(service.call, tenant.liveKey, input);
  return { id: started.verificationId, secret: secretOf(started) };
};

const status = (id: string) => statusOf(service.call, tenant.liveKey, id);

// All are asked by the same client, and its patience takes eight seconds each time.
const TROUBLES: Readonly<Record<VendorKind, readonly Trouble[]>> = {
  stripe: [500, 429, 401, 404, "silent"],
  yoti: [500, 429, 401, 404],
  didit: [500, 429, 401, 404],
};

describe.each(VENDOR_KINDS)("by %s", (kind) => {
  test("an adult is approved by the vendor's method when the browser is back, with a token", async () => {
    const { deps, call: send } = service;
    const { id, secret } = await begin({ callback_url: "https://shop.example/back" });
    expect(await proveAt(deps, standIns, secret, { kind })).toBeNull();
    expect(await status(id)).toMatchObject({ status: "completed", result: { verified: true } });
    const { attempts, verification } = await rowsOf(deps, id);
    expect(attempts).toMatchObject([{ method: `vendor:${kind}`, finding: "evidence" }]);
    const assurance = kind === "yoti" ? "asserted_by_vendor" : "asserted_by_vendor_with_selfie";
    expect(verification).toMatchObject({ method: `vendor:${kind}`, assurance });
    const token = (await goBack(deps, secret)).searchParams.get("token") ?? "";
    expect(await validate(send, tenant.liveKey, token)).toMatchObject({ valid: true, over18: true });
  });

  test("a minor is rejected: an answer, not a failure", async () => {
    const { id, secret } = await begin();
    await proveAt(service.deps, standIns, secret, { kind, outcome: "minor" });
    expect(await status(id)).toMatchObject({ status: "completed", result: { verified: false } });
  });

  test("a document that cannot be read is an attempt, with its reason", async () => {
    const { id, secret } = await begin();
    expect(await proveAt(service.deps, standIns, secret, { kind, outcome: "unreadable" })).toBeNull();
    const { attempts } = await rowsOf(service.deps, id);
    const reason = kind === "yoti" ? "not_verified" : "document_unverified_other";
    expect(attempts).toMatchObject([{ finding: "VENDOR_UNDECIDED", reason }]);
    expect(await viewPage(service.deps, secret)).toMatchObject({
      attemptsLeft: 2,
      problem: { code: "VENDOR_UNDECIDED" },
      methods: METHODS,
    });
  });

  test("a person who stops there is back on the page: nothing is lost, and every way is open", async () => {
    const { id, secret } = await begin();
    expect(await proveAt(service.deps, standIns, secret, { kind, outcome: "stop" })).toBe("VENDOR_DECLINED");
    expect((await rowsOf(service.deps, id)).attempts).toEqual([]);
    expect(await viewPage(service.deps, secret)).toMatchObject({
      attemptsLeft: 3,
      methods: METHODS,
    });
  });

  test("an answer that takes longer is awaited by name, and the callback brings it", async () => {
    const { deps } = service;
    const { id, secret } = await begin();
    const { sessionId, cookie } = await goThere(deps, secret, kind);
    expect((await viewPage(deps, secret))?.waitingFor).toBeUndefined();
    const back = standIns[kind].finish(sessionId, "processing");
    expect(problemIn(await comeBack(deps, back, cookie))).toBeNull();
    expect((await viewPage(deps, secret))?.waitingFor).toBe(VENDOR_NAMES[kind]);
    expect(await status(id)).toMatchObject({ status: "in_progress" });
    standIns[kind].finish(sessionId, "adult");
    expect(await call(deps, vendorIds[kind], newsOf(standIns, kind, sessionId))).toBe(200);
    expect(await status(id)).toMatchObject({ status: "completed", result: { verified: true } });
    expect((await viewPage(deps, secret))?.waitingFor).toBeUndefined();
  });

  test("the person may ask whether the answer is there", async () => {
    const { deps } = service;
    const { id, secret } = await begin();
    const { sessionId, cookie } = await goThere(deps, secret, kind);
    await comeBack(deps, standIns[kind].finish(sessionId, "processing"), cookie);
    await press(deps, secret, { intent: "look" });
    expect(await status(id)).toMatchObject({ status: "in_progress" });
    standIns[kind].finish(sessionId, "adult");
    const looked = await press(deps, secret, { intent: "look" });
    expect(looked.headers.get("location")).toBe(`/v/${secret}`);
    expect(await status(id)).toMatchObject({ status: "completed" });
  });

  test.each(TROUBLES[kind])(
    "a vendor that answers %s costs no attempt, and other ways stay open",
    async (trouble) => {
      const { deps } = service;
      const { id, secret } = await begin();
      standIns[kind].trouble = trouble;
      const refused = await press(deps, secret, { provider: kind });
      expect(refused.headers.get("location")).toBe(`/v/${secret}?problem=VENDOR_UNAVAILABLE`);
      expect(await rowsOf(deps, id)).toMatchObject({ attempts: [], sessions: [] });
      // The same on the way back: the answer is not lost.
      standIns.reset();
      const { sessionId, cookie } = await goThere(deps, secret, kind);
      const back = standIns[kind].finish(sessionId, "adult");
      standIns[kind].trouble = trouble;
      expect(problemIn(await comeBack(deps, back, cookie))).toBe("VENDOR_UNAVAILABLE");
      expect(await viewPage(deps, secret)).toMatchObject({ attemptsLeft: 3 });
      standIns.reset();
      await comeBack(deps, back, cookie);
      expect(await status(id)).toMatchObject({ status: "completed", result: { verified: true } });
    },
    60_000,
  );

  test("a vendor's answer after the tenant has cancelled decides nothing", async () => {
    const { deps } = service;
    const { id, secret } = await begin();
    const { sessionId, cookie } = await goThere(deps, secret, kind);
    await cancel(service.call, tenant.liveKey, { verificationId: id });
    const back = standIns[kind].finish(sessionId, "adult");
    await comeBack(deps, back, cookie);
    await call(deps, vendorIds[kind], newsOf(standIns, kind, sessionId));
    expect(await status(id)).toMatchObject({ status: "failed", error: { code: "CANCELLED" } });
    expect((await rowsOf(deps, id)).attempts).toEqual([]);
    expect((await viewPage(deps, secret))?.waitingFor).toBeUndefined();
  });

  test("from a tenant's host, a browser comes back to that host, whatever its vendor's address is changed to", async () => {
    const { deps } = service;
    const host = `verify.${kind}.example`;
    const at = deps.now();
    await deps.db.orm.tenantHost.create({
      data: { id: `hst_${kind}`, tenantId: tenant.id, host, txtToken: "x", createdAt: at, verifiedAt: at },
    });
    const there = atSite(deps, { tenantId: tenant.id, host, origin: originAt(deps, host) });
    const { id, secret } = await begin();
    const { sessionId, cookie } = await goThere(there, secret, kind);
    const back = standIns[kind].finish(sessionId, "adult");
    const ref = new URL(back).searchParams.get("ref") ?? "";
    const passedOn = await comeBack(deps, back, null);
    expect(passedOn).toBe(`${originAt(deps, host)}/v/vendor/return?ref=${ref}`);
    for (const changed of [ref.replace(/.$/, "!"), ref.split(".", 2).join("."), `${ref}.x`])
      expect(await comeBack(deps, back.replace(ref, changed), null)).toBe("/wallet/elsewhere?by=provider");
    expect(await comeBack(there, passedOn, cookie)).toBe(`/v/${secret}`);
    expect(await status(id)).toMatchObject({ status: "completed", result: { verified: true } });
  });

  test("another browser learns and decides nothing", async () => {
    const { deps } = service;
    const { id, secret } = await begin();
    const { sessionId, cookie } = await goThere(deps, secret, kind);
    const back = standIns[kind].finish(sessionId, "adult");
    const before = await rowsOf(deps, id);
    expect(await comeBack(deps, back, null)).toBe("/wallet/elsewhere?by=provider");
    const other = await goThere(deps, (await begin()).secret, kind);
    expect(await comeBack(deps, back, other.cookie)).toBe("/wallet/elsewhere?by=provider");
    // One that has the page's address too, and makes up the cookie.
    const forged = cookie.replace(/=.*/, `=${secret}.${"A".repeat(43)}`);
    expect(await comeBack(deps, back, forged)).toBe(`/v/${secret}`);
    expect(await rowsOf(deps, id)).toEqual(before);
  });
});

describe("what a vendor is asked", () => {
  test("Stripe: a document, a selfie and nothing beside them, with our reference alone; by a key that may not read birth dates nothing is decided", async () => {
    const { deps } = service;
    const { id, secret } = await begin();
    const { sessionId, cookie } = await goThere(deps, secret);
    const session = standIns.stripe.sessions.get(sessionId);
    const options = { require_live_capture: "true", require_matching_selfie: "true" };
    expect(session).toMatchObject({ livemode: true });
    expect(session?.options).toEqual(options);
    expect(session?.reference).toMatch(/^vse_[0-9a-f]{40}$/);
    expect(session?.returnUrl).toBe(`https://age.test/v/vendor/return?ref=${session?.reference}`);
    standIns.stripe.mayReadBirths = false;
    const back = standIns.stripe.finish(sessionId, "adult");
    // As the API refuses it: 403, and not an answer without a birth date.
    expect(problemIn(await comeBack(deps, back, cookie))).toBe("VENDOR_UNAVAILABLE");
    expect((await rowsOf(deps, id)).attempts).toEqual([]);
    standIns.reset();
    await comeBack(deps, back, cookie);
    expect(await status(id)).toMatchObject({ status: "completed", result: { verified: true } });
  });

  test("Yoti: whether the minimum age is reached, by a document or its app and never by an estimate", async () => {
    const { deps } = service;
    const { id, secret } = await begin({ minimumAge: 21 });
    const { sessionId, cookie } = await goThere(deps, secret, "yoti");
    expect(standIns.yoti.sessions.get(sessionId)?.asked).toMatchObject({
      type: "OVER",
      doc_scan: { allowed: true, threshold: 21 },
      digital_id: { allowed: true, threshold: 21, age_estimation_allowed: false },
      age_estimation: { allowed: false },
      credit_card: { allowed: false },
      mobile: { allowed: false },
      notification_url: `https://age.test/v/vendor/${vendorIds.yoti}/callback`,
    });
    standIns.yoti.method = "AGE_ESTIMATION";
    await comeBack(deps, standIns.yoti.finish(sessionId, "adult"), cookie);
    expect((await rowsOf(deps, id)).attempts).toMatchObject([
      { finding: "VENDOR_UNDECIDED", reason: "other_question" },
    ]);
  });

  test("a threshold is answered by Stripe's birth date, which is not kept", async () => {
    const { deps } = service;
    const { id, secret } = await begin({
      thresholds: [16, 18, 21],
      minimumAge: 18,
      disclosure: "thresholds",
    });
    await proveAt(deps, standIns, secret);
    expect((await rowsOf(deps, id)).verification).toMatchObject({ ageAtLeast: 21, verifiedAge: null });
  });
});

describe("on a birthday that has begun somewhere on Earth, and not everywhere", () => {
  /** It is that day at UTC+14, and never yet at UTC-12: 26 hours lie between them. */
  const bornYearsAgo = (years: number) => {
    const there = new Date(Date.now() + 14 * 3_600_000);
    const [year, month, day] = [there.getUTCFullYear(), there.getUTCMonth() + 1, there.getUTCDate()];
    return { birth: { year: year - years, month, day } };
  };

  test("the age that is reached then is not decided: no rejection, and no attempt", async () => {
    // Twenty years, so that there is such a day on 29 February too.
    standIns.stripe.person = bornYearsAgo(20);
    const { id, secret } = await begin({ minimumAge: 20 });
    expect(await proveAt(service.deps, standIns, secret)).toBe("BIRTHDAY_TODAY");
    expect((await rowsOf(service.deps, id)).attempts).toEqual([]);
    expect(await status(id)).toMatchObject({ status: "in_progress" });
    expect(await viewPage(service.deps, secret)).toMatchObject({
      attemptsLeft: 3,
      methods: METHODS,
    });
  });

  test("a lower age is approved, and that one stays open beside it", async () => {
    standIns.stripe.person = bornYearsAgo(20);
    const { id, secret } = await begin({ minimumAge: 18, thresholds: [18, 20, 21] });
    expect(await proveAt(service.deps, standIns, secret)).toBeNull();
    expect(await status(id)).toMatchObject({
      result: { verified: true, ageOver: { 18: true, 21: false } },
    });
    const { result } = await status(id);
    expect(Object.keys(result?.ageOver ?? {})).toEqual(["18", "21"]);
  });
});

describe("erasure is asked for", () => {
  const run = () => redactVendorSessions(systemCtx(service.deps), 100);

  test("after the answer, until the vendor does it; then our row is gone", async () => {
    const { deps } = service;
    await run();
    const { id, secret } = await begin();
    const { sessionId, cookie } = await goThere(deps, secret);
    await comeBack(deps, standIns.stripe.finish(sessionId, "adult"), cookie);
    standIns.stripe.trouble = 500;
    expect(await run()).toBe(1);
    expect((await rowsOf(deps, id)).sessions).toMatchObject([{ redactTries: 1 }]);
    standIns.reset();
    // Not before its pause is over.
    expect(await run()).toBe(0);
    const later = new Date(deps.now().getTime() + 61_000);
    expect(await redactVendorSessions(systemCtx({ ...deps, now: () => later }), 100)).toBeGreaterThan(0);
    expect(standIns.stripe.sessions.get(sessionId)).toMatchObject({ isRedacted: true, person: null });
    expect((await rowsOf(deps, id)).sessions).toEqual([]);
  });

  test("after the time of a person who never came back", async () => {
    const { deps } = service;
    const { id, secret } = await begin({ expiresInSeconds: 300 });
    const { sessionId } = await goThere(deps, secret);
    standIns.stripe.finish(sessionId, "adult");
    await run();
    expect(standIns.stripe.sessions.get(sessionId)?.isRedacted).toBe(false);
    const later = new Date(deps.now().getTime() + 301_000);
    await redactVendorSessions(systemCtx({ ...deps, now: () => later }), 100);
    expect(standIns.stripe.sessions.get(sessionId)?.isRedacted).toBe(true);
    expect((await rowsOf(deps, id)).sessions).toEqual([]);
  });

  test("no more than fifteen times: then the log names our reference, and nothing else", async () => {
    const { deps } = service;
    const { id, secret } = await begin();
    await proveAt(deps, standIns, secret);
    await deps.db.orm.vendorSession.updateMany({ where: { verificationId: id }, data: { redactTries: 14 } });
    standIns.stripe.trouble = 500;
    await run();
    expect((await rowsOf(deps, id)).sessions).toEqual([]);
  });
});

test("in test mode a vendor of test mode is offered beside the sandbox, and proves nothing", async () => {
  const { deps } = service;
  const own = await service.tenant({ plan: "scale" });
  await addStandIn(deps, own.id, standIns);
  await addStandIn(deps, own.id, standIns, { mode: "test" });
  const started = await start(service.call, own.testKey);
  const secret = secretOf(started);
  expect((await viewPage(deps, secret))?.methods).toEqual(["sandbox", "wallet", "vendor:stripe"]);
  const { sessionId, cookie } = await goThere(deps, secret);
  expect(standIns.stripe.sessions.get(sessionId)?.livemode).toBe(false);
  await comeBack(deps, standIns.stripe.finish(sessionId, "adult" satisfies Outcome), cookie);
  const { verification } = await rowsOf(deps, started.verificationId);
  expect(verification).toMatchObject({
    verified: true,
    method: "vendor:stripe",
    assurance: "none_test_mode",
  });
});

describe("Yoti's sandbox", () => {
  const atSandbox = async () => {
    const own = await service.tenant({ plan: "scale" });
    await addStandIn(service.deps, own.id, standIns, { kind: "yoti", mode: "test" });
    return { ...own, begin: async () => secretOf(await start(service.call, own.testKey)) };
  };

  test("is asked by an access token that the service's private key got, and never by an API key", async () => {
    const { deps } = service;
    const given = standIns.yoti.tokens.size;
    const { begin: beginTest } = await atSandbox();
    // The key was tried when it was added, and that token is used until it nearly ends.
    expect(standIns.yoti.tokens.size).toBe(given + 1);
    for (let i = 0; i < 2; i += 1) {
      const secret = await beginTest();
      const { url } = await goThere(deps, secret, "yoti");
      expect(url.pathname).toBe("/sandbox");
      expect(await proveAt(deps, standIns, secret, { kind: "yoti" })).toBeNull();
      expect(await viewPage(deps, secret)).toMatchObject({ outcome: "approved" });
    }
    expect(standIns.yoti.tokens.size).toBe(given + 1);
  });

  test("refuses a token that it took back, and the next try has another", async () => {
    const { deps } = service;
    const { begin: beginTest } = await atSandbox();
    standIns.yoti.tokens.clear();
    const secret = await beginTest();
    const refused = await press(deps, secret, { provider: "yoti" });
    expect(refused.headers.get("location")).toBe(`/v/${secret}?problem=VENDOR_UNAVAILABLE`);
    expect(await proveAt(deps, standIns, secret, { kind: "yoti" })).toBeNull();
  });

  test("gets a new token before the old one ends, also where many ask at once", async () => {
    const { begin: beginTest } = await atSandbox();
    const secret = await beginTest();
    const given = standIns.yoti.tokens.size;
    const later = Date.now() + 29.5 * 60_000;
    // The service's own clock: the vendors of this file's service keep it.
    vi.useFakeTimers({ toFake: ["Date"], now: later });
    try {
      await Promise.all([1, 2, 3].map(() => goThere(service.deps, secret, "yoti")));
    } finally {
      vi.useRealTimers();
    }
    expect(standIns.yoti.tokens.size).toBe(given + 1);
  });
});
