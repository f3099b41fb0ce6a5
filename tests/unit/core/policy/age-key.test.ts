import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { monthOf } from "#core/billing/quota.ts";
import { meetsAcr } from "#core/oidc/age-request.ts";
import {
  type AgeKeyAsked,
  type AgeKeyFacts,
  isCounterAhead,
  keyExpiry,
  keyRefusal,
  reusedAssurance,
  tenantOfKey,
} from "#core/policy/age-key.ts";
import { appealsOf, choicesOf, NOTHING_TRIED } from "#core/policy/choices.ts";
import { lintPolicy } from "#core/policy/lints.ts";
import { type Policy, ruleFor } from "#core/policy/policy.ts";
import { TRAITS } from "../../../support/world/traits.ts";

const NOW = new Date("2026-11-23T12:00:00Z");

const KEY: AgeKeyFacts = {
  tenantId: "ten_1",
  mode: "live",
  ageAtLeast: 18,
  assurance: "document_photo_unsigned",
  provenIn: new Date("2026-11-01"),
  expiresOn: new Date("2027-01-30"),
  isSynced: false,
};

const ASKED: AgeKeyAsked = {
  tenantId: "ten_1",
  mode: "live",
  minimumAge: 18,
  methods: ["age_key", "document"],
  rule: undefined,
  proofMaxAgeDays: null,
};

const refusal = (key: Partial<AgeKeyFacts>, asked: Partial<AgeKeyAsked> = {}, now = NOW) =>
  keyRefusal({ ...KEY, ...key }, { ...ASKED, ...asked }, now);

describe("a key decides a verification, or has a reason not to", () => {
  test.each<[string | null, Partial<AgeKeyFacts>, Partial<AgeKeyAsked>]>([
    [null, {}, {}],
    [null, { ageAtLeast: 21 }, {}],
    ["AGE_KEY_UNDECIDED", { ageAtLeast: 17 }, {}],
    ["AGE_KEY_OTHER_MODE", { mode: "test" }, {}],
    ["AGE_KEY_OTHER_MODE", {}, { mode: "test" }],
    ["AGE_KEY_OTHER_TENANT", { tenantId: "ten_2" }, {}],
    ["AGE_KEY_OTHER_TENANT", { tenantId: "ten_2" }, { rule: { scope: "deployment" } }],
    ["AGE_KEY_OTHER_TENANT", { tenantId: null }, {}],
    ["AGE_KEY_OTHER_TENANT", { tenantId: null }, { rule: { scope: "tenant" } }],
    [null, { tenantId: null }, { rule: { scope: "deployment" } }],
    ["AGE_KEY_EXPIRED", { expiresOn: NOW }, {}],
    ["AGE_KEY_TOO_OLD", {}, { proofMaxAgeDays: 22 }],
    [null, {}, { proofMaxAgeDays: 23 }],
    ["AGE_KEY_TOO_OLD", {}, { proofMaxAgeDays: 0 }],
    ["AGE_KEY_ASSURANCE", {}, { methods: ["age_key", "wallet"] }],
    ["AGE_KEY_ASSURANCE", {}, { methods: ["age_key", "oidc:mitid"] }],
    [null, {}, { methods: ["age_key", "wallet", "document"] }],
    [null, {}, { methods: ["age_key"] }],
    [null, { assurance: "high_device_bound" }, { methods: ["age_key", "document"] }],
    ["AGE_KEY_ASSURANCE", { assurance: "asserted_by_tenant" }, { methods: ["age_key"] }],
    ["AGE_KEY_ASSURANCE", { assurance: "unheard_of" }, { methods: ["age_key"] }],
    ["AGE_KEY_ASSURANCE", {}, { rule: { minimumAssurance: "issuer_signed_no_binding" } }],
    [
      "AGE_KEY_ASSURANCE",
      { assurance: "asserted_by_vendor" },
      { rule: { minimumAssurance: "asserted_by_vendor_with_selfie" } },
    ],
    [
      null,
      { assurance: "asserted_by_vendor_with_selfie" },
      { rule: { minimumAssurance: "asserted_by_vendor_with_selfie" } },
    ],
    ["AGE_KEY_SYNCED", { isSynced: true }, { rule: { deviceBound: true } }],
    [null, { isSynced: true }, {}],
  ])("%s for %j and %j", (code, key, asked) => {
    const now = asked.proofMaxAgeDays === 23 ? new Date("2026-11-24T00:00:00Z") : NOW;
    expect(refusal(key, asked, now)).toBe(code);
  });

  test("a test's key counts in tests whatever it rests on", () => {
    expect(refusal({ mode: "test", assurance: "none_test_mode" }, { mode: "test" })).toBeNull();
  });
});

test("a key's two days follow from the month of its proof alone, and lie 90 days apart at most", () => {
  const times = fc.date({ min: new Date("2020-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(times, (at) => {
      const month = monthOf(at);
      expect([month.getUTCDate(), month.getUTCHours(), month.getUTCMilliseconds()]).toEqual([1, 0, 0]);
      expect(month.toISOString().slice(0, 7)).toBe(at.toISOString().slice(0, 7));
      expect((keyExpiry(month).getTime() - month.getTime()) / 86_400_000).toBe(90);
      expect(keyExpiry(month).getTime()).toBeGreaterThan(at.getTime());
    }),
  );
});

test("counters go on, and those of synced passkeys stay at zero", () => {
  expect([
    isCounterAhead(0, 0),
    isCounterAhead(0, 1),
    isCounterAhead(4, 5),
    isCounterAhead(4, 4),
    isCounterAhead(4, 3),
    isCounterAhead(4, 0),
  ]).toEqual([true, true, true, false, false, false]);
});

test("a key is of the tenant unless the policy says the deployment", () => {
  const proof = "document_photo_unsigned";
  expect([
    tenantOfKey("ten_1", proof, undefined),
    tenantOfKey("ten_1", proof, { scope: "deployment" }),
    // What a tenant, its staff or a provider of its choice says is no proof for another tenant.
    tenantOfKey("ten_1", "asserted_in_person", { scope: "deployment" }),
    tenantOfKey("ten_1", "asserted_by_identity_provider", { scope: "deployment" }),
    tenantOfKey("ten_1", "asserted_by_vendor", { scope: "deployment" }),
    tenantOfKey("ten_1", "asserted_by_vendor_with_selfie", { scope: "deployment" }),
  ]).toEqual(["ten_1", null, "ten_1", "ten_1", "ten_1", "ten_1"]);
});

test("for acr_values a repeated proof has the level of the first", () => {
  const acr = reusedAssurance("document_photo_unsigned");
  expect(acr).toBe("document_photo_unsigned_reused");
  expect(meetsAcr(acr, "document_photo_unsigned", "live")).toBe(true);
  expect(meetsAcr(acr, "issuer_signed_no_binding", "live")).toBe(false);
});

describe("in a policy a key is no way to be left with", () => {
  const policy = (...methods: Policy["default"]["methods"]): Policy => ({
    default: { methods },
    regions: [],
  });
  const ALONE = policy({ id: "age_key", use: "offer" });
  const SPARE = policy(
    { id: "age_key", use: "offer" },
    { id: "document", use: "fallback" },
    { id: "age_key", use: "appeal" },
    { id: "voucher", use: "appeal" },
  );

  const methods = new Map(["age_key", "document", "voucher"].map((id) => [id, TRAITS]));

  test("the fallbacks are shown beside it", () => {
    expect(choicesOf(ruleFor(SPARE, {}), NOTHING_TRIED).methods).toEqual(["age_key", "document"]);
  });

  test("a policy of keys alone offers nothing", () => {
    expect(lintPolicy(ALONE, methods).map(({ code }) => code)).toEqual(["no_method_offered"]);
  });

  test("no appeal is by a key", () => {
    expect(appealsOf(ruleFor(SPARE, {}), "document")).toEqual(["voucher"]);
  });

  test("a place's rule takes what the default says about keys, or says it itself", () => {
    const ageKeys = { scope: "deployment" } as const;
    const both: Policy = {
      default: { methods: SPARE.default.methods, ageKeys },
      regions: [{ country: "DE" }, { country: "FR", ageKeys: { deviceBound: true } }],
    };
    expect(ruleFor(both, { country: "DE" }).ageKeys).toEqual(ageKeys);
    expect(ruleFor(both, { country: "FR" }).ageKeys).toEqual({ deviceBound: true });
    expect(ruleFor(SPARE, {})).not.toHaveProperty("ageKeys");
  });
});
