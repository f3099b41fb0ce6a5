import { createHash } from "node:crypto";
import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { bandOfAge } from "#core/age-over.ts";
import type { LintCode } from "#core/policy/advice.ts";
import type { Policy } from "#core/policy/policy.ts";
import { purgeAgeKeys } from "#data/verifications/age-keys.ts";
import { createAgeKeyMethod } from "#methods/age-key/age-key-method.ts";
import { FORM, type Method } from "#methods/method.ts";
import { createMethods } from "#methods/registry.ts";
import { createSandboxMethod } from "#methods/sandbox/sandbox-method.ts";
import { createVoucherMethod } from "#methods/voucher/voucher-method.ts";
import { publishPolicy } from "#services/policies/policies.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { type Lie, newAuthenticator } from "../support/age-keys/authenticator.ts";
import { atKey, atPage, own, remember, show } from "../support/age-keys/walk.ts";
import { patchTenant, secretOf, start, statusOf, validate } from "../support/http/actions.ts";
import { goBack, play, submitEvidence, viewPage } from "../support/http/hosted.ts";
import { testClock } from "../support/world/clock.ts";
import { BASE_URL, serviceForFile } from "../support/world/service.ts";
import { TRAITS } from "../support/world/traits.ts";

const clock = testClock("2026-11-23T12:00:00.123Z");

/** In place of photos: the age in years, as the text that was sent. */
const document: Method = {
  id: "document",
  traits: { ...TRAITS, category: "verification" },
  modes: ["live"],
  maxBodyBytes: 64,
  start: async ({ channel }) => (channel === "form" ? FORM : null),
  answer: async ({ body }) => {
    const age = Number(new TextDecoder().decode(body));
    const evidence = { age, band: bandOfAge(age), confidence: 0.4321, documentType: "passport" };
    return { kind: "evidence", evidence: { ...evidence, assurance: "document_photo_unsigned" } };
  },
};

const service = serviceForFile({
  overrides: {
    now: clock.now,
    methods: createMethods([
      document,
      createSandboxMethod(),
      createVoucherMethod(),
      createAgeKeyMethod(BASE_URL),
    ]),
  },
});

const deps = () => service.get().deps;

const publish = async (tenantId: string, policy: Policy) =>
  publishPolicy(await ownerCtx(deps(), tenantId), { policy, acceptedWarnings: WARNINGS });

const newTenant = async (methods: string[] = ["age_key", "document"], policy?: Policy) => {
  const { call, tenant: make } = service.get();
  const made = await make({ plan: "scale" });
  await patchTenant(call, made.id, { methods });
  if (policy) await publish(made.id, policy);
  return made;
};

const WARNINGS: LintCode[] = [
  "one_way_only",
  "document_only",
  "no_way_without_camera",
  "no_way_without_phone",
  "no_way_without_either",
];

const METHODS = [
  { id: "age_key", use: "offer" as const },
  { id: "document", use: "offer" as const },
];

type Tenant = Awaited<ReturnType<typeof newTenant>>;

const begin = async (tenant: Tenant, input: Record<string, unknown> = {}, mode: "live" | "test" = "live") => {
  const started = await start(service.get().call, mode === "live" ? tenant.liveKey : tenant.testKey, input);
  return { id: started.verificationId, secret: secretOf(started) };
};

/** A person of that age has just been approved by a document. */
const approved = async (tenant: Tenant, { age = 42, ...input }: Record<string, unknown> = {}) => {
  const page = await begin(tenant, input);
  await submitEvidence(deps(), page.secret, { method: "document", body: String(age) });
  return page;
};

const withKey = async (tenant: Tenant, input: Record<string, unknown> = {}, kind?: "counting") => {
  const page = await approved(tenant, input);
  const { device, kept } = await remember(deps(), page.secret, { device: newAuthenticator(BASE_URL, kind) });
  expect(kept).toMatchObject({ http: 200 });
  return { ...page, device };
};

const rowOf = (id: string) => deps().db.orm.verification.findUniqueOrThrow({ where: { id } });

describe("a key that was made after a document", () => {
  test("decides the next verification at once, and says that the proof is repeated", async () => {
    const tenant = await newTenant();
    const { device } = await withKey(tenant, { thresholds: [16, 18, 21] });
    const { id, secret } = await begin(tenant, { thresholds: [16, 18, 21] });
    expect(await show(deps(), secret, device)).toMatchObject({
      http: 200,
      status: "completed",
      outcome: "approved",
    });
    expect(await rowOf(id)).toMatchObject({
      verified: true,
      verifiedAge: null,
      ageAtLeast: 21,
      ageBelow: null,
      method: "age_key",
      documentType: null,
      confidence: 0.5,
      assurance: "document_photo_unsigned_reused",
    });
    const { call } = service.get();
    const { result } = await statusOf(call, tenant.liveKey, id);
    expect(result).toMatchObject({ verified: true, ageOver: { 16: true, 18: true, 21: true } });
    const usage = await deps().db.orm.usageMonth.findMany({ where: { tenantId: tenant.id, mode: "live" } });
    expect(usage).toMatchObject([{ started: 2, reused: 1 }]);
  });

  test("keeps nothing that leads back to its verification", async () => {
    const tenant = await newTenant();
    const { id, device } = await withKey(tenant, { thresholds: [18, 21], metadata: { customer: "c-17" } });
    const [row] = await deps().db.orm.ageKey.findMany({ where: { tenantId: tenant.id } });
    expect(row).toMatchObject({
      mode: "live",
      counter: 0n,
      isSynced: true,
      ageAtLeast: 21,
      category: "verification",
      assurance: "document_photo_unsigned",
      provenIn: new Date("2026-11-01"),
      expiresOn: new Date("2027-01-30"),
    });
    const kept = Object.values(row ?? {}).map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString("hex") : String(value),
    );
    const tables = ["verification", "method_attempt", "event", "token", "age_key_challenge"];
    const { rows } = await deps().db.pool.query<{ column: string; value: string }>(
      tables
        .map(
          (table) =>
            `select '${table}.' || key as column, value from ${table} t, jsonb_each_text(to_jsonb(t))`,
        )
        .join(" union all "),
    );
    // What many people have in common, and what it says on purpose.
    const shared =
      /\.(tenant_id|mode|assurance|minimum_age|thresholds|age_at_least|attempts|max_attempts|voucher_tries|duration_ms|number|is_used|verified_age)$/;
    const own = rows.filter(
      ({ column, value }) => !shared.test(column) && value !== null && value !== "true" && value !== "false",
    );
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter(({ value }) => kept.includes(value.replace(/^\\x/, "")))).toEqual([]);
    const text = JSON.stringify(kept);
    for (const part of [
      id,
      device.credentialId,
      Buffer.from(device.credentialId, "base64url").toString("hex"),
    ])
      expect(text).not.toContain(part);
  });

  test("gives a token like any other way", async () => {
    const tenant = await newTenant();
    const { device } = await withKey(tenant);
    const { secret } = await begin(tenant, { callback_url: "https://shop.example.com/back" });
    await show(deps(), secret, device);
    const token = (await goBack(deps(), secret)).searchParams.get("token") ?? undefined;
    expect(await validate(service.get().call, tenant.liveKey, token)).toMatchObject({
      valid: true,
      over18: true,
    });
  });
});

describe("what a passkey can get wrong has a code each, and uses up no attempt", () => {
  const LIES: [string, Lie][] = [
    ["AGE_KEY_CHALLENGE", { challenge: "A".repeat(43) }],
    ["AGE_KEY_ORIGIN", { origin: "https://evil.test" }],
    ["AGE_KEY_ORIGIN", { crossOrigin: true }],
    ["AGE_KEY_RP", { rpId: "evil.test" }],
    ["AGE_KEY_NOT_VERIFIED", { isVerified: false }],
    ["AGE_KEY_NOT_VERIFIED", { isPresent: false }],
    ["AGE_KEY_SIGNATURE", { signedBy: "another" }],
    ["AGE_KEY_SIGNATURE", { type: "webauthn.create" }],
    ["AGE_KEY_UNKNOWN", { credentialId: "A".repeat(43) }],
  ];

  test.each(LIES)("%s %j", async (code, lie) => {
    const tenant = await newTenant();
    const { device } = await withKey(tenant);
    const { id, secret } = await begin(tenant);
    expect(await show(deps(), secret, device, lie)).toMatchObject({ http: 422, code });
    expect(await rowOf(id)).toMatchObject({ status: "in_progress", attempts: 0 });
    expect(await show(deps(), secret, device)).toMatchObject({ http: 200, outcome: "approved" });
  });

  test("an answer that is sent again, here or to another page", async () => {
    const tenant = await newTenant();
    const { device } = await withKey(tenant);
    const [one, two] = [await begin(tenant), await begin(tenant)];
    const { options } = await atPage(deps(), one.secret, "ask");
    const body = device.get(options ?? { challenge: "" });
    expect(await atPage(deps(), two.secret, "use", body)).toMatchObject({ code: "AGE_KEY_CHALLENGE" });
    expect(await atPage(deps(), one.secret, "use", body)).toMatchObject({ http: 200 });
    expect(await atPage(deps(), two.secret, "use", body)).toMatchObject({ code: "AGE_KEY_CHALLENGE" });
  });

  test("an answer whose question was answered before, whatever the answer was", async () => {
    const tenant = await newTenant();
    const { device } = await withKey(tenant);
    const { secret } = await begin(tenant);
    const { options } = await atPage(deps(), secret, "ask");
    const refused = device.get(options ?? { challenge: "" }, { isVerified: false });
    expect(await atPage(deps(), secret, "use", refused)).toMatchObject({ code: "AGE_KEY_NOT_VERIFIED" });
    const honest = device.get(options ?? { challenge: "" });
    expect(await atPage(deps(), secret, "use", honest)).toMatchObject({ code: "AGE_KEY_CHALLENGE" });
    const { options: asked } = await atKey(deps(), "ask");
    const shown = device.get(asked ?? { challenge: "" });
    expect(await atKey(deps(), "look", shown)).toMatchObject({ http: 200 });
    expect(await atKey(deps(), "delete", shown)).toMatchObject({ code: "AGE_KEY_CHALLENGE" });
  });

  test("an answer that arrives again under its key is answered as the first time, refused or not", async () => {
    const tenant = await newTenant();
    const { device } = await withKey(tenant);
    const { secret } = await begin(tenant);
    const answerOf = async (options: { isVerified?: boolean }) => {
      const { options: asked } = await atPage(deps(), secret, "ask");
      return device.get(asked ?? { challenge: "" }, options);
    };
    const refused = await answerOf({ isVerified: false });
    for (let again = 0; again < 2; again += 1)
      expect(
        await atPage(deps(), secret, "use", refused, { "x-evidence-key": "a".repeat(32) }),
      ).toMatchObject({ code: "AGE_KEY_NOT_VERIFIED" });
    const accepted = await answerOf({});
    for (let again = 0; again < 2; again += 1)
      expect(
        await atPage(deps(), secret, "use", accepted, { "x-evidence-key": "b".repeat(32) }),
      ).toMatchObject({ http: 200 });
  });

  test("a question that is older than five minutes", async () => {
    const tenant = await newTenant();
    const { device } = await withKey(tenant);
    const { secret } = await begin(tenant);
    const { options } = await atPage(deps(), secret, "ask");
    clock.advance({ minutes: 5 });
    expect(await atPage(deps(), secret, "use", device.get(options ?? { challenge: "" }))).toMatchObject({
      code: "AGE_KEY_CHALLENGE",
    });
  });

  test("a counter that goes back; a synced passkey has none", async () => {
    const tenant = await newTenant();
    const { device } = await withKey(tenant, {}, "counting");
    const { secret } = await begin(tenant);
    expect(await show(deps(), secret, device, { counter: 1 })).toMatchObject({ code: "AGE_KEY_COUNTER" });
    expect(await show(deps(), secret, device, { counter: 0 })).toMatchObject({ code: "AGE_KEY_COUNTER" });
    expect(await show(deps(), secret, device, { counter: 9 })).toMatchObject({ http: 200 });
    const [row] = await deps().db.orm.ageKey.findMany({ where: { tenantId: tenant.id } });
    expect(row?.counter).toBe(9n);
  });

  test.each(["", "{}", "[]", '{"id":"A","response":{"clientDataJSON":"A"}}', "\u0000"])(
    "malformed %j",
    async (body) => {
      const { secret } = await begin(await newTenant());
      expect(await atPage(deps(), secret, "use", body)).toMatchObject({
        http: 422,
        code: "AGE_KEY_SIGNATURE",
      });
    },
  );

  test("a script of another site is refused", async () => {
    const { secret } = await begin(await newTenant());
    const headers = { origin: "https://evil.test" };
    expect(await atPage(deps(), secret, "ask", "", headers)).toMatchObject({
      http: 403,
      code: "CROSS_SITE_REFUSED",
    });
  });
});

describe("what a key says is judged by the tenant's policy", () => {
  test("16 does not answer 18", async () => {
    const tenant = await newTenant();
    const { device } = await withKey(tenant, { minimumAge: 16, age: 17 });
    const { secret } = await begin(tenant);
    expect(await show(deps(), secret, device)).toMatchObject({ code: "AGE_KEY_UNDECIDED" });
    const { secret: other } = await begin(tenant, { minimumAge: 15 });
    expect(await show(deps(), other, device)).toMatchObject({ http: 200 });
  });

  test("a key of one tenant says nothing to another, unless both accept those of the deployment", async () => {
    const [own, other] = [await newTenant(), await newTenant()];
    const { device } = await withKey(own);
    expect(await show(deps(), (await begin(other)).secret, device)).toMatchObject({
      code: "AGE_KEY_OTHER_TENANT",
    });
    const policy: Policy = { default: { methods: METHODS, ageKeys: { scope: "deployment" } }, regions: [] };
    const [shared, accepting] = [await newTenant(undefined, policy), await newTenant(undefined, policy)];
    const { device: wide } = await withKey(shared);
    expect(await show(deps(), (await begin(other)).secret, wide)).toMatchObject({
      code: "AGE_KEY_OTHER_TENANT",
    });
    expect(await show(deps(), (await begin(accepting)).secret, device)).toMatchObject({
      code: "AGE_KEY_OTHER_TENANT",
    });
    expect(await show(deps(), (await begin(accepting)).secret, wide)).toMatchObject({ http: 200 });
  });

  test("a key of test mode never counts in live mode, nor the other way", async () => {
    const tenant = await newTenant();
    const page = await begin(tenant, {}, "test");
    await play(deps(), page.secret, "approve");
    const { device, kept } = await remember(deps(), page.secret);
    expect(kept).toMatchObject({ http: 200 });
    expect(await show(deps(), (await begin(tenant)).secret, device)).toMatchObject({
      code: "AGE_KEY_OTHER_MODE",
    });
    expect(await show(deps(), (await begin(tenant, {}, "test")).secret, device)).toMatchObject({ http: 200 });
    const { device: live } = await withKey(tenant);
    const test = await begin(tenant, {}, "test");
    expect(await show(deps(), test.secret, live)).toMatchObject({ code: "AGE_KEY_OTHER_MODE" });
  });

  test("a weaker proof than the other ways, or than the policy says", async () => {
    const tenant = await newTenant(["age_key", "document", "voucher"]);
    const { device } = await withKey(tenant);
    const { secret } = await begin(tenant, { methods: ["age_key", "voucher"] });
    expect(await show(deps(), secret, device)).toMatchObject({ code: "AGE_KEY_ASSURANCE" });
    const minimumAssurance = "high_device_bound";
    const strict = await newTenant();
    const { device: weak } = await withKey(strict);
    await publish(strict.id, { default: { methods: METHODS, ageKeys: { minimumAssurance } }, regions: [] });
    expect(await show(deps(), (await begin(strict)).secret, weak)).toMatchObject({
      code: "AGE_KEY_ASSURANCE",
    });
  });

  test("a passkey on several devices where one device is asked for", async () => {
    const policy: Policy = { default: { methods: METHODS, ageKeys: { deviceBound: true } }, regions: [] };
    const tenant = await newTenant();
    const { device } = await withKey(tenant);
    await publish(tenant.id, policy);
    expect(await show(deps(), (await begin(tenant)).secret, device)).toMatchObject({
      code: "AGE_KEY_SYNCED",
    });
    const { device: bound } = await withKey(tenant, {}, "counting");
    expect(await show(deps(), (await begin(tenant)).secret, bound)).toMatchObject({ http: 200 });
  });

  test("a proof that is older than the policy allows, counted from the first of its month", async () => {
    clock.set("2026-11-23T12:00:00.123Z");
    const policy: Policy = { default: { methods: METHODS, proofMaxAgeDays: 30 }, regions: [] };
    const tenant = await newTenant(undefined, policy);
    const { device } = await withKey(tenant);
    clock.set("2026-12-01T00:00:00Z");
    expect(await show(deps(), (await begin(tenant)).secret, device)).toMatchObject({ http: 200 });
    clock.advance({ ms: 1 });
    expect(await show(deps(), (await begin(tenant)).secret, device)).toMatchObject({
      code: "AGE_KEY_TOO_OLD",
    });
    clock.set("2026-11-23T12:00:00.123Z");
  });

  test("a key ends 90 days after its month began, and is forgotten then", async () => {
    clock.set("2026-11-23T12:00:00.123Z");
    const tenant = await newTenant();
    const { device } = await withKey(tenant);
    clock.set("2027-01-29T23:59:59.999Z");
    expect(await show(deps(), (await begin(tenant)).secret, device)).toMatchObject({ http: 200 });
    const { orm } = deps().db;
    expect(await purgeAgeKeys(orm, clock.now(), 100)).toBe(0);
    clock.set("2027-01-30T00:00:00Z");
    expect(await show(deps(), (await begin(tenant)).secret, device)).toMatchObject({
      code: "AGE_KEY_EXPIRED",
    });
    await purgeAgeKeys(orm, clock.now(), 100);
    expect(await orm.ageKey.count({ where: { tenantId: tenant.id } })).toBe(0);
    expect(await show(deps(), (await begin(tenant)).secret, device)).toMatchObject({
      code: "AGE_KEY_UNKNOWN",
    });
    clock.set("2026-11-23T12:00:00.123Z");
  });
});

test("two uses at once both count, and neither lowers the counter", async () => {
  const tenant = await newTenant();
  const { device } = await withKey(tenant, {}, "counting");
  const pages = await Promise.all([1, 2, 3, 4].map(() => begin(tenant)));
  const asked = await Promise.all(pages.map(({ secret }) => atPage(deps(), secret, "ask")));
  // The device counts in this order, whichever question came back first.
  const bodies = asked.map(({ options }) => device.get(options ?? { challenge: "" }));
  const answers = await Promise.all(
    pages.map(({ secret }, index) => atPage(deps(), secret, "use", bodies[index] ?? "")),
  );
  const counted = answers.filter(({ http }) => http === 200).length;
  expect(answers.filter(({ http, code }) => http !== 200 && code !== "AGE_KEY_COUNTER")).toEqual([]);
  expect(counted).toBeGreaterThan(0);
  const [row] = await deps().db.orm.ageKey.findMany({ where: { tenantId: tenant.id } });
  // The first count was the making of the key.
  const passed = answers.flatMap(({ http }, index) => (http === 200 ? [index + 2] : []));
  expect(Number(row?.counter)).toBe(Math.max(...passed));
  const usage = await deps().db.orm.usageMonth.findMany({ where: { tenantId: tenant.id } });
  expect(usage).toMatchObject([{ reused: counted }]);
});

describe("remembering", () => {
  test("is offered after an approval, once, and for a quarter of an hour", async () => {
    const tenant = await newTenant();
    const { secret } = await approved(tenant);
    const remembered = { ageAtLeast: 18, expiresOn: new Date("2027-01-30") };
    expect((await viewPage(deps(), secret))?.remember).toEqual(remembered);
    expect((await remember(deps(), secret)).kept).toMatchObject({ http: 200, ageAtLeast: 18 });
    expect((await viewPage(deps(), secret))?.remember).toBeUndefined();
    expect(await atPage(deps(), secret, "offer")).toMatchObject({ http: 409, code: "AGE_KEY_UNAVAILABLE" });
    const late = await approved(tenant);
    const { options } = await atPage(deps(), late.secret, "offer");
    clock.advance({ minutes: 15 });
    expect((await viewPage(deps(), late.secret))?.remember).toBeUndefined();
    const body = newAuthenticator(BASE_URL).create(options ?? { challenge: "" });
    expect(await atPage(deps(), late.secret, "keep", body)).toMatchObject({ code: "AGE_KEY_UNAVAILABLE" });
  });

  test.each<[string, Partial<Policy["default"]>]>([
    ["takes no proof of before", { proofMaxAgeDays: 0 }],
    ["counts the proof, from the first of its month, as too old already", { proofMaxAgeDays: 20 }],
    ["asks for more than a document proves", { ageKeys: { minimumAssurance: "high_device_bound" } }],
  ])("is not offered where the tenant's own rule %s", async (_name, rule) => {
    const tenant = await newTenant(undefined, { default: { methods: METHODS, ...rule }, regions: [] });
    const { secret } = await approved(tenant);
    const page = await viewPage(deps(), secret);
    expect(page).toMatchObject({ outcome: "approved" });
    expect(page?.remember).toBeUndefined();
    expect(await atPage(deps(), secret, "offer")).toMatchObject({ http: 409, code: "AGE_KEY_UNAVAILABLE" });
  });

  test("takes no passkey of several devices where the rule asks for one device, and the person may try another", async () => {
    const policy: Policy = { default: { methods: METHODS, ageKeys: { deviceBound: true } }, regions: [] };
    const tenant = await newTenant(undefined, policy);
    const { secret } = await approved(tenant);
    expect((await remember(deps(), secret)).kept).toMatchObject({ http: 422, code: "AGE_KEY_SYNCED" });
    expect(await deps().db.orm.ageKey.count({ where: { tenantId: tenant.id } })).toBe(0);
    const bound = newAuthenticator(BASE_URL, "counting");
    const { kept } = await remember(deps(), secret, { device: bound });
    expect(kept).toMatchObject({ http: 200 });
    expect(await show(deps(), (await begin(tenant)).secret, bound)).toMatchObject({ http: 200 });
  });

  test("is not offered again by a broken answer to the question that was answered", async () => {
    const tenant = await newTenant();
    const { secret } = await approved(tenant);
    const { options } = await atPage(deps(), secret, "offer");
    const body = newAuthenticator(BASE_URL).create(options ?? { challenge: "" });
    expect(await atPage(deps(), secret, "keep", body)).toMatchObject({ http: 200 });
    const { response, ...answer } = JSON.parse(body);
    const broken = JSON.stringify({ ...answer, response: { ...response, attestationObject: "oA" } });
    expect((await atPage(deps(), secret, "keep", broken)).http).toBeGreaterThanOrEqual(400);
    expect(await atPage(deps(), secret, "offer")).toMatchObject({ http: 409, code: "AGE_KEY_UNAVAILABLE" });
  });

  test("makes one key of one verification, however many are asked for at once", async () => {
    const tenant = await newTenant();
    const { secret } = await approved(tenant);
    const bodies = await Promise.all(
      [1, 2, 3].map(async () => {
        const { options } = await atPage(deps(), secret, "offer");
        return newAuthenticator(BASE_URL).create(options ?? { challenge: "" });
      }),
    );
    const answers = await Promise.all(bodies.map((body) => atPage(deps(), secret, "keep", body)));
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409, 409]);
    expect(await deps().db.orm.ageKey.count({ where: { tenantId: tenant.id } })).toBe(1);
  });

  test.each<[string, Lie]>([
    ["AGE_KEY_ALGORITHM", { alg: "ES384" }],
    ["AGE_KEY_NOT_VERIFIED", { isVerified: false }],
    ["AGE_KEY_ORIGIN", { origin: "https://evil.test" }],
    ["AGE_KEY_RP", { rpId: "evil.test" }],
    ["AGE_KEY_CHALLENGE", { challenge: "A".repeat(43) }],
  ])("%s: nothing is kept", async (code, lie) => {
    const tenant = await newTenant();
    const { secret } = await approved(tenant);
    expect((await remember(deps(), secret, { lie })).kept).toMatchObject({ http: 422, code });
    expect(await deps().db.orm.ageKey.count({ where: { tenantId: tenant.id } })).toBe(0);
  });

  test("is not offered for a rejection, for a proof by a key, or where the tenant has not switched keys on", async () => {
    const tenant = await newTenant();
    const { secret: young } = await approved(tenant, { age: 17 });
    const { device } = await withKey(tenant);
    const { secret: again } = await begin(tenant);
    await show(deps(), again, device);
    const { secret: off } = await approved(await newTenant(["document"]));
    for (const secret of [young, again, off]) {
      expect((await viewPage(deps(), secret))?.remember).toBeUndefined();
      expect(await atPage(deps(), secret, "offer")).toMatchObject({ code: "AGE_KEY_UNAVAILABLE" });
    }
    expect(await atPage(deps(), (await begin(await newTenant(["document"]))).secret, "ask")).toMatchObject({
      code: "METHOD_UNAVAILABLE",
    });
  });
});

describe("a person's own page", () => {
  test("says all that is kept, and deletes it with a receipt", async () => {
    const tenant = await newTenant();
    const { device } = await withKey(tenant);
    const { http, ...facts } = await own(deps(), "look", device);
    expect([http, facts]).toEqual([
      200,
      {
        ageAtLeast: 18,
        assurance: "document_photo_unsigned",
        mode: "live",
        provenIn: "2026-11-01T00:00:00.000Z",
        expiresOn: "2027-01-30T00:00:00.000Z",
        isSynced: true,
        tenantName: "Test Shop",
      },
    ]);
    const { receipt = "", salt = "" } = await own(deps(), "delete", device);
    const hash = createHash("sha256").update(Buffer.from(salt, "base64url")).update(device.credentialId);
    expect(decodeJwt(receipt)).toMatchObject({
      cause: "person",
      erased: [{ category: "age_key", rows: 1 }],
      subject_hash: hash.digest("base64url"),
    });
    expect(await deps().db.orm.ageKey.count({ where: { tenantId: tenant.id } })).toBe(0);
    expect(await own(deps(), "delete", device)).toMatchObject({ code: "AGE_KEY_UNKNOWN" });
    expect(await show(deps(), (await begin(tenant)).secret, device)).toMatchObject({
      code: "AGE_KEY_UNKNOWN",
    });
  });

  test("deletes nothing for an answer that its passkey did not sign, and none that a verification asked for", async () => {
    const tenant = await newTenant();
    const { device } = await withKey(tenant);
    expect(await own(deps(), "delete", device, { signedBy: "another" })).toMatchObject({
      code: "AGE_KEY_SIGNATURE",
    });
    const { options } = await atPage(deps(), (await begin(tenant)).secret, "ask");
    const body = device.get(options ?? { challenge: "" });
    expect(await atKey(deps(), "delete", body)).toMatchObject({ code: "AGE_KEY_CHALLENGE" });
    expect(await deps().db.orm.ageKey.count({ where: { tenantId: tenant.id } })).toBe(1);
  });
});
