import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isJsonObject } from "#core/json.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { policyMethods } from "#services/policies/policies.ts";
import { addVendor, listTenantVendors, rotateVendorKeys } from "#services/vendors/accounts.ts";
import { redactVendorSessions } from "#services/vendors/redact.ts";
import { DIDIT_STAND_IN, type Json } from "../../lab/vendors/didit-answers.ts";
import type { Outcome } from "../../lab/vendors/stand-in.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { patchTenant, secretOf, start, statusOf } from "../support/http/actions.ts";
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

// Against a local server that speaks Didit's published interface, and lies where a test says so.

let standIns: StandIns;
let service: TestService;
let tenant = { id: "", liveKey: "", testKey: "" };
let vendorId = "";

beforeAll(async () => {
  standIns = await startStandIns();
  service = await createService({ env: standIns.env });
  tenant = await service.tenant({ plan: "scale" });
  vendorId = (await addStandIn(service.deps, tenant.id, standIns, { kind: "didit" })).id;
  await patchTenant(service.call, tenant.id, { methods: ["document", "vendor:didit"] });
});

afterEach(() => standIns.reset());

afterAll(async () => {
  await service.close();
  await standIns.stop();
});

/** A person who is at Didit. */
const atDidit = async (input: Record<string, unknown> = {}) => {
  const started = await start(service.call, tenant.liveKey, input);
  const secret = secretOf(started);
  const sent = await goThere(service.deps, secret, "didit");
  return { id: started.verificationId, secret, ...sent };
};

type Person = Awaited<ReturnType<typeof atDidit>>;

/** The person is done there and comes back. @returns the problem that the page shows, if any */
const back = async ({ sessionId, cookie }: Person, outcome: Outcome = "adult"): Promise<string | null> =>
  problemIn(await comeBack(service.deps, standIns.didit.finish(sessionId, outcome), cookie));

const rows = ({ id }: Person) => rowsOf(service.deps, id);

/** No one was approved or rejected, and every way is open. */
const expectUndecided = async (person: Person): Promise<Awaited<ReturnType<typeof rows>>> => {
  const found = await rows(person);
  expect(found.verification).toMatchObject({ status: "in_progress", verified: null });
  expect(found.tokens).toEqual([]);
  expect((await viewPage(service.deps, person.secret))?.methods).toEqual(["document", "vendor:didit"]);
  return found;
};

type Lie = (decision: Json) => unknown;

const but =
  (change: Json): Lie =>
  (decision) => ({ ...decision, ...change });

const without =
  (name: string): Lie =>
  (decision) =>
    Object.fromEntries(Object.entries(decision).filter(([key]) => key !== name));

const entriesOf = (decision: Json, list: string): Json[] => {
  const given = decision[list];
  return Array.isArray(given) ? given.filter(isJsonObject) : [];
};

/** Changes every entry of a list. */
const inEach =
  (list: string, change: Json): Lie =>
  (decision) => ({
    ...decision,
    [list]: entriesOf(decision, list).map((entry) => ({ ...entry, ...change })),
  });

/** Adds an entry to a list: its first, changed. */
const oneMore =
  (list: string, change: Json): Lie =>
  (decision) => {
    const entries = entriesOf(decision, list);
    return { ...decision, [list]: [...entries, { ...entries[0], ...change }] };
  };

const DOCUMENTS = "id_verifications";
const FACES = "face_matches";
const LIVES = "liveness_checks";

/** Didit says Approved, with the birth date of an adult. */
const UNPROVEN: readonly (readonly [name: string, lie: Lie, reason: string])[] = [
  ["the face is another", inEach(FACES, { status: "Declined" }), "selfie_face_mismatch"],
  ["one of two faces is another", oneMore(FACES, { status: "Declined" }), "selfie_face_mismatch"],
  ["the face is still looked at", inEach(FACES, { status: "In Review" }), "selfie_unverified_other"],
  ["the face was not looked at", inEach(FACES, { status: "Not Finished" }), "selfie_unverified_other"],
  ["the face's status is unheard of", inEach(FACES, { status: "Skipped" }), "selfie_unverified_other"],
  ["the face's status is in small letters", inEach(FACES, { status: "approved" }), "selfie_unverified_other"],
  ["the face's status is true", inEach(FACES, { status: true }), "selfie_unverified_other"],
  ["the face has no status", inEach(FACES, { status: null }), "selfie_unverified_other"],
  ["no face was compared", but({ [FACES]: null }), "selfie_missing"],
  ["the list of faces is empty", but({ [FACES]: [] }), "selfie_missing"],
  ["no list of faces is mentioned", without(FACES), "selfie_missing"],
  ["the list of faces is an entry", but({ [FACES]: { status: "Approved" } }), "selfie_missing"],
  ["the face is a word", but({ [FACES]: ["Approved"] }), "selfie_unverified_other"],
  [
    "the face is compared with the photo of another session",
    inEach(FACES, { source_image_session_id: "11111111-2222-4333-8444-555555555555" }),
    "other_question",
  ],
  ["the person is not alive", inEach(LIVES, { status: "Declined" }), "selfie_unverified_other"],
  ["the workflow looks for a living person, and found none", but({ [LIVES]: null }), "selfie_missing"],
  [
    "a living person was found and then not",
    oneMore(LIVES, { status: "Declined" }),
    "selfie_unverified_other",
  ],
  ["the document is declined", inEach(DOCUMENTS, { status: "Declined" }), "document_unverified_other"],
  ["another document is declined", oneMore(DOCUMENTS, { status: "Declined" }), "document_unverified_other"],
  ["the document is in review", inEach(DOCUMENTS, { status: "In Review" }), "document_unverified_other"],
  ["there is no document", but({ [DOCUMENTS]: null }), "document_missing"],
  ["a register was asked", inEach(DOCUMENTS, { verification_method: "id_lookup" }), "other_question"],
  ["a wallet was asked", inEach(DOCUMENTS, { verification_method: "wallet" }), "other_question"],
  ["there is no birth date", inEach(DOCUMENTS, { date_of_birth: null }), "birth_date_missing"],
  ["the birth date is empty", inEach(DOCUMENTS, { date_of_birth: "" }), "birth_date_missing"],
  ["the birth date is a number", inEach(DOCUMENTS, { date_of_birth: 19_900_101 }), "claim_invalid"],
  ["the birth date is in another order", inEach(DOCUMENTS, { date_of_birth: "01/02/1990" }), "claim_invalid"],
  ["the birth date is no day", inEach(DOCUMENTS, { date_of_birth: "1990-02-31" }), "claim_invalid"],
  ["the birth date is to come", inEach(DOCUMENTS, { date_of_birth: "2990-01-01" }), "claim_invalid"],
  ["nobody is that old", inEach(DOCUMENTS, { date_of_birth: "1790-01-01" }), "claim_invalid"],
  ["the year is unknown", inEach(DOCUMENTS, { date_of_birth: "0000-01-01" }), "year_unknown"],
  [
    "two documents are of people of two ages",
    oneMore(DOCUMENTS, { date_of_birth: "1970-01-01" }),
    "claims_contradict",
  ],
  ["another document has no birth date", oneMore(DOCUMENTS, { date_of_birth: null }), "claims_contradict"],
  ["the document has expired since", but({ status: "Kyc Expired" }), "document_expired"],
  ["it was declined, and nobody says why", but({ status: "Declined" }), "not_verified"],
];

/** An answer that is not about this session, or about nothing. */
const FOREIGN: readonly (readonly [name: string, lie: Lie])[] = [
  ["is of another session", but({ session_id: "11111111-2222-4333-8444-555555555555" })],
  ["has a number for its session", but({ session_id: 7 })],
  ["is about another person", but({ vendor_data: "vse_another" })],
  ["is about no one", but({ vendor_data: null })],
  ["is of another workflow", but({ workflow_id: DIDIT_STAND_IN.test.accountId })],
  ["is of no workflow", without("workflow_id")],
  ["is of the sandbox", but({ environment: "sandbox" })],
  ["does not say of which environment it is", without("environment")],
  ["has an environment in capitals", but({ environment: "LIVE" })],
  ["is about a business", but({ session_kind: "business" })],
  ["is a list", (decision) => [decision]],
  ["is a word", () => "Approved"],
  ["is null", () => null],
  ["is empty", () => ({})],
  ["is huge", but({ metadata: "x".repeat(300 * 1024) })],
];

const OPEN_STATUSES: readonly unknown[] = [
  "Not Started",
  "In Progress",
  "In Review",
  "Awaiting User",
  "Resubmitted",
  "approved",
  "APPROVED",
  "Verified",
  "",
  null,
  true,
];

describe("an answer of Didit's that is not what was asked for approves nobody", () => {
  test.each(UNPROVEN)("Approved, but %s: one attempt, with each way open", async (_name, lie, reason) => {
    const person = await atDidit();
    standIns.didit.alter = lie;
    expect(await back(person)).toBeNull();
    const { attempts } = await expectUndecided(person);
    expect(attempts).toMatchObject([{ finding: "VENDOR_UNDECIDED", reason }]);
    expect(await viewPage(service.deps, person.secret)).toMatchObject({
      attemptsLeft: 2,
      problem: { code: "VENDOR_UNDECIDED" },
    });
  });

  test.each(FOREIGN)("one that %s costs no attempt, and the true one still counts", async (_name, lie) => {
    const person = await atDidit();
    standIns.didit.alter = lie;
    expect(await back(person)).toBe("VENDOR_UNAVAILABLE");
    expect((await expectUndecided(person)).attempts).toEqual([]);
    standIns.reset();
    expect(await back(person)).toBeNull();
    expect((await rows(person)).verification).toMatchObject({ verified: true });
  });

  test.each(OPEN_STATUSES)("one of the status %s is awaited, whatever its parts say", async (status) => {
    const person = await atDidit();
    standIns.didit.alter = but({ status });
    expect(await back(person)).toBeNull();
    expect((await expectUndecided(person)).attempts).toEqual([]);
    expect((await viewPage(service.deps, person.secret))?.waitingFor).toBe("Didit");
    standIns.reset();
    await press(service.deps, person.secret, { intent: "look" });
    expect((await rows(person)).verification).toMatchObject({ verified: true });
  });

  test.each(["Expired", "Abandoned"])("one of the status %s is a person who stopped", async (status) => {
    const person = await atDidit();
    standIns.didit.alter = but({ status });
    expect(await back(person)).toBe("VENDOR_DECLINED");
    expect((await expectUndecided(person)).attempts).toEqual([]);
  });

  test.each([
    ["the face", { status: "Declined", [FACES]: [{ status: "Declined" }] }, "selfie_face_mismatch"],
    ["the liveness", { status: "Declined", [LIVES]: [{ status: "Declined" }] }, "selfie_unverified_other"],
    [
      "the document",
      { status: "Declined", [DOCUMENTS]: [{ status: "Declined" }] },
      "document_unverified_other",
    ],
  ])("where Didit declined %s, the reason says so", async (_name, change, reason) => {
    const person = await atDidit();
    standIns.didit.alter = but(change);
    expect(await back(person)).toBeNull();
    expect((await expectUndecided(person)).attempts).toMatchObject([{ reason }]);
  });

  test("one that comes too late is as none, and the true one still counts", async () => {
    const person = await atDidit();
    const address = standIns.didit.finish(person.sessionId, "adult");
    standIns.didit.trouble = "silent";
    expect(problemIn(await comeBack(service.deps, address, person.cookie))).toBe("VENDOR_UNAVAILABLE");
    expect((await expectUndecided(person)).attempts).toEqual([]);
    standIns.reset();
    await comeBack(service.deps, address, person.cookie);
    expect((await rows(person)).verification).toMatchObject({ verified: true });
  }, 60_000);
});

test("someone else's document is no proof: the page says that the face could not be matched, and the next way stands there", async () => {
  const person = await atDidit();
  expect(await back(person, "borrowed")).toBeNull();
  expect((await expectUndecided(person)).attempts).toMatchObject([{ reason: "selfie_face_mismatch" }]);
  expect(await viewPage(service.deps, person.secret)).toMatchObject({
    attemptsLeft: 2,
    problem: { code: "VENDOR_UNDECIDED", reason: "selfie_face_mismatch" },
  });
});

test("the page says that Didit sees the face, before the person goes", async () => {
  const started = await start(service.call, tenant.liveKey);
  expect((await viewPage(service.deps, secretOf(started)))?.providers).toMatchObject([
    { method: "vendor:didit", name: "Didit", seesFace: true },
  ]);
});

test("a policy's findings take it for a document with a matching face, and members have no choice to make", async () => {
  const owner = await ownerCtx(service.deps, tenant.id);
  const { methods } = await policyMethods(owner);
  expect(methods.find(({ id }) => id === "vendor:didit")).toMatchObject({ proofKind: "photo_id_matching" });
  expect(await listTenantVendors(owner)).toMatchObject([{ id: vendorId, asksSelfie: null }]);
});

describe("what counts", () => {
  test("a document and a face that matches it, by the level that says so", async () => {
    const person = await atDidit();
    expect(await back(person)).toBeNull();
    expect((await rows(person)).verification).toMatchObject({
      verified: true,
      method: "vendor:didit",
      assurance: "asserted_by_vendor_with_selfie",
    });
  });

  test("also by a workflow that looks for no living person, and by two documents of one day of birth", async () => {
    const person = await atDidit();
    standIns.didit.alter = but({ features: ["ID_VERIFICATION", "FACE_MATCH"], [LIVES]: null });
    expect(await back(person)).toBeNull();
    expect((await rows(person)).verification).toMatchObject({ verified: true });
    const other = await atDidit();
    standIns.didit.alter = oneMore(DOCUMENTS, { document_type: "Passport" });
    expect(await back(other)).toBeNull();
    expect((await rows(other)).verification).toMatchObject({ verified: true });
  });

  test("what was approved stays so when Didit declines it afterwards, and the other way round", async () => {
    const approved = await atDidit();
    await back(approved);
    standIns.didit.alter = but({ status: "Declined" });
    await call(service.deps, vendorId, standIns.didit.event(approved.sessionId));
    await back(approved);
    expect((await rows(approved)).verification).toMatchObject({ verified: true });
    const declined = await atDidit();
    await back(declined);
    standIns.reset();
    await call(service.deps, vendorId, standIns.didit.event(declined.sessionId));
    expect((await expectUndecided(declined)).attempts).toHaveLength(1);
  });

  test("not what an event says: one of another session's, with its decision, decides nothing for this one", async () => {
    const person = await atDidit();
    const other = await atDidit();
    standIns.didit.finish(other.sessionId, "adult");
    const { decision } = JSON.parse(standIns.didit.event(other.sessionId).body);
    const news = standIns.didit.event(person.sessionId, { change: { status: "Approved", decision } });
    expect(await call(service.deps, vendorId, news)).toBe(200);
    expect((await expectUndecided(person)).attempts).toEqual([]);
    expect((await expectUndecided(other)).attempts).toEqual([]);
  });
});

describe("the age", () => {
  const day = 86_400_000;
  const thisYear = new Date().getUTCFullYear();

  /** Born so many years ago, and so many days later. */
  const born = (years: number, days: number) => {
    const at = new Date(Date.now() + days * day);
    const [year, month] = [at.getUTCFullYear() - years, at.getUTCMonth() + 1];
    return { birth: { year, month, day: at.getUTCDate() } };
  };

  // Twenty years, so that there is such a day on 29 February too; three days, because it is another day elsewhere.
  test.each([
    ["just reached", -3, true],
    ["not quite reached", 3, false],
  ])("%s is decided", async (_name, days, verified) => {
    standIns.didit.person = born(20, days);
    const person = await atDidit({ minimumAge: 20 });
    expect(await back(person)).toBeNull();
    expect(await statusOf(service.call, tenant.liveKey, person.id)).toMatchObject({ result: { verified } });
  });

  test("reached today, in some places, is not decided yet and costs nothing", async () => {
    // It is that day at UTC+14, and never yet at UTC-12.
    standIns.didit.person = born(20, 14 / 24);
    const person = await atDidit({ minimumAge: 20 });
    expect(await back(person)).toBe("BIRTHDAY_TODAY");
    expect((await expectUndecided(person)).attempts).toEqual([]);
  });

  test("of a birth date without its day is decided where every day of that year says the same", async () => {
    const person = await atDidit();
    standIns.didit.alter = inEach(DOCUMENTS, { date_of_birth: `${thisYear - 30}-00-00` });
    expect(await back(person)).toBeNull();
    expect((await rows(person)).verification).toMatchObject({ verified: true });
  });

  test("that Didit estimates or works out itself is not read", async () => {
    const person = await atDidit();
    standIns.didit.alter = (decision) => {
      const aged = inEach(DOCUMENTS, { age: 99, date_of_birth: `${thisYear - 10}-01-01` })(decision);
      return isJsonObject(aged) ? inEach(LIVES, { age_estimation: 99 })(aged) : aged;
    };
    expect(await back(person)).toBeNull();
    expect((await rows(person)).verification).toMatchObject({ verified: false });
  });
});

describe("nobody is sent to a session that is not theirs", () => {
  test.each([
    ["of another workflow", { workflow_id: DIDIT_STAND_IN.test.accountId }],
    ["of someone else", { vendor_data: "vse_another" }],
    ["of no one", { vendor_data: null }],
    ["that was begun already", { status: "In Progress" }],
    ["that is over", { status: "Approved" }],
    ["without an address", { url: null }],
    ["whose id leads elsewhere", { session_id: "../../users" }],
    ["whose id is a number", { session_id: 7 }],
  ])("one %s", async (_name, change) => {
    const started = await start(service.call, tenant.liveKey);
    standIns.didit.alterMade = (made) => ({ ...made, ...change });
    const refused = await press(service.deps, secretOf(started), { provider: "didit" });
    expect(refused.headers.get("location")).toContain("problem=VENDOR_UNAVAILABLE");
    expect(await rowsOf(service.deps, started.verificationId)).toMatchObject({ attempts: [], sessions: [] });
  });

  test("a person who goes there again has a new session, and Didit learns nothing but a new reference", async () => {
    const person = await atDidit();
    const again = await goThere(service.deps, person.secret, "didit");
    const [first, second] = [person, again].map(({ sessionId }) => standIns.didit.sessionOf(sessionId));
    expect(first?.id).not.toBe(second?.id);
    for (const session of [first, second])
      expect(session).toMatchObject({
        mode: "live",
        vendorData: expect.stringMatching(/^vse_[0-9a-f]{40}$/),
        callback: `https://age.test/v/vendor/return?ref=${session?.vendorData}`,
      });
    expect(first?.vendorData).not.toBe(second?.vendorData);
  });
});

describe("in test mode", () => {
  const atSandbox = async () => {
    const own = await service.tenant({ plan: "scale" });
    await addStandIn(service.deps, own.id, standIns, { kind: "didit", mode: "test" });
    const started = await start(service.call, own.testKey);
    const secret = secretOf(started);
    return { id: started.verificationId, secret, ...(await goThere(service.deps, secret, "didit")) };
  };

  test("the sandbox is asked, and proves nothing", async () => {
    const person = await atSandbox();
    expect(standIns.didit.sessionOf(person.sessionId)).toMatchObject({ mode: "test" });
    expect(await back(person)).toBeNull();
    expect((await rows(person)).verification).toMatchObject({ verified: true, assurance: "none_test_mode" });
  });

  test("an answer of a live application is none", async () => {
    const person = await atSandbox();
    standIns.didit.alter = but({ environment: "live" });
    expect(await back(person)).toBe("VENDOR_UNAVAILABLE");
    expect((await rows(person)).attempts).toEqual([]);
  });
});

describe("erasure", () => {
  /** Until nothing is due: people of other tests have been there too. */
  const run = async (at = service.deps.now()): Promise<void> => {
    const ctx = systemCtx({ ...service.deps, now: () => at });
    let looked = 1;
    while (looked > 0) looked = await redactVendorSessions(ctx, 100);
  };

  test("takes the session and the user that Didit made of it", async () => {
    const person = await atDidit();
    const session = standIns.didit.sessionOf(person.sessionId);
    await back(person);
    expect(standIns.didit.users.has(session?.vendorData ?? "")).toBe(true);
    await run();
    expect(standIns.didit.sessionOf(person.sessionId)).toBeUndefined();
    expect(standIns.didit.users.has(session?.vendorData ?? "")).toBe(false);
    expect((await rows(person)).sessions).toEqual([]);
  });

  test("goes on where it stopped: a session that is gone already is no failure", async () => {
    await run();
    const person = await atDidit();
    const session = standIns.didit.sessionOf(person.sessionId);
    await back(person);
    standIns.didit.lacking = ["delete users"];
    await run();
    expect(standIns.didit.sessionOf(person.sessionId)).toBeUndefined();
    expect((await rows(person)).sessions).toMatchObject([{ redactTries: 1 }]);
    standIns.reset();
    await run(new Date(service.deps.now().getTime() + 61_000));
    expect(standIns.didit.users.has(session?.vendorData ?? "")).toBe(false);
    expect((await rows(person)).sessions).toEqual([]);
  });

  test("of a person who never came back is asked for after their time", async () => {
    const person = await atDidit({ expiresInSeconds: 300 });
    await run();
    expect(standIns.didit.sessionOf(person.sessionId)).toBeDefined();
    await run(new Date(service.deps.now().getTime() + 301_000));
    expect(standIns.didit.sessionOf(person.sessionId)).toBeUndefined();
  });
});

describe("keys", () => {
  const newOwner = async () => {
    const own = await service.tenant({ plan: "scale" });
    return { ...own, owner: await ownerCtx(service.deps, own.id) };
  };
  const LIVE = { kind: "didit" as const, mode: "live" as const, ...DIDIT_STAND_IN.live };

  test.each([
    ["no workflow", { accountId: undefined }, "accountId"],
    ["no secret", { callbackKey: undefined }, "callbackKey"],
    ["a secret that is too short", { callbackKey: "secret" }, "callbackKey"],
    ["a secret of two words", { callbackKey: "a secret of a few words" }, "callbackKey"],
  ])("%s: refused before anything is tried", async (_name, change, path) => {
    const { owner } = await newOwner();
    const before = standIns.didit.sessions.size;
    await expect(addVendor(owner, { ...LIVE, ...change })).rejects.toMatchObject({
      code: "INVALID_REQUEST_BODY",
      details: { issues: [{ path }] },
    });
    expect(standIns.didit.sessions.size).toBe(before);
    expect(await listTenantVendors(owner)).toEqual([]);
  });

  test.each([
    ["that is unknown", { apiKey: "another" }, [], /Didit refuses this key/],
    ["for another workflow", { accountId: DIDIT_STAND_IN.test.accountId }, [], /Didit makes no session/],
    [
      "of a sandbox, for a live vendor",
      { ...DIDIT_STAND_IN.test, callbackKey: DIDIT_STAND_IN.live.callbackKey },
      [],
      /application of the other mode/,
    ],
    ["that may not read decisions", {}, ["read decisions"], /does not let this key read decisions/],
    ["that may not delete sessions", {}, ["delete sessions"], /does not let this key delete/],
    ["that may not delete users", {}, ["delete users"], /does not let this key delete/],
  ] as const)("one %s: refused by what a try at Didit shows", async (_name, change, lacking, message) => {
    const { owner } = await newOwner();
    standIns.didit.lacking = lacking;
    await expect(addVendor(owner, { ...LIVE, ...change })).rejects.toMatchObject({
      code: "INVALID_REQUEST_BODY",
      message: expect.stringMatching(message),
      details: { issues: [{ path: "apiKey" }] },
    });
    expect(await listTenantVendors(owner)).toEqual([]);
  });

  test("of a live application, for a vendor of test mode: refused", async () => {
    const { owner } = await newOwner();
    await expect(addVendor(owner, { ...LIVE, mode: "test" })).rejects.toMatchObject({
      message: expect.stringMatching(/application of the other mode/),
    });
  });

  test("a try leaves nothing behind, and where Didit does not answer nothing is stored", async () => {
    const { owner, id } = await newOwner();
    const [sessions, users] = [standIns.didit.sessions.size, standIns.didit.users.size];
    standIns.didit.trouble = 500;
    await expect(addVendor(owner, LIVE)).rejects.toMatchObject({ code: "VENDOR_UNAVAILABLE" });
    standIns.reset();
    const made = await addStandIn(service.deps, id, standIns, { kind: "didit" });
    expect(made).toMatchObject({ method: "vendor:didit", accountId: DIDIT_STAND_IN.live.accountId });
    expect([standIns.didit.sessions.size, standIns.didit.users.size]).toEqual([sessions, users]);
    const shown = JSON.stringify([made, await listTenantVendors(owner)]);
    for (const key of [DIDIT_STAND_IN.live.apiKey, DIDIT_STAND_IN.live.callbackKey])
      expect(shown).not.toContain(key);
  });

  test("replace others only if they are good", async () => {
    const { owner, id: tenantId } = await newOwner();
    const { id } = await addStandIn(service.deps, tenantId, standIns, { kind: "didit" });
    const [before] = await listTenantVendors(owner);
    const keys = keysOf(standIns, "didit");
    await expect(rotateVendorKeys(owner, { id, ...keys, apiKey: "another" })).rejects.toMatchObject({
      code: "INVALID_REQUEST_BODY",
    });
    expect(await listTenantVendors(owner)).toEqual([before]);
    await expect(rotateVendorKeys(owner, { id, ...keys })).resolves.toMatchObject({ id });
  });
});
