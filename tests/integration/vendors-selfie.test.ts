import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isJsonObject } from "#core/json.ts";
import { policyMethods } from "#services/policies/policies.ts";
import { sealedFor } from "#services/sealing.ts";
import { accountOf } from "#services/vendor-account.ts";
import { addVendor, listTenantVendors, rotateVendorKeys } from "#services/vendors/accounts.ts";
import { chooseVendorSelfie } from "#services/vendors/change-vendor.ts";
import type { Outcome } from "../../lab/vendors/stand-in.ts";
import { STRIPE_STAND_IN_KEYS } from "../../lab/vendors/stripe.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { patchTenant, secretOf, start } from "../support/http/actions.ts";
import { viewPage } from "../support/http/hosted.ts";
import {
  addStandIn,
  call,
  comeBack,
  goThere,
  keysOf,
  press,
  problemIn,
  rowsOf,
  type StandIns,
  startStandIns,
} from "../support/vendors/walk.ts";
import { createService, type TestService } from "../support/world/service.ts";

// Against a local server that speaks Stripe's published interface, and lies where a test says so.

let standIns: StandIns;
let service: TestService;

beforeAll(async () => {
  standIns = await startStandIns();
  service = await createService({ env: standIns.env });
});

afterEach(() => standIns.reset());

afterAll(async () => {
  await service.close();
  await standIns.stop();
});

/** A tenant with an account at Stripe, which asks for a selfie unless a test says otherwise. */
const makeTenant = async (more: { asksSelfie?: boolean } = {}) => {
  const { deps } = service;
  const tenant = await service.tenant({ plan: "scale" });
  const { id: vendorId } = await addStandIn(deps, tenant.id, standIns, more);
  await patchTenant(service.call, tenant.id, { methods: ["document", "vendor:stripe"] });
  const choose = async (asksSelfie: boolean) =>
    chooseVendorSelfie(await ownerCtx(deps, tenant.id), { id: vendorId, asksSelfie });
  return { ...tenant, vendorId, choose };
};

type Made = Awaited<ReturnType<typeof makeTenant>>;

/** A person who is at Stripe. */
const atStripe = async ({ liveKey }: Made) => {
  const started = await start(service.call, liveKey);
  const secret = secretOf(started);
  const sent = await goThere(service.deps, secret);
  return { id: started.verificationId, secret, ...sent };
};

type Person = Awaited<ReturnType<typeof atStripe>>;

/** The person is done there and comes back. @returns the problem that the page shows, if any */
const back = async ({ sessionId, cookie }: Person, outcome: Outcome = "adult"): Promise<string | null> =>
  problemIn(await comeBack(service.deps, standIns.stripe.finish(sessionId, outcome), cookie));

const rows = ({ id }: Person) => rowsOf(service.deps, id);

/** No one was approved or rejected, and every way is open. */
const expectUndecided = async (person: Person): Promise<Awaited<ReturnType<typeof rows>>> => {
  const found = await rows(person);
  expect(found.verification).toMatchObject({ status: "in_progress", verified: null });
  expect(found.tokens).toEqual([]);
  expect((await viewPage(service.deps, person.secret))?.methods).toEqual(["document", "vendor:stripe"]);
  return found;
};

type Json = Readonly<Record<string, unknown>>;
type Lie = (session: Json) => unknown;

const objectIn = (value: unknown): Json => (isJsonObject(value) ? value : {});

const inReport =
  (change: (report: Json) => unknown): Lie =>
  (session) => ({ ...session, last_verification_report: change(objectIn(session.last_verification_report)) });

const inPart = (part: "document" | "selfie", change: Json): Lie =>
  inReport((report) => ({ ...report, [part]: { ...objectIn(report[part]), ...change } }));

const without =
  (name: string) =>
  (object: Json): Json =>
    Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

const failed = (code: string) => ({ status: "unverified", error: { code, reason: "Reason" } });

const asked =
  (options: unknown): Lie =>
  (session) => ({ ...session, options });

/** Stripe says that the session is verified, with the birth date of an adult. */
const UNMATCHED: readonly (readonly [name: string, lie: Lie, reason: string])[] = [
  ["its report has no selfie", inReport(without("selfie")), "selfie_missing"],
  ["the selfie is null", inReport((report) => ({ ...report, selfie: null })), "selfie_missing"],
  ["there is no report", (session) => ({ ...session, last_verification_report: null }), "selfie_missing"],
  ["no report is mentioned", without("last_verification_report"), "selfie_missing"],
  [
    "the selfie is a word",
    inReport((report) => ({ ...report, selfie: "verified" })),
    "selfie_unverified_other",
  ],
  [
    "the selfie is a list",
    inReport((report) => ({ ...report, selfie: ["verified"] })),
    "selfie_unverified_other",
  ],
  ["the selfie is true", inReport((report) => ({ ...report, selfie: true })), "selfie_unverified_other"],
  ["the selfie has no status", inPart("selfie", { status: null }), "selfie_unverified_other"],
  ["the selfie's status is true", inPart("selfie", { status: true }), "selfie_unverified_other"],
  ["the selfie's status is in capitals", inPart("selfie", { status: "VERIFIED" }), "selfie_unverified_other"],
  ["the selfie's status is unheard of", inPart("selfie", { status: "skipped" }), "selfie_unverified_other"],
  [
    "the selfie is unverified without a reason",
    inPart("selfie", { status: "unverified" }),
    "selfie_unverified_other",
  ],
  ["the face is another", inPart("selfie", failed("selfie_face_mismatch")), "selfie_face_mismatch"],
  ["the selfie is altered", inPart("selfie", failed("selfie_manipulated")), "selfie_manipulated"],
  [
    "the document has no photo",
    inPart("selfie", failed("selfie_document_missing_photo")),
    "selfie_document_missing_photo",
  ],
  [
    "the selfie fails otherwise",
    inPart("selfie", failed("selfie_unverified_other")),
    "selfie_unverified_other",
  ],
  ["the selfie fails by an unknown code", inPart("selfie", failed("selfie_new")), "selfie_unverified_other"],
  [
    "the selfie is verified, with an error",
    inPart("selfie", { error: { code: "selfie_face_mismatch" } }),
    "selfie_face_mismatch",
  ],
  ["its report has no document", inReport(without("document")), "document_unverified_other"],
  ["the document is unverified", inPart("document", { status: "unverified" }), "document_unverified_other"],
  ["the document has expired", inPart("document", failed("document_expired")), "document_expired"],
  [
    "the document is verified, with an error",
    inPart("document", { error: { code: "document_type_not_supported" } }),
    "document_type_not_supported",
  ],
  ["it was not asked for a selfie", asked({ document: { require_live_capture: true } }), "selfie_missing"],
  ["it was asked for none", asked({ document: { require_matching_selfie: false } }), "selfie_missing"],
  ["it was asked in words", asked({ document: { require_matching_selfie: "true" } }), "selfie_missing"],
  ["it has no options", asked(null), "selfie_missing"],
];

/** An answer that is none of this session's. */
const FOREIGN: readonly (readonly [name: string, lie: Lie])[] = [
  ["the report is an id only", (session) => ({ ...session, last_verification_report: "vr_1" })],
  [
    "the report is of another session",
    inReport((report) => ({ ...report, verification_session: "vs_other" })),
  ],
  ["the report is of no session", inReport((report) => ({ ...report, verification_session: null }))],
  ["the report is of the other mode", inReport((report) => ({ ...report, livemode: false }))],
  ["the report is someone else's", inReport((report) => ({ ...report, client_reference_id: "vse_other" }))],
  ["the report is a list", inReport((report) => [report])],
  ["the report is a number", inReport(() => 7)],
  ["the report is empty", inReport(() => ({}))],
  ["the session is another", (session) => ({ ...session, id: "vs_other" })],
  ["the session is of the other mode", (session) => ({ ...session, livemode: false })],
  ["the session is someone else's", (session) => ({ ...session, client_reference_id: "vse_other" })],
];

const AWAITED: readonly (readonly [name: string, lie: Lie])[] = [
  ["is processing", (session) => ({ ...session, status: "processing" })],
  ["has not begun", (session) => ({ ...session, status: "requires_input" })],
  ["has a status that is unheard of", (session) => ({ ...session, status: "approved" })],
];

describe("in an account that asks for a selfie", () => {
  let tenant: Made;

  beforeAll(async () => {
    tenant = await makeTenant();
  });

  test("an adult whose face matches is approved, under a separate name", async () => {
    const person = await atStripe(tenant);
    expect(await back(person)).toBeNull();
    const { verification, tokens } = await rows(person);
    expect(verification).toMatchObject({
      verified: true,
      method: "vendor:stripe",
      assurance: "asserted_by_vendor_with_selfie",
    });
    expect(tokens).toHaveLength(1);
  });

  test("a minor whose face matches is rejected", async () => {
    const person = await atStripe(tenant);
    expect(await back(person, "minor")).toBeNull();
    expect((await rows(person)).verification).toMatchObject({
      verified: false,
      assurance: "asserted_by_vendor_with_selfie",
    });
  });

  test.each(UNMATCHED)("a verified session decides nothing where %s", async (_name, lie, reason) => {
    const person = await atStripe(tenant);
    standIns.stripe.alter = lie;
    expect(await back(person)).toBeNull();
    standIns.reset();
    const { attempts, sessions } = await expectUndecided(person);
    expect(attempts).toMatchObject([{ finding: "VENDOR_UNDECIDED", reason }]);
    expect(sessions).toMatchObject([{ endedAt: expect.any(Date) }]);
    // A better answer comes too late, and the next try is a new session.
    await call(service.deps, tenant.vendorId, standIns.stripe.event(person.sessionId, "verified"));
    await expectUndecided(person);
    const again = { ...person, ...(await goThere(service.deps, person.secret)) };
    expect(again.sessionId).not.toBe(person.sessionId);
    await back(again);
    expect((await rows(person)).verification).toMatchObject({ verified: true });
  });

  test.each(FOREIGN)("an answer is none where %s: it is asked for again", async (_name, lie) => {
    const person = await atStripe(tenant);
    standIns.stripe.alter = lie;
    expect(await back(person)).toBe("VENDOR_UNAVAILABLE");
    const news = standIns.stripe.event(person.sessionId, "verified");
    expect(await call(service.deps, tenant.vendorId, news)).toBe(503);
    const { attempts, sessions } = await expectUndecided(person);
    expect(attempts).toEqual([]);
    expect(sessions).toMatchObject([{ endedAt: null }]);
    standIns.reset();
    expect(await call(service.deps, tenant.vendorId, news)).toBe(200);
    expect((await rows(person)).verification).toMatchObject({ verified: true });
  });

  test.each(AWAITED)("a session that %s is awaited, whatever its report says", async (_name, lie) => {
    const person = await atStripe(tenant);
    standIns.stripe.alter = lie;
    expect(await back(person)).toBeNull();
    expect((await expectUndecided(person)).attempts).toEqual([]);
    standIns.reset();
    await press(service.deps, person.secret, { intent: "look" });
    expect((await rows(person)).verification).toMatchObject({ verified: true });
  });

  test("one that is cancelled decides nothing, whatever its report says", async () => {
    const person = await atStripe(tenant);
    standIns.stripe.alter = (session) => ({ ...session, status: "canceled" });
    expect(await back(person)).toBe("VENDOR_DECLINED");
    expect((await expectUndecided(person)).attempts).toEqual([]);
  });

  test("a birth date that is missing is not made up for by a face that matches", async () => {
    const person = await atStripe(tenant);
    standIns.stripe.alter = (session) => ({ ...session, verified_outputs: { dob: null } });
    await back(person);
    expect((await expectUndecided(person)).attempts).toMatchObject([{ reason: "birth_date_missing" }]);
  });

  test.each([
    ["selfie_face_mismatch", "selfie_face_mismatch"],
    ["selfie_document_missing_photo", "selfie_document_missing_photo"],
    ["selfie_manipulated", "selfie_manipulated"],
    ["selfie_unverified_other", "selfie_unverified_other"],
    ["selfie_of_tomorrow", "not_verified"],
  ])("someone else's document is no proof: %s is an attempt, and leads on", async (code, reason) => {
    const person = await atStripe(tenant);
    standIns.stripe.selfieError = code;
    expect(await back(person, "borrowed")).toBeNull();
    const { attempts } = await expectUndecided(person);
    expect(attempts).toMatchObject([{ finding: "VENDOR_UNDECIDED", reason }]);
    expect(await viewPage(service.deps, person.secret)).toMatchObject({
      attemptsLeft: 2,
      problem: { code: "VENDOR_UNDECIDED", reason },
    });
  });

  test("a person who refuses the comparison loses nothing, and may choose another way", async () => {
    const person = await atStripe(tenant);
    expect(await back(person, "stop")).toBe("VENDOR_DECLINED");
    expect((await expectUndecided(person)).attempts).toEqual([]);
    expect(await viewPage(service.deps, person.secret)).toMatchObject({ attemptsLeft: 3 });
  });

  test("a callback that says verified decides nothing where the face that is fetched does not match", async () => {
    const person = await atStripe(tenant);
    standIns.stripe.finish(person.sessionId, "adult");
    const early = standIns.stripe.event(person.sessionId, "verified");
    standIns.stripe.finish(person.sessionId, "borrowed");
    for (let i = 0; i < 3; i += 1) expect(await call(service.deps, tenant.vendorId, early)).toBe(200);
    const { attempts } = await expectUndecided(person);
    expect(attempts).toMatchObject([{ reason: "selfie_face_mismatch" }]);
  });

  test("the face of one session is not that of another, in whatever order their news come", async () => {
    const first = await atStripe(tenant);
    const other = await atStripe(tenant);
    standIns.stripe.finish(first.sessionId, "borrowed");
    standIns.stripe.finish(other.sessionId, "adult");
    const news = [other, first, other, first].map(({ sessionId }) =>
      standIns.stripe.event(sessionId, "verified"),
    );
    await Promise.all(news.map((event) => call(service.deps, tenant.vendorId, event)));
    await expectUndecided(first);
    expect((await rows(other)).verification).toMatchObject({ verified: true });
    // The report of the one in the session of the other.
    const third = await atStripe(tenant);
    let report: unknown = null;
    standIns.stripe.alter = (session) => {
      report = session.last_verification_report;
      return session;
    };
    const fourth = await atStripe(tenant);
    await back(fourth);
    standIns.stripe.alter = (session) => ({ ...session, last_verification_report: report });
    expect(await back(third, "adult")).toBe("VENDOR_UNAVAILABLE");
    await expectUndecided(third);
  });

  test("no one is sent to a session that was not made as it was asked", async () => {
    const started = await start(service.call, tenant.liveKey);
    standIns.stripe.alter = asked({ document: { require_live_capture: true } });
    const refused = await press(service.deps, secretOf(started), { provider: "stripe" });
    expect(refused.headers.get("location")).toContain("problem=VENDOR_UNAVAILABLE");
    expect(await rowsOf(service.deps, started.verificationId)).toMatchObject({ attempts: [], sessions: [] });
  });

  test("the page says that the company sees the face, before the person goes", async () => {
    const started = await start(service.call, tenant.liveKey);
    expect((await viewPage(service.deps, secretOf(started)))?.providers).toMatchObject([
      { method: "vendor:stripe", seesFace: true },
    ]);
    const other = await makeTenant({ asksSelfie: false });
    const page = await viewPage(service.deps, secretOf(await start(service.call, other.liveKey)));
    expect(page?.providers?.map((one) => "seesFace" in one)).toEqual([false]);
  });

  test("the page says so of a company that compares faces without being asked to, in test mode too", async () => {
    const { deps } = service;
    const own = await service.tenant({ plan: "scale" });
    await addStandIn(deps, own.id, standIns, { kind: "yoti" });
    await addStandIn(deps, own.id, standIns, { kind: "yoti", mode: "test" });
    await patchTenant(service.call, own.id, { methods: ["document", "vendor:yoti"] });
    for (const key of [own.liveKey, own.testKey]) {
      const page = await viewPage(deps, secretOf(await start(service.call, key)));
      expect(page?.providers).toMatchObject([{ method: "vendor:yoti", seesFace: true }]);
    }
    const { methods } = await policyMethods(await ownerCtx(deps, own.id));
    expect(methods.find(({ id }) => id === "vendor:yoti")?.proofKind).toBe("photo_id_matching");
  });

  test("of several companies, the page says it of those that compare faces, and of no other", async () => {
    const { deps } = service;
    const own = await service.tenant({ plan: "scale" });
    await addStandIn(deps, own.id, standIns, { asksSelfie: false });
    for (const kind of ["yoti", "didit"] as const) await addStandIn(deps, own.id, standIns, { kind });
    const methods = ["document", "vendor:stripe", "vendor:yoti", "vendor:didit"];
    await patchTenant(service.call, own.id, { methods });
    const page = await viewPage(deps, secretOf(await start(service.call, own.liveKey)));
    const seen = (page?.providers ?? []).map((one) => [one.method, "seesFace" in one]);
    expect(Object.fromEntries(seen)).toEqual({
      "vendor:stripe": false,
      "vendor:yoti": true,
      "vendor:didit": true,
    });
  });

  test("in test mode a face that matches proves nothing either", async () => {
    const { deps } = service;
    const own = await service.tenant({ plan: "scale" });
    await addStandIn(deps, own.id, standIns, { mode: "test" });
    const started = await start(service.call, own.testKey);
    const { sessionId, cookie } = await goThere(deps, secretOf(started));
    await comeBack(deps, standIns.stripe.finish(sessionId, "adult"), cookie);
    const { verification } = await rowsOf(deps, started.verificationId);
    expect(verification).toMatchObject({ verified: true, assurance: "none_test_mode" });
  });
});

describe("in an account that asks for none", () => {
  test("nothing is asked or fetched of a selfie, and the name claims none, even if there is one", async () => {
    const tenant = await makeTenant({ asksSelfie: false });
    const person = await atStripe(tenant);
    expect(standIns.stripe.sessions.get(person.sessionId)?.options).toEqual({ require_live_capture: "true" });
    const reports: unknown[] = [];
    standIns.stripe.alter = (session) => {
      reports.push(session.last_verification_report);
      return session;
    };
    await back(person, "borrowed");
    expect(reports).toEqual([expect.stringMatching(/^vr_/)]);
    expect((await rows(person)).verification).toMatchObject({
      verified: true,
      assurance: "asserted_by_vendor",
    });
  });
});

describe("an account of an earlier version", () => {
  test("asks for no selfie, until a member switches it on; its keys stay", async () => {
    const { deps } = service;
    const { vendor } = deps.db.orm;
    const tenant = await makeTenant();
    const { apiKey, callbackKey } = STRIPE_STAND_IN_KEYS.live;
    const text = JSON.stringify([apiKey, callbackKey]);
    const credentialSealed = deps.secrets.seal(text, sealedFor("vendorCredential", tenant.vendorId));
    await vendor.update({ where: { id: tenant.vendorId }, data: { credentialSealed } });
    const owner = await ownerCtx(deps, tenant.id);
    expect(await listTenantVendors(owner)).toMatchObject([{ asksSelfie: false }]);
    const person = await atStripe(tenant);
    expect(await back(person)).toBeNull();
    expect((await rows(person)).verification).toMatchObject({ assurance: "asserted_by_vendor" });
    // Not by new keys either.
    await rotateVendorKeys(owner, { id: tenant.vendorId, ...keysOf(standIns, "stripe") });
    expect(await listTenantVendors(owner)).toMatchObject([{ asksSelfie: false }]);
    expect(await tenant.choose(true)).toMatchObject({ asksSelfie: true });
    const account = accountOf(deps, await vendor.findUniqueOrThrow({ where: { id: tenant.vendorId } }));
    expect([account?.apiKey.open(), account?.callbackKey.open()]).toEqual([apiKey, callbackKey]);
    const next = await atStripe(tenant);
    await back(next);
    expect((await rows(next)).verification).toMatchObject({ assurance: "asserted_by_vendor_with_selfie" });
  });
});

describe("the choice is changed while a person is there", () => {
  test.each(["adult", "minor"] as const)(
    "to a selfie: the answer of the %s without one is not accepted, and they are sent again with it",
    async (outcome) => {
      const tenant = await makeTenant({ asksSelfie: false });
      const person = await atStripe(tenant);
      await tenant.choose(true);
      expect(await back(person, outcome)).toBe("VENDOR_REFUSED");
      const { attempts, sessions } = await expectUndecided(person);
      expect(attempts).toEqual([]);
      expect(sessions).toMatchObject([{ endedAt: expect.any(Date) }]);
      const again = { ...person, ...(await goThere(service.deps, person.secret)) };
      expect(await back(again)).toBeNull();
      expect((await rows(person)).verification).toMatchObject({
        verified: true,
        assurance: "asserted_by_vendor_with_selfie",
      });
    },
  );

  test("to a selfie, and the news come first, again and again: nothing is decided, and Stripe need not send them again", async () => {
    const tenant = await makeTenant({ asksSelfie: false });
    const person = await atStripe(tenant);
    await tenant.choose(true);
    standIns.stripe.finish(person.sessionId, "adult");
    const news = standIns.stripe.event(person.sessionId, "verified");
    const answers = await Promise.all([1, 2, 3].map(() => call(service.deps, tenant.vendorId, news)));
    expect(answers).toEqual([200, 200, 200]);
    expect((await expectUndecided(person)).attempts).toEqual([]);
  });

  test("to a selfie and back: what was asked then counts again", async () => {
    const tenant = await makeTenant({ asksSelfie: false });
    const person = await atStripe(tenant);
    await tenant.choose(true);
    await tenant.choose(false);
    expect(await back(person)).toBeNull();
    expect((await rows(person)).verification).toMatchObject({ assurance: "asserted_by_vendor" });
  });

  test("to none: those who were asked still have to match, and then it says so", async () => {
    const tenant = await makeTenant();
    const borrower = await atStripe(tenant);
    const holder = await atStripe(tenant);
    await tenant.choose(false);
    expect(await back(borrower, "borrowed")).toBeNull();
    expect((await expectUndecided(borrower)).attempts).toMatchObject([{ reason: "selfie_face_mismatch" }]);
    await back(holder);
    expect((await rows(holder)).verification).toMatchObject({ assurance: "asserted_by_vendor_with_selfie" });
  });

  test("together with its keys: none of the two undoes the other", async () => {
    const { deps } = service;
    const tenant = await makeTenant({ asksSelfie: false });
    const owner = await ownerCtx(deps, tenant.id);
    const apiKey = "rk_live_stand_in_another";
    const { callbackKey } = STRIPE_STAND_IN_KEYS.live;
    await Promise.all([
      tenant.choose(true),
      rotateVendorKeys(owner, { id: tenant.vendorId, apiKey, callbackKey }),
    ]);
    const row = await deps.db.orm.vendor.findUniqueOrThrow({ where: { id: tenant.vendorId } });
    const account = accountOf(deps, row);
    expect([account?.apiKey.open(), account?.asksSelfie]).toEqual([apiKey, true]);
  });
});

describe("the choice", () => {
  test("is a selfie for a new account, is shown to members, and is in the audit trail", async () => {
    const { deps } = service;
    const tenant = await makeTenant();
    const owner = await ownerCtx(deps, tenant.id);
    expect(await listTenantVendors(owner)).toMatchObject([{ asksSelfie: true }]);
    await tenant.choose(false);
    await tenant.choose(true);
    const where = { tenantId: tenant.id, target: tenant.vendorId };
    const entries = await deps.db.orm.auditEntry.findMany({ where, orderBy: { id: "asc" } });
    expect(entries.map(({ action }) => action)).toEqual([
      "vendor.add",
      "vendor.selfie_off",
      "vendor.selfie_on",
    ]);
    expect(entries[0]?.changes).toMatchObject({ asksSelfie: true });
  });

  test("is tried at Stripe before it is stored", async () => {
    const tenant = await makeTenant({ asksSelfie: false });
    standIns.stripe.mayReadBirths = false;
    await expect(tenant.choose(true)).rejects.toMatchObject({
      code: "INVALID_REQUEST_BODY",
      details: { issues: [{ path: "asksSelfie" }] },
    });
    standIns.stripe.trouble = 500;
    await expect(tenant.choose(true)).rejects.toMatchObject({ code: "VENDOR_UNAVAILABLE" });
    const owner = await ownerCtx(service.deps, tenant.id);
    expect(await listTenantVendors(owner)).toMatchObject([{ asksSelfie: false }]);
  });

  test.each(["yoti", "didit"] as const)("is not there at %s", async (kind) => {
    const { deps } = service;
    const own = await service.tenant({ plan: "scale" });
    const owner = await ownerCtx(deps, own.id);
    const keys = { kind, mode: "live" as const, ...keysOf(standIns, kind) };
    const refused = { code: "INVALID_REQUEST_BODY", details: { issues: [{ path: "asksSelfie" }] } };
    await expect(addVendor(owner, { ...keys, asksSelfie: true })).rejects.toMatchObject(refused);
    const { id, asksSelfie } = await addVendor(owner, keys);
    expect(asksSelfie).toBeNull();
    await expect(chooseVendorSelfie(owner, { id, asksSelfie: true })).rejects.toMatchObject(refused);
  });

  test("is no other tenant's, and not that of a member who may not change settings", async () => {
    const tenant = await makeTenant();
    const stranger = await makeTenant();
    const { deps } = service;
    const owner = await ownerCtx(deps, tenant.id);
    const change = { id: tenant.vendorId, asksSelfie: false };
    const viewer = { ...owner, role: "viewer" as const };
    await expect(chooseVendorSelfie(viewer, change)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    const other = await ownerCtx(deps, stranger.id);
    await expect(chooseVendorSelfie(other, change)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await listTenantVendors(owner)).toMatchObject([{ asksSelfie: true }]);
  });
});

test("a policy's findings go by what the account asks for, from the moment that it is chosen", async () => {
  const made = await makeTenant();
  const kind = async () => {
    const { methods } = await policyMethods(await ownerCtx(service.deps, made.id));
    return methods.find(({ id }) => id === "vendor:stripe")?.proofKind;
  };
  expect(await kind()).toBe("photo_id_matching");
  await made.choose(false);
  expect(await kind()).toBe("photo_id");
});
