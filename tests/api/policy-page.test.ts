import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type AgeBand, bandOfAge } from "#core/age-over.ts";
import { hostedFirstPage, hostedOthers } from "#http/hosted.ts";
import { type Finding, FORM, type Method } from "#methods/method.ts";
import { createMethods } from "#methods/registry.ts";
import { EU_AGE_VERIFICATION, MOBILE_DRIVING_LICENCE } from "#methods/wallet/credential-type.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { startHandoff } from "#services/hosted/handoff.ts";
import { submitEvidence as submitLate } from "#services/hosted/submit.ts";
import { importTrustAnchors } from "#services/trust/import-list.ts";
import { verificationDetail } from "#services/verifications/detail.ts";
import { exportVerifications } from "#services/verifications/export-csv.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { patchTenant, secretOf, start, statusOf, validate } from "../support/http/actions.ts";
import { submitEvidence, viewPage } from "../support/http/hosted.ts";
import { callWith, promisedServiceForFile } from "../support/http/promises.ts";
import { NOW, pemOf } from "../support/wallet/authority.ts";
import { answerTo, ask, post, tryToAsk } from "../support/wallet/hosted-wallet.ts";
import { issueMdoc } from "../support/wallet/mdoc-wallet.ts";
import { createWorld } from "../support/wallet/world.ts";
import { testClock } from "../support/world/clock.ts";
import { BASE_URL } from "../support/world/service.ts";
import { TRAITS } from "../support/world/traits.ts";

const world = await createWorld();
const clock = testClock(NOW);
const types = [EU_AGE_VERIFICATION, MOBILE_DRIVING_LICENCE];
const wallet = { types, requestSigner: world.requestSigner, demoUrl: null };
const service = promisedServiceForFile({ overrides: { now: clock.now, wallet } });

beforeAll(async () => {
  await importTrustAnchors(systemCtx(service.get().deps), {
    format: "pem",
    content: pemOf(world.authority.der),
    credentialTypes: types.map(({ type }) => type),
    eku: null,
    label: "Utopia",
  });
});

/** What happens while a method looks at something. */
let meanwhile: (() => Promise<unknown>) | null = null;

/** How often each method was asked to look at something. */
const looked = { document: 0, face: 0, letter: 0 };

const evidence = (band: AgeBand, age: number | null = null): Finding => ({
  kind: "evidence",
  evidence: {
    age,
    band,
    confidence: 0.9,
    documentType: "passport",
    documentDigest: new Uint8Array(32),
    assurance: "test",
  },
});

/** A method that finds what the body says: an age, a band such as `16-25`, or that nothing can be read. */
const fakeMethod = (id: keyof typeof looked, category: "verification" | "estimation"): Method => ({
  id,
  traits: { ...TRAITS, category, needs: id === "document" ? ["camera", "identity_document"] : [] },
  modes: ["live"],
  maxBodyBytes: 64,
  start: async () => FORM,
  answer: async ({ body }) => {
    looked[id] += 1;
    await meanwhile?.();
    const said = Buffer.from(body).toString();
    const [atLeast = 0, below = 0] = said.split("-").map(Number);
    if (/^\d+-\d+$/.test(said)) return evidence({ atLeast, below });
    if (/^\d+$/.test(said)) return evidence(bandOfAge(Number(said)), Number(said));
    return { kind: "no_decision", code: "DOCUMENT_UNREADABLE", reason: "blurred", hint: "again" };
  },
});

const methods = [
  fakeMethod("document", "verification"),
  fakeMethod("face", "estimation"),
  fakeMethod("letter", "verification"),
];

const depsNow = () => {
  const { deps } = service.get();
  const real = ["sandbox", "wallet"].flatMap((id) => deps.methods.get(id) ?? []);
  return { ...deps, methods: createMethods([...methods, ...real]) };
};

const WARNINGS = [
  "too_few_choices",
  "no_way_without_camera",
  "no_way_without_phone",
  "no_way_without_either",
  "one_way_only",
  "document_only",
];

const DOCUMENT = { id: "document", use: "offer", attempts: 2 };
const WALLET = { id: "wallet", use: "offer" };
const LETTER = { id: "letter", use: "fallback" };
const AU = { minimumAge: 18, attemptsInAll: 5, minimumChoices: 2, methods: [DOCUMENT, WALLET, LETTER] };

/** A live page under a policy with one rule. */
const newPage = async (rule: object = AU, body: Record<string, unknown> = {}) => {
  const deps = depsNow();
  const call = callWith(deps, {});
  const { id, liveKey: key, testKey } = await service.get().tenant({ plan: "scale" });
  await patchTenant(call, id, { policy: { default: rule }, acceptedWarnings: WARNINGS });
  return { ...(await pageOf({ id, key }, body)), call, deps, id, key, testKey };
};

const pageOf = async ({ key }: { id: string; key: string }, body: Record<string, unknown> = {}) => {
  const deps = depsNow();
  const started = await start(callWith(deps, {}), key, body);
  const secret = secretOf(started);
  const { verificationId } = started;
  const view = async () => (await viewPage(deps, secret)) ?? expect.unreachable();
  const hand = async (method: string, said: string) => {
    const response = await submitEvidence(deps, secret, { method, body: said });
    const answered = z.record(z.string(), z.unknown()).parse(await response.json());
    return { code: null, ...answered, status: answered.status ?? response.status };
  };
  const row = () => deps.db.orm.verification.findUniqueOrThrow({ where: { id: verificationId } });
  return { verificationId, secret, view, hand, row };
};

const sayOthers = (secret: string, accept = "application/json"): Promise<Response> =>
  hostedOthers(
    { deps: depsNow(), site: null },
    new Request(`${BASE_URL}/v/${secret}/others`, { method: "POST", headers: { accept } }),
    { secret },
  );

describe("the page of a verification under a policy", () => {
  test("shows the offered methods; used up, one is closed for good and the fallback is shown", async () => {
    const { view, hand, row } = await newPage();
    expect(await view()).toMatchObject({
      methods: ["document", "wallet"],
      attemptsLeft: 5,
      hasOthers: true,
      problem: null,
    });
    expect(await hand("letter", "30")).toMatchObject({ code: "METHOD_UNAVAILABLE" });
    expect(looked.letter).toBe(0);
    expect(await hand("document", "blurred")).toMatchObject({
      methods: ["document", "wallet"],
      attemptsLeft: 4,
      hasOthers: true,
    });
    const after = await hand("document", "blurred");
    expect(after).toMatchObject({ methods: ["wallet", "letter"], attemptsLeft: 3 });
    expect(after).not.toHaveProperty("hasOthers");
    expect((await view()).problem).toEqual({
      code: "DOCUMENT_UNREADABLE",
      reason: "blurred",
      closed: "document",
    });
    const before = looked.document;
    expect(await hand("document", "30")).toMatchObject({ code: "METHOD_UNAVAILABLE" });
    expect(looked.document).toBe(before);
    expect(await hand("letter", "30")).toMatchObject({ outcome: "approved" });
    expect(await row()).toMatchObject({ status: "completed", verified: true, method: "letter" });
  });

  test("shows the fallback to a person who says that they can use none of the others", async () => {
    const { view, secret, row } = await newPage();
    const answered = await sayOthers(secret);
    expect(answered.status).toBe(200);
    expect(await answered.json()).toMatchObject({ methods: ["document", "wallet", "letter"], problem: null });
    const { othersAskedAt } = await row();
    expect(othersAskedAt).toEqual(clock.now());
    clock.advance({ minutes: 1 });
    const withoutScripts = await sayOthers(secret, "text/html");
    expect([withoutScripts.status, withoutScripts.headers.get("location")]).toEqual([303, `/v/${secret}`]);
    const address = new Request(`${BASE_URL}/v/${secret}/others`);
    const shown = await hostedFirstPage({ deps: depsNow(), site: null }, address, { secret });
    expect(shown.headers.get("location")).toBe(`/v/${secret}`);
    expect(await row()).toMatchObject({ othersAskedAt, attempts: 0 });
    expect(await view()).not.toHaveProperty("hasOthers");
  });

  test("has nothing more to show where the rule has no fallback, and no policy means no question", async () => {
    const { secret, row } = await newPage({ ...AU, minimumChoices: 1, methods: [DOCUMENT, WALLET] });
    expect((await sayOthers(secret)).status).toBe(200);
    expect((await row()).othersAskedAt).toBeNull();
    const { tenant } = service.get();
    const plain = await pageOf({ ...(await tenant()), key: (await tenant()).liveKey });
    expect(await plain.view()).not.toHaveProperty("hasOthers");
    expect((await sayOthers(plain.secret)).status).toBe(200);
    expect((await plain.row()).othersAskedAt).toBeNull();
  });

  test("fails with the last finding once nothing is left", async () => {
    const { hand, row } = await newPage({
      minimumAge: 18,
      attemptsInAll: 4,
      methods: [DOCUMENT, { ...LETTER, attempts: 2 }],
    });
    await hand("document", "blurred");
    expect(await hand("document", "blurred")).toMatchObject({ methods: ["letter"], attemptsLeft: 2 });
    await hand("letter", "blurred");
    expect(await hand("letter", "blurred")).toMatchObject({ status: "failed", methods: [], attemptsLeft: 0 });
    expect(await row()).toMatchObject({
      status: "failed",
      errorCode: "DOCUMENT_UNREADABLE",
      method: "letter",
    });
  });

  test("of two that hand in the last try of a method at once, lets one through", async () => {
    const { hand, row } = await newPage();
    await hand("document", "blurred");
    const before = looked.document;
    const both = await Promise.all([hand("document", "blurred"), hand("document", "blurred")]);
    expect(looked.document).toBe(before + 1);
    expect(both.filter(({ code }) => code === null)).toHaveLength(1);
    expect((await row()).attempts).toBe(2);
  });

  test("does not look at evidence whose method was used up while it was on its way", async () => {
    const { deps, secret, hand } = await newPage();
    await hand("document", "blurred");
    const before = looked.document;
    const slow = submitLate(
      { ...systemCtx(deps), actor: { kind: "end_user" } },
      { secret, method: "document" },
      async () => {
        await hand("document", "blurred");
        return { contentType: "text/plain", body: Buffer.from("30") };
      },
    );
    await expect(slow).rejects.toMatchObject({ code: "METHOD_UNAVAILABLE" });
    expect(looked.document).toBe(before + 1);
    expect(await hand("letter", "30")).toMatchObject({ outcome: "approved" });
  });

  test("keeps its rules when another version is published between the start and the page", async () => {
    const { call, deps, id, key, view, hand } = await newPage();
    const before = await view();
    const one = { id: "letter", use: "offer" };
    await patchTenant(call, id, {
      policy: { default: { minimumAge: 21, attemptsInAll: 1, methods: [one] } },
      acceptedWarnings: WARNINGS,
    });
    // Each page drawn has a key of its own for its form.
    expect(await view()).toEqual({ ...before, formKey: expect.any(String) });
    expect(await hand("document", "blurred")).toMatchObject({
      methods: ["document", "wallet"],
      attemptsLeft: 4,
    });
    expect((await viewPage(deps, secretOf(await start(call, key))))?.methods).toEqual(["letter"]);
  });

  test("goes on at a phone, under the same rule", async () => {
    const { deps, secret, hand, verificationId } = await newPage();
    await hand("document", "blurred");
    await startHandoff(systemCtx(deps), secret);
    const phoneSecret = `vs_${"p".repeat(43)}`;
    const phoneSecretHash = new Uint8Array(deps.secrets.hash(phoneSecret));
    await deps.db.orm.handoff.updateMany({
      where: { verificationId },
      data: { phoneSecretHash, openedAt: clock.now() },
    });
    expect(await viewPage(deps, phoneSecret)).toMatchObject({
      device: "phone",
      methods: ["document", "wallet"],
      attemptsLeft: 4,
      hasOthers: true,
    });
    const answered = await submitEvidence(deps, phoneSecret, { method: "document", body: "blurred" });
    expect(await answered.json()).toMatchObject({ methods: ["wallet", "letter"], attemptsLeft: 3 });
  });

  test("of a test key shows the sandbox", async () => {
    const { call, deps, testKey } = await newPage();
    const secret = secretOf(await start(call, testKey));
    const view = await viewPage(deps, secret);
    expect(view).toMatchObject({ methods: expect.arrayContaining(["sandbox"]), minimumAge: 18 });
    expect(view).not.toHaveProperty("hasOthers");
  });
});

describe("a wallet under a policy", () => {
  const under = () =>
    newPage({ ...AU, attemptsInAll: 4, methods: [{ ...WALLET, attempts: 2 }, DOCUMENT, LETTER] });

  test("counts a refused answer as an attempt, and is closed when they are used up", async () => {
    const { deps, secret, view, row } = await under();
    const asked = await ask(deps, secret, { channel: "qr", app: "eu" });
    await post(deps, asked.transactionId, "vp_token={}");
    expect(await view()).toMatchObject({ methods: ["wallet", "document"], attemptsLeft: 3 });
    await post(deps, asked.transactionId, "vp_token={}");
    expect(await view()).toMatchObject({
      methods: ["document", "letter"],
      attemptsLeft: 2,
      problem: { code: "WALLET_REFUSED", closed: "wallet" },
    });
    const { attempts } = await deps.db.orm.walletTransaction.findUniqueOrThrow({
      where: { id: asked.transactionId },
    });
    expect(attempts).toBe(2);
    // The wallet's honest answer comes too late, and is not looked at.
    const { type: docType, nameSpace } = EU_AGE_VERIFICATION;
    const elements = { age_over_18: true };
    const mdoc = await issueMdoc({ docType, nameSpace, elements, signer: world.signer });
    const { status } = await post(deps, asked.transactionId, await answerTo(deps, asked, { mdoc }));
    expect(status).toBe(400);
    expect(await row()).toMatchObject({ status: "pending", attempts: 2 });
    expect((await tryToAsk(deps, secret, { channel: "qr", app: "eu" })).status).toBe(400);
  });

  test("counts a decline once, and says so on the page", async () => {
    const { deps, secret, view, row } = await under();
    const asked = await ask(deps, secret, { channel: "qr", app: "eu" });
    const state = new URL(asked.link).searchParams.get("state") ?? "";
    const body = new URLSearchParams({ error: "access_denied", state }).toString();
    await Promise.all([1, 2, 3].map(() => post(deps, asked.transactionId, body)));
    expect(await row()).toMatchObject({ attempts: 1, verified: null });
    expect(await view()).toMatchObject({ attemptsLeft: 3, problem: { code: "WALLET_DECLINED" } });
  });

  test("takes nothing from a check that runs meanwhile", async () => {
    const { deps, secret, hand, row } = await under();
    const asked = await ask(deps, secret, { channel: "qr", app: "eu" });
    meanwhile = () => post(deps, asked.transactionId, "vp_token={}");
    expect(await hand("document", "30")).toMatchObject({ outcome: "approved" });
    meanwhile = null;
    expect(await row()).toMatchObject({ verified: true, attempts: 2 });
  });

  test("can be what ends the verification", async () => {
    const { deps, secret, row } = await newPage({
      minimumAge: 18,
      attemptsInAll: 2,
      methods: [WALLET, DOCUMENT],
    });
    const asked = await ask(deps, secret, { channel: "qr", app: "eu" });
    await post(deps, asked.transactionId, "vp_token={}");
    await post(deps, asked.transactionId, "vp_token={}");
    expect(await row()).toMatchObject({
      status: "failed",
      errorCode: "METHOD_FAILED",
      method: "wallet",
      // Why a wallet's answer was refused is for the service's log, as without a policy.
      reason: null,
    });
  });

  test("without a trusted issuer is closed, and without a policy its refusals count for nothing", async () => {
    const { deps, tenant } = service.get();
    const { id, liveKey: key } = await tenant({ plan: "scale" });
    await deps.db.orm.tenant.update({ where: { id }, data: { methods: ["wallet", "document"] } });
    const plain = await pageOf({ id, key });
    const asked = await ask(deps, plain.secret, { channel: "qr", app: "eu" });
    await post(deps, asked.transactionId, "vp_token={}");
    expect(await plain.view()).toMatchObject({ attemptsLeft: 3, fruitlessAnswers: 1, problem: null });
    expect((await plain.row()).attempts).toBe(0);
  });
});

const ESTIMATE = {
  minimumAge: 18,
  challengeAge: 25,
  attemptsInAll: 3,
  methods: [
    { id: "face", use: "offer" },
    { ...DOCUMENT, attempts: 3 },
  ],
};

describe("an estimate under a policy", () => {
  test("between the minimum age and the challenge age decides nothing, uses up nothing and leads on", async () => {
    const { hand, view, row } = await newPage(ESTIMATE);
    expect(await hand("face", "19-24")).toMatchObject({
      methods: ["document"],
      attemptsLeft: 3,
    });
    expect(await row()).toMatchObject({ status: "in_progress", closedMethods: ["face"], verified: null });
    const before = looked.face;
    expect(await hand("face", "40")).toMatchObject({ code: "METHOD_UNAVAILABLE" });
    expect(looked.face).toBe(before);
    expect((await view()).problem).toMatchObject({ code: "AGE_INCONCLUSIVE", closed: "face" });
  });

  test.each([
    ["30-35", "approved"],
    ["25-26", "approved"],
    ["12-15", "rejected"],
  ])("of %s is %s", async (said, outcome) => {
    const { hand } = await newPage(ESTIMATE);
    expect(await hand("face", said)).toMatchObject({ status: "completed", outcome });
  });

  test("that finds the person too young is closed for them for a day, in all their verifications", async () => {
    const { id, key, hand } = await newPage(ESTIMATE, { subjectRef: "person-7" });
    expect(await hand("face", "12-15")).toMatchObject({ outcome: "rejected" });
    const [again, other] = [
      await pageOf({ id, key }, { subjectRef: "person-7" }),
      await pageOf({ id, key }, { subjectRef: "person-8", expiresInSeconds: 86_400 }),
    ];
    expect((await again.view()).methods).toEqual(["document"]);
    expect(await again.hand("face", "40")).toMatchObject({ code: "METHOD_UNAVAILABLE" });
    expect((await other.view()).methods).toEqual(["face", "document"]);
    clock.advance({ hours: 24, minutes: 1 });
    const later = await pageOf({ id, key }, { subjectRef: "person-7" });
    expect((await later.view()).methods).toEqual(["face", "document"]);
  });
});

describe("a person whom nobody names", () => {
  test.each([
    ["a way with 5 tries of 6", { attemptsInAll: 6, methods: [{ ...DOCUMENT, attempts: 5 }, LETTER] }, 5],
    ["a way without a number, of 10", { attemptsInAll: 10, methods: [{ id: "document", use: "offer" }] }, 10],
  ])("has every try of the policy: %s", async (_name, rule, tries) => {
    const { view, hand } = await newPage({ minimumAge: 18, ...rule });
    const before = looked.document;
    for (let made = 0; made < tries; made += 1) {
      expect((await view()).methods).toContain("document");
      await hand("document", "blurred");
    }
    expect(looked.document).toBe(before + tries);
    expect((await view()).methods).not.toContain("document");
  });
});

describe("a person's day", () => {
  test("has three tries of a method over all verifications; then it is closed in each", async () => {
    const rule = { ...AU, methods: [{ ...DOCUMENT, attempts: 2 }, WALLET, LETTER] };
    const { id, key, hand } = await newPage(rule, { subjectRef: "person-7" });
    await hand("document", "blurred");
    await hand("document", "blurred");
    const second = await pageOf({ id, key }, { subjectRef: "person-7", expiresInSeconds: 86_400 });
    const stranger = await pageOf({ id, key }, { subjectRef: "person-8" });
    expect(await second.hand("document", "blurred")).toMatchObject({ methods: ["wallet", "letter"] });
    const before = looked.document;
    expect(await second.hand("document", "30")).toMatchObject({ code: "METHOD_UNAVAILABLE" });
    expect(looked.document).toBe(before);
    expect((await stranger.view()).methods).toEqual(["document", "wallet"]);
    const third = await pageOf({ id, key }, { subjectRef: "person-7" });
    expect((await third.view()).methods).toEqual(["wallet", "letter"]);
  });
});

test("where the rule hides the method, a token says no more of 18 than was asked", async () => {
  const said = async (body: Record<string, unknown>, method: string, evidenceText: string) => {
    const page = await newPage({ ...AU, minimumAge: 16, hideMethod: true, minimumChoices: 3 }, body);
    expect(await page.hand(method, evidenceText)).toMatchObject({ outcome: "approved" });
    const { verificationId } = page;
    return page.deps.db.orm.token.findUniqueOrThrow({ where: { verificationId }, select: { over18: true } });
  };
  // A document knows that the person is 30, a letter that they are over 16: no answer tells one from the other.
  for (const body of [{}, { thresholds: [16] }]) {
    expect(await said(body, "document", "30")).toEqual({ over18: false });
    expect(await said(body, "letter", "16-99")).toEqual({ over18: false });
  }
  expect(await said({ thresholds: [16, 18] }, "document", "30")).toEqual({ over18: true });
});

test("where the rule hides the method, nobody is told which it was", async () => {
  const { call, deps, id, key, hand, row, verificationId, secret } = await newPage(
    { ...AU, hideMethod: true },
    { callback_url: "https://shop.example/back" },
  );
  await deps.db.orm.tenant.update({ where: { id }, data: { documentReuseDays: 30 } });
  await hand("document", "blurred");
  await hand("document", "30");
  // No age in years and no confidence either: a voucher has neither a doubt nor an age, a document has both.
  expect(await row()).toMatchObject({
    verified: true,
    method: "undisclosed",
    verifiedAge: null,
    confidence: null,
    documentType: null,
    documentReused: null,
    assurance: null,
  });
  const token = new URL((await viewPage(deps, secret))?.returnUrl ?? "").searchParams.get("token") ?? "";
  expect(await validate(call, key, token)).toMatchObject({ valid: true });
  const claims = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
  expect(claims).toContain('"method":"undisclosed"');
  const ctx = { ...(await ownerCtx(deps, id)), deps };
  const detail = await verificationDetail(ctx, verificationId);
  const attempts = detail.timeline.filter(({ kind }) => kind === "attempt");
  expect(
    attempts.map(({ detail: { method, finding, durationMs } }) => [method, finding, durationMs]),
  ).toEqual([
    ["undisclosed", "METHOD_FAILED", null],
    ["undisclosed", "evidence", null],
  ]);
  const events = await deps.db.orm.event.findMany({ where: { verificationId } });
  const csv: unknown[] = [];
  for await (const part of await exportVerifications(ctx, {})) csv.push(part);
  expect(JSON.stringify(csv)).toContain("undisclosed");
  const { methods: _configured, ...told } = detail;
  const all = JSON.stringify([told, events, claims, csv, await statusOf(call, key, verificationId)]);
  expect(all).not.toMatch(/document(?!_?[Tt]ype|Reused)|passport/);
});
