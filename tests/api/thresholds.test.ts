import { beforeAll, describe, expect, test } from "vitest";
import type { Disclosure } from "#core/age-over.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { importTrustAnchors } from "#services/trust/import-list.ts";
import { MOBILE_DRIVING_LICENCE } from "../../packages/wallet-verifier/src/credential-type.ts";
import {
  complete,
  patchTenant,
  secretOf,
  start,
  statusOf,
  submit,
  tenantDetail,
  validate,
} from "../support/http/actions.ts";
import { play } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { NOW, pemOf } from "../support/wallet/authority.ts";
import { answerTo, ask, comeBack, post } from "../support/wallet/hosted-wallet.ts";
import { issueMdoc } from "../support/wallet/mdoc-wallet.ts";
import { createWorld } from "../support/wallet/world.ts";
import { testClock } from "../support/world/clock.ts";

const world = await createWorld();
const clock = testClock(NOW);
const wallet = { types: [MOBILE_DRIVING_LICENCE], requestSigner: world.requestSigner, demoUrl: null };
const service = promisedServiceForFile({ overrides: { now: clock.now, wallet } });

beforeAll(async () => {
  await importTrustAnchors(systemCtx(service.get().deps), {
    format: "pem",
    content: pemOf(world.authority.der),
    credentialTypes: [MOBILE_DRIVING_LICENCE.type],
    eku: null,
    label: "Utopia",
  });
});

const newTenant = async (disclosure: Disclosure = "age") => {
  const { call, deps, tenant } = service.get();
  const made = await tenant({ plan: "scale" });
  if (disclosure !== "age") await patchTenant(call, made.id, { disclosure });
  return { call, deps, ...made };
};
type Made = Awaited<ReturnType<typeof newTenant>>;

const claimsIn = (token = ""): Record<string, unknown> =>
  token === "" ? {} : JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

const ageClaims = (token?: string) =>
  Object.fromEntries(Object.entries(claimsIn(token)).filter(([name]) => /age_over|verified_age/.test(name)));

const eventOf = async ({ deps }: Pick<Made, "deps">, verificationId: string) => {
  const { body } = await deps.db.orm.event.findFirstOrThrow({ where: { verificationId } });
  return JSON.parse(body).verification;
};

/** Everything that a tenant learns about one completed verification. */
const learnedOf = async (made: Made, verificationId: string, token?: string) => ({
  result: (await statusOf(made.call, made.liveKey, verificationId)).result,
  event: await eventOf(made, verificationId),
  claims: ageClaims(token),
  validated: token === undefined ? null : await validate(made.call, made.liveKey, token),
});

const completed = async (made: Made, body: object, evidence: object) => {
  const { verificationId } = await start(made.call, made.liveKey, { ...body });
  const { token, result } = await complete(made.call, made.liveKey, { verificationId, ...evidence });
  const learned = await learnedOf(made, verificationId, token);
  expect(result).toEqual(learned.result);
  return learned;
};

describe("/verify/start", () => {
  test.each([
    ["none", { thresholds: [] }, "thresholds"],
    ["six", { thresholds: [13, 14, 15, 16, 17, 18] }, "thresholds"],
    ["descending", { thresholds: [18, 16] }, "thresholds"],
    ["one twice", { thresholds: [18, 18] }, "thresholds"],
    ["below 5", { thresholds: [4, 18] }, "thresholds.0"],
    ["above 99", { thresholds: [18, 100] }, "thresholds.1"],
    ["half a year", { thresholds: [16.5, 18] }, "thresholds.0"],
    ["without the tenant's minimum age", { thresholds: [13, 16] }, "thresholds"],
    ["without the given minimum age", { thresholds: [16, 18], minimumAge: 21 }, "thresholds"],
    ["another disclosure", { disclosure: "birthday" }, "disclosure"],
  ])("refuses thresholds: %s", async (_what, body, path) => {
    const { call, liveKey: key } = await newTenant();
    const answer = await call("POST", "/verify/start", { key, body });
    expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_REQUEST_BODY", issues: [{ path }] } });
  });

  test("says what it took, and nothing new where nothing new was asked for", async () => {
    const { call, liveKey } = await newTenant();
    const given = await start(call, liveKey, { thresholds: [5, 18, 99] });
    expect(given.config).toMatchObject({ minimumAge: 18, thresholds: [5, 18, 99], disclosure: "age" });
    const plain = await start(call, liveKey, { disclosure: "age" });
    expect(Object.keys(plain.config)).toEqual(["minimumAge", "methods", "locale", "expiresAt", "mode"]);
  });

  test("takes the tenant's disclosure, with the minimum age as the one threshold, and a call can choose", async () => {
    const { call, liveKey } = await newTenant("thresholds");
    const { config } = await start(call, liveKey, { minimumAge: 16 });
    expect(config).toMatchObject({ minimumAge: 16, thresholds: [16], disclosure: "thresholds" });
    expect((await start(call, liveKey, { disclosure: "age" })).config).not.toHaveProperty("thresholds");
  });
});

test("an operator sets the disclosure; tenants that say nothing keep the age, and their detail as it was", async () => {
  const { call, id } = await newTenant();
  expect(await tenantDetail(call, id)).not.toHaveProperty("disclosure");
  expect(await patchTenant(call, id, { disclosure: "thresholds" })).toMatchObject({
    disclosure: "thresholds",
  });
  expect(await patchTenant(call, id, { disclosure: "age" })).not.toHaveProperty("disclosure");
});

describe("what a tenant learns", () => {
  const thresholds = [13, 16, 18];

  test("without thresholds: as before, of an approved and of a rejected person", async () => {
    const made = await newTenant();
    const adult = await completed(made, {}, { verifiedAge: 30 });
    expect(adult.result).toEqual({ verified: true, verifiedAge: 30 });
    expect(adult.claims).toEqual({ verified_age: 30 });
    expect(adult.event).not.toHaveProperty("age_over");
    expect(adult.validated).not.toHaveProperty("ageOver");
    const minor = await completed(made, {}, { verifiedAge: 17 });
    expect(minor.result).toEqual({ verified: false, verifiedAge: 17 });
  });

  test("with thresholds: each answer, the band and the age", async () => {
    const answer = { ageOver: { 13: true, 16: true, 18: false }, band: { atLeast: 16, below: 18 } };
    const learned = await completed(await newTenant(), { thresholds, minimumAge: 16 }, { verifiedAge: 17 });
    expect(learned.result).toEqual({ verified: true, verifiedAge: 17, ...answer });
    expect(learned.claims).toEqual({
      verified_age: 17,
      age_over_13: true,
      age_over_16: true,
      age_over_18: false,
    });
    expect(learned.event).toMatchObject({ verified_age: 17, age_over: answer.ageOver });
    expect(learned.validated).toMatchObject({ over18: false, verifiedAge: 17, ...answer });
  });

  test("with disclosure thresholds: the same without the age", async () => {
    const answer = { ageOver: { 13: true, 16: true, 18: false }, band: { atLeast: 16, below: 18 } };
    const body = { thresholds, minimumAge: 16, disclosure: "thresholds" };
    const learned = await completed(await newTenant(), body, { dateOfBirth: "2009-11-01" });
    expect(learned.result).toEqual({ verified: true, ...answer });
    expect(learned.claims).toEqual({ age_over_13: true, age_over_16: true, age_over_18: false });
    expect(learned.event).toMatchObject({ status: "verified", age_over: answer.ageOver });
    expect(learned.event).not.toHaveProperty("verified_age");
    expect(learned.validated).toMatchObject({ valid: true, over18: false, ...answer });
    expect(learned.validated).not.toHaveProperty("verifiedAge");
  });

  test.each(["age", "thresholds"] as const)(
    "of a rejected person with thresholds, disclosure %s: the answers and no age, anywhere",
    async (disclosure) => {
      const made = await newTenant(disclosure);
      const learned = await completed(made, { thresholds }, { verifiedAge: 15 });
      expect(learned.result).toEqual({
        verified: false,
        ageOver: { 13: true, 16: false, 18: false },
        band: { atLeast: 13, below: 16 },
      });
      expect(learned.event).not.toHaveProperty("verified_age");
      const where = { tenantId: made.id, verifiedAge: { not: null } };
      expect(await made.deps.db.orm.verification.count({ where })).toBe(0);
    },
  );

  test("of a result without an age: the minimum age's answer and what follows from it", async () => {
    const made = await newTenant("thresholds");
    const approved = await completed(made, { thresholds }, { result: "approved" });
    expect(approved.result).toMatchObject({ ageOver: { 13: true, 16: true, 18: true } });
    expect(approved.result?.band).toEqual({ atLeast: 18, below: null });
    const rejected = await completed(made, { thresholds }, { result: "rejected" });
    expect(rejected.result).toEqual({ verified: false, ageOver: {}, band: { atLeast: null, below: null } });
  });

  test("of a submitted rejection in spite of the age: no answer, for the age was not believed", async () => {
    const { call, liveKey: key } = await newTenant();
    const { verificationId } = await start(call, key, { thresholds });
    const { result } = await submit(call, key, { verificationId, result: "rejected", verifiedAge: 44 });
    expect(result).toEqual({ verified: false, ageOver: {}, band: { atLeast: null, below: null } });
  });

  test("an approval below the minimum age is refused without the age in the words, where it is not disclosed", async () => {
    const { call, liveKey: key } = await newTenant("thresholds");
    const { verificationId } = await start(call, key);
    const body = { verificationId, result: "approved", verifiedAge: 17 };
    const answer = await call("POST", "/verify/submit", { key, body });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toMatch(/\b17\b/);
  });
});

test("the table itself refuses an age where thresholds are disclosed, whatever the application does", async () => {
  const made = await newTenant("thresholds");
  await completed(made, {}, { verifiedAge: 30 });
  const where = { tenantId: made.id };
  const write = made.deps.db.orm.verification.updateMany({ where, data: { verifiedAge: 30 } });
  await expect(write).rejects.toThrow("verification_discloses_no_age");
});

const SETS = [{}, { thresholds: [16] }, { thresholds: [16, 18] }, { thresholds: [13, 16, 21] }];

describe.each(["age", "thresholds"] as const)("over18, with disclosure %s", (disclosure) => {
  test.each(SETS)("is right for every age with %j", async (asked) => {
    const made = await newTenant(disclosure);
    for (const age of [16, 17, 18, 20, 87]) {
      const { validated } = await completed(made, { minimumAge: 16, ...asked }, { verifiedAge: age });
      expect(validated).toMatchObject({ valid: true, over18: age >= 18, minimumAge: 16 });
      if (disclosure === "thresholds") expect(validated).not.toHaveProperty("verifiedAge");
      else expect(validated).toMatchObject({ verifiedAge: age });
    }
  });

  test("of an approval without an age is what the minimum age says", async () => {
    const made = await newTenant(disclosure);
    for (const minimumAge of [16, 18, 21]) {
      const { validated } = await completed(made, { minimumAge }, { result: "approved" });
      expect(validated).toMatchObject({ over18: minimumAge >= 18 });
    }
  });
});

test("the sandbox answers thresholds by its age", async () => {
  const { call, deps, testKey } = await newTenant("thresholds");
  const started = await start(call, testKey, { minimumAge: 16, thresholds: [13, 16, 18] });
  await play(deps, secretOf(started), "approve");
  const { result } = await statusOf(call, testKey, started.verificationId);
  expect(result).toEqual({
    verified: true,
    ageOver: { 13: true, 16: true, 18: true },
    band: { atLeast: 18, below: null },
  });
});

describe("a wallet", () => {
  const hold = async (elements: Record<string, boolean>) => {
    const { type: docType, nameSpace } = MOBILE_DRIVING_LICENCE;
    return { mdoc: await issueMdoc({ docType, nameSpace, elements, signer: world.signer }) };
  };

  const answered = async (body: object, elements: Record<string, boolean>, channel: "qr" | "link" = "qr") => {
    const made = await newTenant();
    const { call, deps, id, liveKey } = made;
    await deps.db.orm.tenant.update({ where: { id }, data: { methods: ["wallet"] } });
    const started = await start(call, liveKey, { ...body });
    const asked = await ask(deps, secretOf(started), { channel, app: "openid4vp" });
    const posted = await post(deps, asked.transactionId, await answerTo(deps, asked, await hold(elements)));
    if (channel === "link") await comeBack(deps, String(posted.body.redirect_uri), asked.cookie);
    const { status, result } = await statusOf(call, liveKey, started.verificationId);
    return { status, result, transactionId: asked.transactionId, deps };
  };

  test.each(["qr", "link"] as const)("with age_over_21 alone answers 18 and 13, by a %s", async (channel) => {
    const { result } = await answered({ thresholds: [13, 18] }, { age_over_21: true }, channel);
    expect(result).toEqual({
      verified: true,
      ageOver: { 13: true, 18: true },
      band: { atLeast: 18, below: null },
    });
  });

  test("answers all thresholds that it has, in one presentation", async () => {
    const elements = { age_over_13: true, age_over_16: true, age_over_18: false };
    const { result } = await answered({ thresholds: [13, 16, 18], minimumAge: 16 }, elements);
    expect(result).toMatchObject({ verified: true, ageOver: { 13: true, 16: true, 18: false } });
  });

  test("leaves a threshold without an answer where it attests none", async () => {
    const { result } = await answered({ thresholds: [16, 25], minimumAge: 16 }, { age_over_18: true });
    expect(result).toMatchObject({ verified: true, ageOver: { 16: true } });
    expect(result?.band).toEqual({ atLeast: 16, below: null });
  });

  test("that attests every year leaves no year behind", async () => {
    const years = Array.from({ length: 99 }, (_, index) => index + 1);
    const elements = Object.fromEntries(
      years.map((year) => [`age_over_${String(year).padStart(2, "0")}`, year <= 87]),
    );
    const { result, deps, transactionId } = await answered(
      { thresholds: [18, 65], minimumAge: 18, disclosure: "thresholds" },
      elements,
    );
    expect(result?.band).toEqual({ atLeast: 65, below: null });
    const row = await deps.db.orm.walletTransaction.findUniqueOrThrow({ where: { id: transactionId } });
    expect(row).toMatchObject({ isOver: true, ageAtLeast: 65, ageBelow: null });
  });

  test("whose answers contradict each other decides nothing", async () => {
    const elements = { age_over_16: false, age_over_18: true };
    const { status } = await answered({ thresholds: [16, 18] }, elements);
    expect(status).not.toBe("completed");
  });
});
