import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { systemCtx } from "#runtime/runtime.ts";
import { acceptHandoff, startHandoff, takeBack } from "#services/hosted/handoff.ts";
import { submitEvidence as submitToPage } from "#services/hosted/submit.ts";
import { issueVoucher, revokeVoucher } from "#services/vouchers/vouchers.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { cancel, patchTenant, secretOf, start, statusOf } from "../support/http/actions.ts";
import { IS_OVER_BUILD } from "../support/http/dispatch.ts";
import { submitEvidence, viewPage } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { testClock } from "../support/world/clock.ts";
import { createDatabase } from "../support/world/database.ts";
import { createService, sharedEnv } from "../support/world/service.ts";

const clock = testClock();
const service = promisedServiceForFile({ overrides: { now: clock.now } });

let tenant = { id: "", liveKey: "" };

const newTenant = async (methods: string[]) => {
  const { call, tenant: make } = service.get();
  const made = await make({ plan: "scale" });
  await patchTenant(call, made.id, { methods });
  return made;
};

beforeAll(async () => {
  tenant = await newTenant(["document", "voucher"]);
});

type Bounds = { ageAtLeast?: number; ageBelow?: number; validMinutes?: number };

const issue = async (bounds: Bounds = { ageAtLeast: 18 }, of = tenant) =>
  issueVoucher(await ownerCtx(service.get().deps, of.id), { validMinutes: 60, ...bounds });

const begin = async (input: Record<string, unknown> = {}, of = tenant) => {
  const started = await start(service.get().call, of.liveKey, input);
  return { id: started.verificationId, secret: secretOf(started) };
};

const answer = z.looseObject({
  code: z.string().optional(),
  status: z.string().optional(),
  methods: z.array(z.string()).optional(),
  attemptsLeft: z.number().optional(),
});

/** Types a code as the page's script sends it. */
const type = async (secret: string, code: string) => {
  const response = await submitEvidence(service.get().deps, secret, { method: "voucher", body: code });
  const { code: refusal = null, ...state } = answer.parse(await response.json());
  return { http: response.status, refusal, ...state };
};

const rows = async (voucherId: string, verificationId: string) => {
  const { orm } = service.get().deps.db;
  return {
    voucher: await orm.voucher.findUniqueOrThrow({ where: { id: voucherId } }),
    verification: await orm.verification.findUniqueOrThrow({ where: { id: verificationId } }),
    attempts: await orm.methodAttempt.findMany({ where: { verificationId }, orderBy: { number: "asc" } }),
  };
};

const WRONG = { http: 422, refusal: "VOUCHER_UNKNOWN" };

describe("the right code", () => {
  test("ends the verification by this method and is used up in the same step", async () => {
    const { id: voucherId, code } = await issue();
    const { id, secret } = await begin();
    expect(await type(secret, code.toLowerCase().replace("-", " "))).toMatchObject({
      http: 200,
      status: "completed",
      outcome: "approved",
    });
    const { voucher, verification, attempts } = await rows(voucherId, id);
    expect(voucher).toMatchObject({ usedAt: clock.now(), verificationId: id });
    expect(verification).toMatchObject({
      verified: true,
      verifiedAge: null,
      method: "voucher",
      documentType: null,
      confidence: 1,
      assurance: "asserted_in_person",
      attempts: 1,
      voucherTries: 0,
    });
    expect(attempts).toMatchObject([{ method: "voucher", finding: "evidence" }]);
    const { call } = service.get();
    const { result } = await statusOf(call, tenant.liveKey, id);
    expect(result).toEqual({ verified: true });
    const token = await service.get().deps.db.orm.token.findUniqueOrThrow({ where: { verificationId: id } });
    expect(token).toMatchObject({ method: "voucher", over18: true, verifiedAge: null });
  });

  test("is not linked to a verification whose rule hides the method", async () => {
    const hiding = await newTenant(["document", "voucher"]);
    const methods = [
      { id: "document", use: "offer" },
      { id: "voucher", use: "offer" },
    ];
    const policy = { default: { minimumAge: 18, hideMethod: true, minimumChoices: 2, methods } };
    const acceptedWarnings = ["no_way_without_camera", "no_way_without_phone", "no_way_without_either"];
    await patchTenant(service.get().call, hiding.id, { policy, acceptedWarnings });
    const { id: voucherId, code } = await issue({ ageAtLeast: 18 }, hiding);
    const { id, secret } = await begin({}, hiding);
    expect(await type(secret, code)).toMatchObject({ status: "completed", outcome: "approved" });
    const { voucher, verification } = await rows(voucherId, id);
    expect(verification).toMatchObject({ verified: true, method: "undisclosed", confidence: null });
    expect(voucher).toMatchObject({ usedAt: clock.now(), verificationId: null });
  });

  test("works once", async () => {
    const { code } = await issue();
    expect(await type((await begin()).secret, code)).toMatchObject({ status: "completed" });
    expect(await type((await begin()).secret, code)).toMatchObject(WRONG);
  });

  test("of someone too young rejects, and no token is made", async () => {
    const { id: voucherId, code } = await issue({ ageAtLeast: 13, ageBelow: 16 });
    const { id, secret } = await begin();
    expect(await type(secret, code)).toMatchObject({ status: "completed", outcome: "rejected" });
    // The voucher knows the person's age more closely than a rejection may tell: nothing leads from one to the other.
    expect((await rows(voucherId, id)).voucher).toMatchObject({ usedAt: clock.now(), verificationId: null });
    const { orm } = service.get().deps.db;
    expect(await orm.token.count({ where: { verificationId: id } })).toBe(0);
  });

  test("with thresholds answers each that the voucher says, and stores no age", async () => {
    const { code } = await issue({ ageAtLeast: 13, ageBelow: 18 });
    const input = { minimumAge: 13, thresholds: [13, 16, 18], disclosure: "thresholds" };
    const { id, secret } = await begin(input);
    expect(await type(secret, code)).toMatchObject({ status: "completed", outcome: "approved" });
    const { result } = await statusOf(service.get().call, tenant.liveKey, id);
    expect(result).toMatchObject({
      verified: true,
      ageOver: { 13: true, 18: false },
      band: { atLeast: 13, below: 18 },
    });
    expect(result).not.toHaveProperty("age");
    const row = await service.get().deps.db.orm.verification.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ verifiedAge: null, ageAtLeast: 13, ageBelow: 18 });
  });

  test("about other ages is neither used up nor counted, and says so", async () => {
    const { id: voucherId, code } = await issue({ ageAtLeast: 16 });
    const { id, secret } = await begin({ minimumAge: 18 });
    for (let i = 0; i < 6; i += 1)
      expect(await type(secret, code)).toMatchObject({ http: 422, refusal: "VOUCHER_UNDECIDED" });
    const { voucher, verification, attempts } = await rows(voucherId, id);
    expect([voucher.usedAt, verification.voucherTries, attempts]).toEqual([null, 0, []]);
    expect(await type((await begin({ minimumAge: 16 })).secret, code)).toMatchObject({ outcome: "approved" });
  });

  test("is not used up by a verification whose time is over", async () => {
    const { id: voucherId, code } = await issue();
    const { id, secret } = await begin({ expiresInSeconds: 300 });
    clock.advance({ minutes: 5 });
    expect(await type(secret, code)).toMatchObject({ refusal: "VERIFICATION_ALREADY_COMPLETED" });
    expect((await rows(voucherId, id)).voucher.usedAt).toBeNull();
  });
});

describe("a code that cannot be used", () => {
  test("expired to the millisecond, revoked, another tenant's, or none at all: one answer", async () => {
    const old = await issue({ ageAtLeast: 18, validMinutes: 10 });
    clock.advance({ minutes: 9, seconds: 59, ms: 999 });
    const lasting = await issue({ ageAtLeast: 18, validMinutes: 10 });
    clock.advance({ ms: 1 });
    const taken = await issue();
    await revokeVoucher(await ownerCtx(service.get().deps, tenant.id), taken.id);
    const other = await issue({ ageAtLeast: 18 }, await newTenant(["voucher"]));
    const { id, secret } = await begin();
    for (const code of [old.code, taken.code, other.code, "no code"])
      expect(await type(secret, code)).toMatchObject(WRONG);
    const row = await service.get().deps.db.orm.verification.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ voucherTries: 4, attempts: 0, status: "in_progress" });
    expect(await type(secret, lasting.code)).toMatchObject({ status: "completed" });
  });

  test("is not read from a phone after the first device took the check back", async () => {
    const { deps } = service.get();
    const { id: voucherId, code } = await issue();
    const { id, secret } = await begin();
    const ctx = { ...systemCtx(deps), actor: { kind: "end_user" } as const };
    await startHandoff(ctx, secret);
    const handoff = await deps.db.orm.handoff.findFirstOrThrow({ where: { verificationId: id } });
    const onScreen = deps.secrets.hash(`handoff:${handoff.id}:${secret}`).subarray(0, 18);
    const taken = await acceptHandoff(ctx, onScreen.toString("base64url"), "203.0.113.1/32");
    const phone = taken?.secret ?? "";
    const asked = typeAtOnce(phone, code, () => takeBack(ctx, secret));
    expect(await asked).toBe("VERIFICATION_ALREADY_COMPLETED");
    expect(await type(phone, code)).toMatchObject({ refusal: "VERIFICATION_NOT_FOUND" });
    expect((await rows(voucherId, id)).voucher.usedAt).toBeNull();
    expect(await type(secret, code)).toMatchObject({ status: "completed" });
  });

  test("stays unused once the tenant has cancelled the check", async () => {
    const { id: voucherId, code } = await issue();
    const { id, secret } = await begin();
    await cancel(service.get().call, tenant.liveKey, { verificationId: id });
    expect(await type(secret, code)).toMatchObject({ refusal: "VERIFICATION_ALREADY_COMPLETED" });
    const other = await begin();
    const cancelling = () => cancel(service.get().call, tenant.liveKey, { verificationId: other.id });
    expect(await typeAtOnce(other.secret, code, cancelling)).toBe("VERIFICATION_ALREADY_COMPLETED");
    expect((await rows(voucherId, other.id)).voucher.usedAt).toBeNull();
  });

  test("an empty field is not counted", async () => {
    const { id, secret } = await begin();
    expect(await type(secret, "")).toMatchObject({ refusal: "INVALID_REQUEST_BODY" });
    const row = await service.get().deps.db.orm.verification.findUniqueOrThrow({ where: { id } });
    expect(row.voucherTries).toBe(0);
  });

  test("the way is not there where the verification does not offer it, nor in test mode", async () => {
    const { call, tenant: make } = service.get();
    const { code } = await issue();
    const { secret } = await begin({ methods: ["document"] });
    expect(await type(secret, code)).toMatchObject({ refusal: "METHOD_UNAVAILABLE" });
    const made = await make();
    await patchTenant(call, made.id, { methods: ["voucher"] });
    const test = secretOf(await start(call, made.testKey));
    expect(await type(test, code)).toMatchObject({ refusal: "METHOD_UNAVAILABLE" });
    expect((await viewPage(service.get().deps, test))?.methods).not.toContain("voucher");
  });
});

describe("five wrong codes", () => {
  const wrong = async (secret: string, times: number) => {
    for (let i = 0; i < times; i += 1) expect(await type(secret, "AAAAA-AAAAA")).toMatchObject(WRONG);
  };

  test("count as one attempt; then the right one still decides", async () => {
    const { id: voucherId, code } = await issue();
    const { id, secret } = await begin();
    await wrong(secret, 4);
    expect(await viewPage(service.get().deps, secret)).toMatchObject({
      methods: ["document", "voucher"],
      attemptsLeft: 3,
      problem: null,
    });
    expect(await type(secret, "AAAAA-AAAAA")).toMatchObject({
      http: 200,
      status: "in_progress",
      methods: ["document", "voucher"],
      attemptsLeft: 2,
    });
    expect(await viewPage(service.get().deps, secret)).toMatchObject({
      problem: { code: "VOUCHER_WRONG", reason: null },
    });
    const counted = await rows(voucherId, id);
    expect(counted.voucher.usedAt).toBeNull();
    expect(counted.verification).toMatchObject({ voucherTries: 0, attempts: 1, status: "in_progress" });
    expect(counted.attempts).toMatchObject([{ number: 1, method: "voucher", finding: "VOUCHER_WRONG" }]);
    expect(await type(secret, code)).toMatchObject({ status: "completed", outcome: "approved" });
  });

  test("end the verification where they were the last attempt", async () => {
    const { id, secret } = await begin({ methods: ["voucher"] });
    await service.get().deps.db.orm.verification.update({ where: { id }, data: { maxAttempts: 1 } });
    await wrong(secret, 4);
    expect(await type(secret, "AAAAA-AAAAA")).toMatchObject({ status: "failed", methods: [] });
    const row = await service.get().deps.db.orm.verification.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ status: "failed", errorCode: "VOUCHER_WRONG", attempts: 1 });
    expect(await statusOf(service.get().call, tenant.liveKey, id)).toMatchObject({
      status: "failed",
      error: { code: "VOUCHER_WRONG" },
    });
  });

  test("use up what the policy allows of this way, and no more of it, however many come at once", async () => {
    const of = await newTenant(["document"]);
    const methods = [
      { id: "voucher", use: "offer", attempts: 1 },
      { id: "document", use: "offer" },
    ];
    await patchTenant(service.get().call, of.id, {
      policy: { default: { minimumAge: 18, methods, attemptsInAll: 3 }, regions: [] },
      acceptedWarnings: ["no_way_without_camera", "no_way_without_either"],
    });
    const { id, secret } = await begin({}, of);
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => typeAtOnce(secret, "AAAAA-AAAAA")));
    expect(countsOf(outcomes)).toEqual({ METHOD_UNAVAILABLE: 7, VOUCHER_UNKNOWN: 4, VOUCHER_WRONG: 1 });
    const { orm } = service.get().deps.db;
    expect(await orm.verification.findUniqueOrThrow({ where: { id } })).toMatchObject({
      attempts: 1,
      status: "in_progress",
    });
    expect(await viewPage(service.get().deps, secret)).toMatchObject({ methods: ["document"] });
  });
});

/** Types a code beside all others, past what one page may send at once. */
const typeAtOnce = (
  secret: string,
  code: string,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<string> =>
  submitToPage(systemCtx(service.get().deps), { secret, method: "voucher" }, async () => {
    await meanwhile();
    return { contentType: "text/plain", body: new TextEncoder().encode(code) };
  }).then(
    ({ status, problem }) => problem?.code ?? status,
    (error: { code: string }) => error.code,
  );

const countsOf = (outcomes: readonly string[]) =>
  Object.fromEntries(
    [...new Set(outcomes)].sort().map((name) => [name, outcomes.filter((each) => each === name).length]),
  );

describe("at the same time", () => {
  test("twenty wrong codes for one verification: fifteen count, as its three attempts, and end it", async () => {
    const { id, secret } = await begin();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => typeAtOnce(secret, "AAAAA-AAAAA")));
    expect(countsOf(outcomes)).toEqual({
      VERIFICATION_ALREADY_COMPLETED: 5,
      VOUCHER_UNKNOWN: 12,
      VOUCHER_WRONG: 3,
    });
    const row = await service.get().deps.db.orm.verification.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ attempts: 3, status: "failed", errorCode: "VOUCHER_WRONG" });
  });

  test("one code for ten verifications: one wins, the others have a wrong code", async () => {
    const { id: voucherId, code } = await issue();
    const begun = await Promise.all(Array.from({ length: 10 }, () => begin()));
    const outcomes = await Promise.all(begun.map(({ secret }) => typeAtOnce(secret, code)));
    expect(countsOf(outcomes)).toEqual({ VOUCHER_UNKNOWN: 9, completed: 1 });
    const { orm } = service.get().deps.db;
    const ids = begun.map(({ id }) => id);
    const completed = await orm.verification.findMany({ where: { id: { in: ids }, status: "completed" } });
    const voucher = await orm.voucher.findUniqueOrThrow({ where: { id: voucherId } });
    expect(completed.map(({ id }) => id)).toEqual([voucher.verificationId]);
    expect(await orm.token.count({ where: { verificationId: { in: ids } } })).toBe(1);
  });

  test("two vouchers for one verification: one decides, the other stays", async () => {
    const [one, other] = [await issue(), await issue()];
    const { id, secret } = await begin();
    const outcomes = await Promise.all([one, other].map(({ code }) => typeAtOnce(secret, code)));
    expect(countsOf(outcomes)).toEqual({ VERIFICATION_ALREADY_COMPLETED: 1, completed: 1 });
    const used = await service.get().deps.db.orm.voucher.findMany({ where: { verificationId: id } });
    expect(used).toHaveLength(1);
  });
});

// It is about three services of one database, not about how they answer.
test.skipIf(IS_OVER_BUILD)(
  "a code that was issued before an exchange of KEY_PEPPER works after it, once",
  async () => {
    await using database = await createDatabase();
    const shared = { url: database.url, [Symbol.asyncDispose]: async () => {} };
    const env = sharedEnv(database.url);
    const before = await createService({ env, database: shared });
    const made = await before.tenant();
    await patchTenant(before.call, made.id, { methods: ["voucher"] });
    const ctx = await ownerCtx(before.deps, made.id);
    const { code } = await issueVoucher(ctx, { ageAtLeast: 18, validMinutes: 60 });
    await before.close();
    const KEY_PEPPER = randomBytes(32).toString("base64");
    const { KEY_PEPPER: KEY_PEPPER_PREVIOUS = "" } = env;
    const exchanged = { ...env, KEY_PEPPER, KEY_PEPPER_PREVIOUS };
    const after = await createService({ env: exchanged, database: shared });
    const outcomes: string[] = [];
    for (let i = 0; i < 2; i += 1) {
      const secret = secretOf(await start(after.call, made.liveKey));
      const response = await submitEvidence(after.deps, secret, { method: "voucher", body: code });
      const { status, code: refusal } = answer.parse(await response.json());
      outcomes.push(refusal ?? status ?? "");
    }
    await after.close();
    expect(outcomes).toEqual(["completed", "VOUCHER_UNKNOWN"]);
  },
);
