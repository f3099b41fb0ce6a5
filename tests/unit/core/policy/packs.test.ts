import { describe, expect, test } from "vitest";
import { isWithin } from "#contracts/public/policy.ts";
import { lintPolicy } from "#core/policy/lints.ts";
import { kindOf } from "#core/policy/method-id.ts";
import type { Supplies, Supply } from "#core/policy/offer.ts";
import { applyPack, NOT_LEGAL_ADVICE, PACKS, packById } from "#core/policy/packs.ts";
import { COUNTRIES, EU_MEMBERS, isPlace, placeName } from "#core/policy/places.ts";
import {
  DEFAULT_PLACE,
  isRegionOf,
  type MethodRule,
  type Policy,
  type PolicyRule,
  placeOf,
  ruleFor,
} from "#core/policy/policy.ts";
import { isDocumentUnbound, type ProofKind } from "#core/policy/proof-kind.ts";
import { isListed, LISTS, saysOf, unboundRefusal } from "#core/policy/regulators.ts";
import { METHODS } from "./random-policies.ts";

/** The same service before its operator trusts an issuer of wallet credentials. */
const UNTRUSTED: Supplies = new Map(
  [...METHODS].map(([id, traits]): [string, Supply] => [
    id,
    id === "wallet" ? { ...traits, ages: [] } : traits,
  ]),
);

const OWN: Policy = {
  default: {
    minimumAge: 18,
    methods: [
      { id: "voucher", use: "offer" },
      { id: "bank", use: "offer" },
    ],
  },
  regions: [
    { country: "AU", minimumAge: 21 },
    { country: "JP", minimumAge: 20 },
  ],
};

const photoFirst = ["document offer 2", "wallet offer", "voucher fallback", "voucher appeal"];
const walletFirst = ["wallet offer", "document offer 2", "voucher fallback", "voucher appeal"];
const walletAndVoucher = ["wallet offer", "voucher offer", "voucher appeal"];
const voucherAndWallet = ["voucher offer", "wallet offer", "voucher appeal"];

// What the sources ask for, place by place: the age, the ways in their order, what else differs, and the lints, also where no
// wallet issuer is trusted.
const TABLE = [
  {
    id: "uk",
    places: ["GB"],
    age: 18,
    ways: walletAndVoucher,
    extra: {},
    lints: [],
    untrusted: ["GB warn method_not_offered"],
  },
  {
    id: "fr",
    places: ["FR"],
    age: 18,
    ways: walletAndVoucher,
    extra: { hideMethod: true, proofMaxAgeDays: 0 },
    lints: ["FR warn france_without_double_blind"],
    untrusted: ["FR block method_not_offered", "FR warn france_without_double_blind"],
  },
  {
    id: "de",
    places: ["DE"],
    age: 18,
    ways: voucherAndWallet,
    extra: { challengeAge: 25, proofMaxAgeDays: 0 },
    lints: [],
    untrusted: ["DE warn method_not_offered"],
  },
  {
    id: "eu",
    places: EU_MEMBERS,
    age: 18,
    ways: walletAndVoucher,
    extra: {},
    lints: ["FR warn france_without_double_blind"],
    untrusted: EU_MEMBERS.flatMap((country) =>
      country === "FR"
        ? ["FR block method_not_offered", "FR warn france_without_double_blind"]
        : [`${country} warn method_not_offered`],
    ),
  },
  {
    id: "au",
    places: ["AU"],
    age: 16,
    ways: photoFirst,
    extra: {},
    lints: [],
    untrusted: ["AU warn method_not_offered"],
  },
  {
    id: "us-ny",
    places: ["US-NY"],
    age: 18,
    ways: photoFirst,
    extra: {},
    lints: [],
    untrusted: ["US-NY warn method_not_offered"],
  },
  {
    id: "br",
    places: ["BR"],
    age: 18,
    ways: walletFirst,
    extra: {},
    lints: [],
    untrusted: ["BR warn method_not_offered"],
  },
];

describe.each(TABLE)("the pack $id", ({ id, places, age, ways, extra, lints, untrusted }) => {
  const pack = packById(id);
  const applied = pack ? applyPack(OWN, pack) : OWN;

  test("says what its sources ask for, in each of its places", () => {
    expect(pack?.rules.map(placeOf)).toEqual(places);
    for (const place of places) {
      const [country = ""] = place.split("-");
      const rule = ruleFor(applied, { country, region: place });
      expect(rule.place).toBe(place);
      expect(
        rule.methods.map(({ id: method, use, attempts }) =>
          [method, use, ...(attempts === undefined ? [] : [attempts])].join(" "),
        ),
      ).toEqual(ways);
      expect(rule).toMatchObject({
        minimumAge: age,
        attemptsInAll: 4,
        minimumChoices: 2,
        challengeAge: null,
        requires: [],
        hideMethod: false,
        proofMaxAgeDays: null,
        ...extra,
      });
    }
  });

  test("has exactly the lints that are expected, none of which blocks", () => {
    const found = lintPolicy(applied, METHODS).filter(({ place }) => places.includes(place));
    expect(found.map(({ place, level, code }) => `${place} ${level} ${code}`)).toEqual(lints);
  });

  test("says with its findings where it leaves too little while no wallet issuer is trusted", () => {
    const found = lintPolicy(applied, UNTRUSTED).filter(({ place }) => places.includes(place));
    expect(found.map(({ place, level, code }) => `${place} ${level} ${code}`)).toEqual(untrusted);
    const leavesOne = found.some(({ causes = [] }) => causes.some(({ code }) => code === "one_way_only"));
    expect(pack?.reasons.some((reason) => reason.includes("only the voucher is left"))).toBe(leavesOne);
  });

  test("leaves every other place as it was, and replaces its own", () => {
    const others = (policy: Policy) => policy.regions.filter((rule) => !places.includes(placeOf(rule)));
    expect(others(applied)).toEqual(others(OWN));
    expect(applied.default).toEqual(OWN.default);
    expect(new Set(applied.regions.map(placeOf)).size).toBe(applied.regions.length);
  });

  test("names its sources, each with an address, and its day", () => {
    expect(pack?.asOf).toMatch(/^2026-\d{2}-\d{2}$/);
    expect(pack?.sources.length).toBeGreaterThan(0);
    for (const { title, at, dated } of pack?.sources ?? []) {
      expect(title).toMatch(/\w/);
      expect(new URL(at).protocol).toBe("https:");
      expect(dated ?? "2025").toMatch(/^202\d(-\d{2}){0,2}$/);
    }
  });
});

describe.each(PACKS)("the pack $id and the list that it cites", ({ regulator, rules, changes, asOf }) => {
  const kinds = ({ methods = [] }: PolicyRule, ...uses: MethodRule["use"][]): ProofKind[] =>
    methods.flatMap(({ id, use }) => (uses.includes(use) ? (kindOf(id)?.proofKind ?? []) : []));

  test("is about places of that list", () => {
    for (const rule of rules) expect(LISTS[regulator].places).toContain(placeOf(rule));
  });

  test("leads with what the list takes, and proposes nothing that it refuses", () => {
    for (const rule of rules) {
      const [first] = kinds(rule, "offer");
      expect(first && isListed(regulator, first)).toBe(true);
      const refused = kinds(rule, "offer", "fallback", "appeal").filter(
        (kind) => saysOf(regulator, kind) === "refused",
      );
      expect(refused).toEqual([]);
    }
  });

  test("shows no document that nothing ties to the person, where a list of the place asks for more", () => {
    for (const rule of rules)
      if (kinds(rule, "offer", "fallback").some(isDocumentUnbound))
        expect(unboundRefusal(placeOf(rule), rule.minimumAge ?? 0)).toBeNull();
  });

  test("says what each later edition changed, and why, up to its own day", () => {
    for (const { on, what, why } of changes) {
      expect(on <= asOf).toBe(true);
      expect([what, why]).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)]);
    }
  });
});

test("the table has every pack, and only methods of this service", () => {
  expect(TABLE.map(({ id }) => id)).toEqual(PACKS.map(({ id }) => id));
  const methods = PACKS.flatMap(({ rules }) => rules.flatMap((rule) => rule.methods ?? []));
  expect(new Set(methods.map(({ id }) => id))).toEqual(new Set(["document", "wallet", "voucher"]));
  expect(packById("xx")).toBeUndefined();
  expect(NOT_LEGAL_ADVICE).toContain("not legal advice");
});

describe("places", () => {
  test("are the 249 countries of ISO 3166-1, each with a name, and 27 members of the Union", () => {
    expect(new Set(COUNTRIES).size).toBe(249);
    expect(COUNTRIES).toHaveLength(249);
    expect(COUNTRIES.filter((code) => placeName(code) === code)).toEqual([]);
    expect(new Set(EU_MEMBERS).size).toBe(27);
    expect(EU_MEMBERS.every((code) => COUNTRIES.includes(code))).toBe(true);
  });

  test("are shown by name", () => {
    expect(["AU", "US-NY", "US-UT", DEFAULT_PLACE, "XX"].map(placeName)).toEqual([
      "Australia",
      "United States, New York (US-NY)",
      "United States, US-UT",
      "Everywhere else",
      "XX",
    ]);
  });

  test("a region is a part of its country", () => {
    const all = [
      { country: "US", region: "US-NY" },
      { country: "GB", region: "GB-ENG" },
      { country: "AU" },
      { country: "AU", region: "US-NY" },
      { country: "US", region: "NY" },
      { country: "XX" },
      { country: "us" },
    ];
    expect(all.map(isPlace)).toEqual([true, true, true, false, false, false, false]);
  });

  test("a region is a part of its country alone, for gates, policies and starts alike", () => {
    expect(isRegionOf("US-NY", "US")).toBe(true);
    for (const [region, country] of [
      ["US-NY", "GB"],
      ["US-NY", "U"],
      ["US-NY", "us"],
      ["US-NY", "US-NY"],
      ["USNY", "US"],
      ["US", "US"],
    ] as const) {
      expect([region, country, isRegionOf(region, country)]).toEqual([region, country, false]);
      expect([region, country, isWithin({ region, country })]).toEqual([region, country, false]);
      expect([region, country, isPlace({ region, country })]).toEqual([region, country, false]);
    }
    for (const known of [{ region: "US-NY" }, { country: "US" }, {}]) expect(isWithin(known)).toBe(true);
  });
});
