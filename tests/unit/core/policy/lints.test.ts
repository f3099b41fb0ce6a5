import { describe, expect, test } from "vitest";
import { LINT_CODES, type LintLevel } from "#core/policy/advice.ts";
import { lintPolicy } from "#core/policy/lints.ts";
import type { Supplies, Supply } from "#core/policy/offer.ts";
import type { Policy, PolicyRule } from "#core/policy/policy.ts";
import { METHODS as OTHERS } from "./random-policies.ts";

const known = (id: string) => OTHERS.get(id) ?? expect.unreachable();
const METHODS: Supplies = new Map<string, Supply>([
  ...OTHERS,
  ["age_key", known("voucher")],
  ["untrusted_wallet", { ...known("wallet"), ages: [] }],
]);

const of = (given: PolicyRule, place?: { country: string; region?: string }): Policy => {
  const sound: PolicyRule & { methods: [] } = { minimumAge: 18, methods: [] };
  return place
    ? { default: GOOD, regions: [{ ...place, ...given }] }
    : { default: { ...sound, ...given, methods: given.methods ?? GOOD.methods }, regions: [] };
};

const GOOD = {
  minimumAge: 18,
  methods: [
    { id: "document", use: "offer", attempts: 2 },
    { id: "wallet", use: "offer" },
    { id: "voucher", use: "fallback" },
  ],
} satisfies Policy["default"];

const found = (policy: Policy): string[] =>
  lintPolicy(policy, METHODS).map(({ code, level, place }) => `${place} ${level} ${code}`);

const codesOf = (policy: Policy, place = "default"): string[] =>
  lintPolicy(policy, METHODS)
    .filter((lint) => lint.place === place)
    .map(({ code, level }) => `${level} ${code}`);

const offer = (...ids: string[]): PolicyRule["methods"] => ids.map((id) => ({ id, use: "offer" }));

const kept = (...ids: string[]) => ids.map((id) => ({ id, use: "appeal" as const }));

test("a sound policy has no lint", () => {
  expect(found({ default: GOOD, regions: [{ country: "JP" }, { country: "US", region: "US-NY" }] })).toEqual(
    [],
  );
});

describe("each lint, where it holds and beside it where it does not", () => {
  const AU = { country: "AU" };
  const NY = { country: "US", region: "US-NY" };
  const cases: [
    name: string,
    bad: PolicyRule,
    lints: string[],
    good: PolicyRule,
    place?: { country: string; region?: string },
  ][] = [
    [
      "a method that the service has not got",
      { methods: [...(offer("voucher", "bank") ?? []), { id: "unheard_of", use: "appeal" }] },
      ["block unknown_method"],
      { methods: [...(offer("voucher", "bank") ?? []), { id: "unheard_of", use: "off" }] },
    ],
    [
      "a method that nobody is offered now",
      { methods: offer("voucher", "bank", "untrusted_wallet") },
      ["warn method_not_offered"],
      { methods: [...(offer("voucher", "bank") ?? []), { id: "untrusted_wallet", use: "off" }] },
    ],
    [
      "nothing shown from the start",
      {
        methods: [
          { id: "voucher", use: "fallback" },
          { id: "bank", use: "fallback" },
        ],
      },
      ["warn too_few_choices", "block no_method_offered"].toReversed(),
      {
        methods: [
          { id: "voucher", use: "offer" },
          { id: "bank", use: "fallback" },
        ],
      },
    ],
    ["no method at all", { methods: [{ id: "voucher", use: "appeal" }] }, ["block no_method_offered"], {}],
    ["one way", { methods: offer("voucher") }, ["warn one_way_only"], { methods: offer("voucher", "bank") }],
    [
      "one way, where the law asks for more",
      { methods: offer("voucher") },
      ["block one_way_only"],
      { methods: offer("voucher", "bank") },
      AU,
    ],
    [
      "fewer ways than are to be open",
      { methods: offer("voucher", "bank"), minimumChoices: 3 },
      ["warn too_few_choices"],
      { methods: offer("voucher", "bank"), minimumChoices: 2 },
    ],
    [
      "fallbacks that show from the start",
      { methods: GOOD.methods, minimumChoices: 3 },
      ["warn too_few_choices"],
      { methods: GOOD.methods, minimumChoices: 2 },
    ],
    [
      "documents only",
      { methods: offer("document") },
      ["warn one_way_only", "warn document_only", "warn no_way_without_camera"],
      {},
    ],
    [
      "documents only, in New York",
      { methods: offer("document") },
      ["block one_way_only", "block document_only", "warn no_way_without_camera"],
      {},
      NY,
    ],
    [
      "a document that no one is compared with, where the list names only documents that are",
      {},
      ["warn document_unbound"],
      { methods: offer("wallet", "voucher") },
      { country: "GB" },
    ],
    [
      "a document that no one is compared with, where the list refuses it for closed groups of adults",
      {},
      ["warn document_unbound"],
      { minimumAge: 16 },
      { country: "DE" },
    ],
    [
      "no way without a camera",
      { methods: offer("document", "face"), challengeAge: 25 },
      ["warn no_way_without_camera"],
      { methods: offer("document", "face", "voucher"), challengeAge: 25 },
    ],
    [
      "too few tries without a camera",
      {
        methods: [
          { id: "document", use: "offer" },
          { id: "voucher", use: "offer", attempts: 2 },
        ],
      },
      ["warn no_way_without_camera"],
      {
        methods: [
          { id: "document", use: "offer" },
          { id: "voucher", use: "offer", attempts: 3 },
        ],
      },
    ],
    [
      "no way without a smartphone",
      { methods: offer("wallet", "age_token") },
      ["warn no_way_without_phone"],
      { methods: offer("wallet", "age_token", "bank") },
    ],
    [
      "too few tries without a smartphone",
      {
        methods: [
          { id: "wallet", use: "offer" },
          { id: "voucher", use: "offer", attempts: 1 },
        ],
      },
      ["warn no_way_without_phone"],
      {
        methods: [
          { id: "wallet", use: "offer" },
          { id: "voucher", use: "offer" },
        ],
      },
    ],
    [
      "a way without each, and none without both",
      { methods: offer("wallet", "document") },
      ["warn no_way_without_either"],
      { methods: offer("wallet", "document", "voucher") },
    ],
    [
      "ways that end before the tries do",
      {
        attemptsInAll: 4,
        methods: [
          { id: "bank", use: "offer", attempts: 1 },
          { id: "voucher", use: "fallback", attempts: 2 },
        ],
      },
      ["block attempts_run_out"],
      {
        attemptsInAll: 3,
        methods: [
          { id: "bank", use: "offer", attempts: 1 },
          { id: "voucher", use: "fallback", attempts: 2 },
        ],
      },
    ],
    [
      "an estimate that is counted on for a try",
      {
        challengeAge: 25,
        methods: [
          { id: "face", use: "offer" },
          { id: "bank", use: "offer", attempts: 1 },
          { id: "voucher", use: "offer", attempts: 1 },
        ],
      },
      ["block attempts_run_out"],
      {
        challengeAge: 25,
        methods: [
          { id: "face", use: "offer" },
          { id: "bank", use: "offer", attempts: 1 },
          { id: "voucher", use: "offer", attempts: 2 },
        ],
      },
    ],
    [
      "an estimate without a buffer",
      { methods: offer("face", "bank"), challengeAge: 18 },
      ["block estimation_without_buffer"],
      { methods: offer("face", "bank"), challengeAge: 19 },
    ],
    [
      "an appeal by an estimate without a buffer",
      { methods: [...(offer("bank", "voucher") ?? []), ...kept("face", "voucher")] },
      ["block estimation_without_buffer"],
      { methods: [...(offer("bank", "voucher") ?? []), ...kept("face", "voucher")], challengeAge: 25 },
    ],
    [
      "appeals that no way is sure to answer",
      { minimumAge: 21, methods: [...(offer("bank", "voucher") ?? []), ...kept("wallet")] },
      ["warn threshold_unanswered"],
      { minimumAge: 21, methods: [...(offer("bank", "voucher") ?? []), ...kept("wallet", "bank")] },
    ],
    [
      "estimates only",
      { methods: offer("face"), challengeAge: 25 },
      ["warn one_way_only", "warn no_way_without_camera", "block only_estimation"],
      {},
    ],
    [
      "an age that no way is sure to answer",
      { minimumAge: 21, methods: offer("wallet", "age_token") },
      ["warn no_way_without_phone", "block threshold_unanswered"],
      { minimumAge: 21, methods: offer("wallet", "bank") },
    ],
    [
      "double blindness required and not there",
      { requires: ["double_blind"] },
      ["block requires_unmet"],
      { requires: ["double_blind"], methods: offer("age_token", "voucher") },
    ],
    [
      "France without double blindness",
      {},
      ["warn document_unbound", "warn france_without_double_blind"],
      { methods: offer("age_token", "voucher") },
      { country: "FR" },
    ],
    [
      "an appeal that collects a document",
      { methods: [...(offer("voucher", "bank") ?? []), { id: "document", use: "appeal" }] },
      ["block appeal_collects_document"],
      { methods: [...(offer("voucher", "bank") ?? []), { id: "voucher", use: "appeal" }] },
    ],
    [
      "appeals by an age key alone",
      { methods: [...(offer("bank", "voucher") ?? []), ...kept("age_key")] },
      ["warn appeal_never_offered"],
      { methods: [...(offer("bank", "voucher") ?? []), ...kept("age_key", "voucher")] },
    ],
    [
      "appeals by the only way that could have rejected",
      { methods: [...(offer("voucher") ?? []), ...kept("voucher")] },
      ["warn one_way_only", "warn appeal_never_offered"],
      { methods: [...(offer("bank", "voucher") ?? []), ...kept("voucher")] },
    ],
    [
      "a stated age",
      { methods: offer("word", "voucher") },
      ["warn self_declaration"],
      { methods: [{ id: "word", use: "off" }, ...(offer("bank", "voucher") ?? [])] },
    ],
    [
      "a stated age, where it is refused",
      { methods: [...(offer("bank", "voucher") ?? []), { id: "word", use: "appeal" }] },
      ["block self_declaration"],
      { methods: offer("bank", "voucher") },
      { country: "GB" },
    ],
  ];

  test.each(cases)("%s", (_, bad, lints, good, place) => {
    const key = place?.region ?? place?.country ?? "default";
    expect(codesOf(of(bad, place), key)).toEqual(lints);
    expect(codesOf(of(good, place), key)).toEqual([]);
  });

  test("every code is met by one of them", () => {
    const met = new Set(cases.flatMap(([, , lints]) => lints.map((lint) => lint.split(" ")[1])));
    expect(LINT_CODES.filter((code) => !met.has(code))).toEqual([]);
  });
});

test("a minimum age left to each verification asks for a way that answers every age", () => {
  const open = (ids: string[]) => codesOf({ default: { methods: offer(...ids) ?? [] }, regions: [] });
  expect(open(["wallet", "age_token"])).toEqual(["warn no_way_without_phone", "warn threshold_unanswered"]);
  expect(open(["wallet", "voucher"])).toEqual([]);
});

test("appeals of verifications of any age ask for a way that answers every age", () => {
  const open = (...ids: string[]) =>
    codesOf({
      default: { methods: [...(offer("bank", "voucher") ?? []), ...kept(...ids)] },
      regions: [],
    });
  expect(open("wallet")).toEqual(["warn threshold_unanswered"]);
  expect(open("wallet", "voucher")).toEqual([]);
});

test("a part of a country has the law of its country, unless it has one itself", () => {
  const level = (country: string, region: string): LintLevel | undefined =>
    lintPolicy(of({ methods: offer("document") }, { country, region }), METHODS).find(
      ({ code }) => code === "document_only",
    )?.level;
  expect([level("AU", "AU-NSW"), level("US", "US-NY"), level("US", "US-UT")]).toEqual([
    "block",
    "block",
    "warn",
  ]);
});

test("each message says what to do, in sentences", () => {
  const messages = lintPolicy(
    { default: { methods: offer("document", "word", "unheard_of") ?? [] }, regions: [{ country: "FR" }] },
    METHODS,
  ).map(({ message }) => message);
  expect(messages.length).toBeGreaterThan(4);
  for (const message of messages) expect(message).toMatch(/^[A-Z].+\. [A-Z].+\.$/);
});

describe("a method that nobody is offered now", () => {
  const DOCUMENT = known("document");
  const SERVICE: Supplies = new Map<string, Supply>([
    ["document", DOCUMENT],
    ["wallet", { ...known("wallet"), missing: "untrusted" }],
    ["voucher", known("voucher")],
  ]);
  const FRESH: Policy = {
    default: { minimumAge: 18, methods: offer("document", "wallet") ?? [] },
    regions: [{ country: "FR", minimumAge: 21 }],
  };
  const NAMES = new Map([
    ["wallet", "Wallet"],
    ["voucher", "Voucher"],
  ]);
  const named = (id: string) => NAMES.get(id) ?? id;
  const at = (policy: Policy, place: string, supplies = SERVICE) =>
    lintPolicy(policy, supplies, named).filter((lint) => lint.place === place);

  test("is one finding with all that is wrong because of it, which blocks where the law refuses that", () => {
    const [elsewhere, ...others] = at(FRESH, "default");
    expect(others).toEqual([]);
    expect(elsewhere).toMatchObject({ code: "method_not_offered", level: "warn" });
    expect(elsewhere?.message).toBe(
      "Wallet counts only once your operator trusts an issuer. Until then: only one method is offered; every method asks for an identity document; a person without a camera has no method at all. Add Voucher to offer more until then.",
    );
    expect(elsewhere?.add).toEqual({ use: "offer", methods: ["voucher"] });
    expect(at(FRESH, "FR").map(({ code, level }) => `${level} ${code}`)).toEqual([
      "block method_not_offered",
      "warn document_unbound",
      "warn france_without_double_blind",
    ]);
  });

  test("leaves what is wrong even with it as separate findings", () => {
    const asking = { ...FRESH, default: { ...FRESH.default, minimumChoices: 3 }, regions: [] };
    expect(codesOf(asking)).toEqual(["warn too_few_choices", "warn no_way_without_either"]);
    const now = at({ ...asking, default: { ...asking.default, requires: ["double_blind"] } }, "default");
    expect(now.map(({ code }) => code)).toEqual(["method_not_offered", "requires_unmet"]);
  });

  test("is said alone where nothing else is wrong because of it", () => {
    const methods = offer("document", "wallet", "voucher") ?? [];
    const [only, ...others] = at({ default: { minimumAge: 18, methods }, regions: [] }, "default");
    expect(others).toEqual([]);
    expect(only).not.toHaveProperty("causes");
    expect(only?.message).toBe(
      "Wallet counts only once your operator trusts an issuer. Until then it is not offered.",
    );
  });

  test("blocks where it is the only method, since then nobody can begin", () => {
    const alone = { default: { minimumAge: 18, methods: offer("wallet") ?? [] }, regions: [] };
    expect(at(alone, "default").map(({ code, level }) => `${level} ${code}`)).toEqual([
      "block method_not_offered",
    ]);
  });

  test("takes no finding that others have to end together, which is listed by itself", () => {
    const supplies = new Map<string, Supply>([
      ["bank", { ...known("bank"), missing: "switched_off" }],
      ["document", DOCUMENT],
      ["voucher", known("voucher")],
      ...["wallet", "age_token"].map((id): [string, Supply] => [id, { ...known(id), missing: "untrusted" }]),
    ]);
    const methods = [...kept("bank"), ...(offer("document", "voucher", "wallet", "age_token") ?? [])];
    const [bank, ...others] = at(
      { default: { minimumAge: 18, minimumChoices: 4, methods }, regions: [] },
      "default",
      supplies,
    );
    expect(bank?.message).toBe("bank counts only once it is switched on. Until then it is not offered.");
    expect(others.find(({ code }) => code === "too_few_choices")?.message).toContain(
      "4 methods are to be open at once, but there are only 2.",
    );
  });

  test("of two, each finding goes to the one that would end it", () => {
    const supplies = new Map(SERVICE).set("bank", { ...known("bank"), missing: "switched_off" });
    const two = {
      default: { minimumAge: 18, methods: offer("document", "wallet", "bank") ?? [] },
      regions: [],
    };
    const found = at(two, "default", supplies);
    expect(found.map(({ code }) => code)).toEqual(["method_not_offered", "method_not_offered"]);
    expect(found[0]?.causes?.map(({ code }) => code)).toContain("one_way_only");
    expect(found[1]?.message).toContain("bank counts only once it is switched on.");
  });
});

describe("advice names what the rule lacks and the service can offer", () => {
  const only = (...ids: string[]): Supplies => new Map(ids.map((id) => [id, known(id)]));
  const adviceOn = (code: string, policy: Policy, supplies: Supplies) =>
    lintPolicy(policy, supplies).find((lint) => lint.code === code);
  const document = { default: { minimumAge: 18, methods: offer("document") ?? [] }, regions: [] };

  test("never a method that it does not have, nor one that the rule has", () => {
    expect(adviceOn("document_only", document, only("document", "bank"))).toMatchObject({
      message: 'Every method asks for an identity document. Add one that does not, such as "bank".',
      add: { use: "offer", methods: ["bank"] },
    });
    const none = adviceOn("document_only", document, only("document"));
    expect(none?.message).toBe(
      "Every method asks for an identity document. This service has none to add now.",
    );
    expect(none).not.toHaveProperty("add");
  });

  test("in place of a document that no one is compared with, what that list takes, without a button: the document would stay", () => {
    const policy = { ...document, regions: [{ country: "GB" }] };
    const found = adviceOn("document_unbound", policy, only("document", "voucher", "bank", "wallet"));
    expect(found?.message).toBe(
      'A document is shown that no one is compared with, and what we know of Ofcom’s list names documents only where the face is compared. Offer "bank" or "wallet" in its place.',
    );
    expect(found).not.toHaveProperty("add");
  });

  test("quotes of each regulator what its own clause says about documents", () => {
    const saidIn = (country: string): string | undefined =>
      adviceOn("document_unbound", { ...document, regions: [{ country }] }, only("document"))?.message;
    const todo = "Switch it off here, or use a company that compares the face with the document.";
    const head = "A document is shown that no one is compared with, and";
    expect(saidIn("FR")).toBe(`${head} ARCOM asks for a check that the person is there. ${todo}`);
    expect(saidIn("DE")).toBe(`${head} the KJM does not accept that for closed groups of adults. ${todo}`);
    expect(saidIn("PL")).toBe(`${head} the European Commission asks for a high degree of certainty. ${todo}`);
    expect(saidIn("JP")).toBeUndefined();
  });

  test("never one that nobody is offered, a repeated proof, an estimate or a stated age", () => {
    const others = [...METHODS].filter(([id]) => !["wallet", "voucher", "bank", "mail"].includes(id));
    expect(adviceOn("one_way_only", document, new Map(others))?.add).toEqual({
      use: "offer",
      methods: ["age_token"],
    });
  });

  test("for appeals, one that collects no document and is not the only way in", () => {
    const policy = {
      default: { minimumAge: 18, methods: [...(offer("voucher") ?? []), ...kept("voucher")] },
      regions: [],
    };
    const advised = (...ids: string[]) => adviceOn("appeal_never_offered", policy, only(...ids))?.add;
    expect(advised("voucher", "document")).toBeUndefined();
    expect(advised("voucher", "document", "bank")).toEqual({ use: "appeal", methods: ["bank"] });
  });
});
