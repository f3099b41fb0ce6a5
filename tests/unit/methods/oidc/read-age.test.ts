import { describe, expect, test } from "vitest";
import { type AgeReading, acrsFrom, IDENTITY_PRESETS, socialSignInOf } from "#core/identity/presets.ts";
import { type Claims, readAge } from "#methods/oidc/read-age.ts";

const NOW = new Date("2026-11-23T12:00:00Z");

const read = (reading: AgeReading, claims: Claims | Claims[], now = NOW) => {
  const { read: found, fault } = readAge(reading, [claims].flat(), now);
  return fault ?? { age: found.age, ...found.band };
};

const eidas = (assurance_level: unknown, claims: unknown = { birthdate: "1990-05-17" }) => ({
  verified_claims: { verification: { trust_framework: "eidas", assurance_level }, claims },
});

const exact = (age: number) => ({ age, atLeast: age, below: age + 1 });

describe("a birth date, by the careful reading", () => {
  test.each([
    ["a full date", "1990-05-17", exact(36)],
    ["a birthday that is today everywhere", "2008-11-22", exact(18)],
    [
      "a birthday that has begun somewhere, and not everywhere: open on both sides of 18",
      "2008-11-24",
      { age: 17, atLeast: 17, below: 19 },
    ],
    ["a birthday that has begun nowhere", "2008-11-25", exact(17)],
    ["29 February, in a common year a day later", "2008-02-29", exact(18)],
    [
      "only a year in which everyone is old enough: as if on 31 December",
      "2000",
      { age: null, atLeast: 25, below: 27 },
    ],
    ["only the year that decides: open on both sides of 18", "2008", { age: null, atLeast: 17, below: 19 }],
    ["a register's 00 for day and month", "2000-00-00", { age: null, atLeast: 25, below: 27 }],
    ["a register's 00 for the day", "2008-11-00", { age: null, atLeast: 17, below: 19 }],
    ["a year that is left out", "0000-05-17", "year_unknown"],
    ["no year at all", "0000", "year_unknown"],
    ["29 February of a common year", "2007-02-29", "claim_invalid"],
    ["a month that there is not", "2000-13-01", "claim_invalid"],
    ["a day without its month", "2000-00-12", "claim_invalid"],
    ["the future", "2027-01-01", "claim_invalid"],
    ["older than anyone", "1890-01-01", "claim_invalid"],
    ["what registers write where they know nothing", "1900-01-01", "claim_invalid"],
    ["a year older than the oldest person ever", "1903-11-22", "claim_invalid"],
    ["as old as the oldest person ever", "1904-11-22", exact(122)],
    ["another spelling", "17.05.1990", "claim_invalid"],
    ["a time behind it", "1990-05-17T00:00:00Z", "claim_invalid"],
    ["a number", 19900517, "claim_invalid"],
    ["nothing", undefined, "claim_missing"],
    ["an empty text", "", "claim_missing"],
  ])("%s: %s", (_name, birthdate, expected) => {
    expect(read("birthdate", { birthdate })).toEqual(expected);
  });

  test("29 February counts from 1 March in a common year, wherever on Earth it is", () => {
    const birthdate = "2008-02-29";
    const open = { age: 17, atLeast: 17, below: 19 };
    expect(read("birthdate", { birthdate }, new Date("2026-02-28T09:59:59Z"))).toEqual(exact(17));
    expect(read("birthdate", { birthdate }, new Date("2026-02-28T10:00:00Z"))).toEqual(open);
    expect(read("birthdate", { birthdate }, new Date("2026-03-01T11:59:59Z"))).toEqual(open);
    expect(read("birthdate", { birthdate }, new Date("2026-03-01T12:00:00Z"))).toEqual(exact(18));
  });
});

describe("answers about thresholds", () => {
  test.each<[string, AgeReading, Claims, unknown]>([
    ["over 18", "age_over", { age_over_18: true }, { age: null, atLeast: 18, below: null }],
    ["under 18", "age_over", { age_over_18: false }, { age: null, atLeast: null, below: 18 }],
    ["several", "age_over", { age_over_16: true, age_over_18: false }, { age: null, atLeast: 16, below: 18 }],
    ["nested", "age_over", { age_equal_or_over: { "18": true } }, { age: null, atLeast: 18, below: null }],
    ["a contradiction", "age_over", { age_over_16: false, age_over_18: true }, "claims_contradict"],
    [
      "both forms in contradiction",
      "age_over",
      { age_over_18: false, age_equal_or_over: { "18": true } },
      "claims_contradict",
    ],
    ["a text is no answer", "age_over", { age_over_18: "true" }, "claim_missing"],
    ["one is no answer", "age_over", { age_over_18: 1 }, "claim_missing"],
    ["a birth date beside it is not read", "age_over", { birthdate: "1990-05-17" }, "claim_missing"],
    [
      "MitID's ID token",
      "mitid",
      { idbrokerdk_age_verified: "18:true" },
      { age: null, atLeast: 18, below: null },
    ],
    [
      "MitID's userinfo",
      "mitid",
      { idbrokerdk_age_verify_18: "false" },
      { age: null, atLeast: null, below: 18 },
    ],
    ["MitID without an answer", "mitid", { idbrokerdk_age_verified: "18" }, "claim_missing"],
    ["iDIN", "idin", { eighteen_or_older: true }, { age: null, atLeast: 18, below: null }],
    [
      "iDIN's two spellings in contradiction",
      "idin",
      { eighteen_or_older: true, "eighteen-or-older": false },
      "claims_contradict",
    ],
    ["iDIN as a text", "idin", { "eighteen-or-older": "false" }, { age: null, atLeast: null, below: 18 }],
  ])("%s", (_name, reading, claims, expected) => {
    expect(read(reading, claims)).toEqual(expected);
  });
});

describe("verified claims count by their trust framework", () => {
  test.each<[string, Claims, unknown]>([
    ["eIDAS substantial", eidas("substantial"), exact(36)],
    [
      "eIDAS high, an answer about an age",
      eidas("high", { age_over_18: true }),
      { age: null, atLeast: 18, below: null },
    ],
    ["eIDAS low", eidas("low"), "assurance_low"],
    ["no level", eidas(undefined), "assurance_low"],
    [
      "an unknown framework",
      { verified_claims: { verification: { trust_framework: "my_own" }, claims: {} } },
      "not_verified",
    ],
    [
      "one named as a property of every object",
      { verified_claims: { verification: { trust_framework: "constructor" }, claims: {} } },
      "not_verified",
    ],
    [
      "the German law on money laundering",
      {
        verified_claims: { verification: { trust_framework: "de_aml" }, claims: { birthdate: "1990-05-17" } },
      },
      exact(36),
    ],
    [
      "the good one of several",
      { verified_claims: [eidas("low").verified_claims, eidas("high").verified_claims] },
      exact(36),
    ],
    [
      "two that contradict each other",
      {
        verified_claims: [eidas("high"), eidas("high", { birthdate: "2015-01-01" })].map(
          (set) => set.verified_claims,
        ),
      },
      "claims_contradict",
    ],
    [
      "the same the other way round",
      {
        verified_claims: [eidas("high", { birthdate: "2015-01-01" }), eidas("high")].map(
          (set) => set.verified_claims,
        ),
      },
      "claims_contradict",
    ],
    [
      "a birth date and an age that contradict each other in one set",
      eidas("high", { birthdate: "2015-01-01", age_over_18: true }),
      "claims_contradict",
    ],
    [
      "two that agree, of which one says more",
      {
        verified_claims: [eidas("high", { age_over_18: true }), eidas("high")].map(
          (set) => set.verified_claims,
        ),
      },
      exact(36),
    ],
    [
      "a claim beside them",
      {
        birthdate: "1990-05-17",
        verified_claims: { verification: { trust_framework: "eidas", assurance_level: "high" }, claims: {} },
      },
      "claim_missing",
    ],
    ["no verification", { verified_claims: { claims: { birthdate: "1990-05-17" } } }, "not_verified"],
    ["a text", { verified_claims: "yes" }, "not_verified"],
    ["none", {}, "claim_missing"],
  ])("%s", (_name, claims, expected) => {
    expect(read("verified_claims", claims)).toEqual(expected);
  });
});

describe("presets", () => {
  test("each says why its claim is reliable, and a birth date always comes with a minimum assurance", () => {
    for (const preset of Object.values(IDENTITY_PRESETS)) {
      expect(preset.why.length).toBeGreaterThan(40);
      if (preset.reading === "birthdate") expect(acrsFrom(preset, null).length).toBeGreaterThan(0);
    }
  });

  test("a minimum lets what is above it count, and nothing below", () => {
    const { franceconnect } = IDENTITY_PRESETS;
    expect(acrsFrom(franceconnect, null)).toEqual(["eidas1", "eidas2", "eidas3"]);
    expect(acrsFrom(franceconnect, "eidas2")).toEqual(["eidas2", "eidas3"]);
    expect(acrsFrom(franceconnect, "of-our-own")).toEqual(["of-our-own"]);
  });

  test("a social sign-in is known by its host, also below it, and no other is", () => {
    expect(socialSignInOf("https://accounts.google.com")).toBe("Google");
    expect(socialSignInOf("https://ACCOUNTS.GOOGLE.COM./")).toBe("Google");
    expect(socialSignInOf("https://de-de.facebook.com/x")).toBe("Facebook");
    expect(socialSignInOf("https://apis.roblox.com/oauth/")).toBe("Roblox");
    expect(socialSignInOf("https://oauth.telegram.org")).toBe("Telegram");
    expect(socialSignInOf("https://notfacebook.com")).toBeNull();
    expect(socialSignInOf("no address")).toBeNull();
  });
});

test("an ID token and userinfo have to agree; one that says nothing does not count", () => {
  expect(read("birthdate", [{ birthdate: "1990-05-17" }, { birthdate: "2015-01-01" }])).toBe(
    "claims_contradict",
  );
  expect(read("birthdate", [{}, { birthdate: "1990-05-17" }])).toEqual(exact(36));
});
