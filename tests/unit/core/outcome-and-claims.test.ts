import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claimsOf, type Token } from "#core/claims.ts";
import { outcomeForAge, provesOver18 } from "#core/verification.ts";

const ages = fc.integer({ min: 0, max: 150 });
const minimumAges = fc.integer({ min: 13, max: 99 });

describe("a decision", () => {
  test("is approved exactly from the minimum age on", () => {
    fc.assert(
      fc.property(ages, minimumAges, (age, minimumAge) => {
        expect(outcomeForAge(age, minimumAge)).toBe(age < minimumAge ? "rejected" : "approved");
      }),
    );
  });

  test("proves 18 by a known age alone; only where none is known by what was asked for", () => {
    fc.assert(
      fc.property(fc.option(ages), minimumAges, (verifiedAge, minimumAge) => {
        expect(provesOver18({ verifiedAge, minimumAge })).toBe((verifiedAge ?? minimumAge) >= 18);
      }),
    );
  });

  test("never says over 18 of an approval below 18 without an age", () => {
    for (let minimumAge = 13; minimumAge < 18; minimumAge += 1) {
      expect(provesOver18({ verifiedAge: null, minimumAge })).toBe(false);
    }
  });
});

const tokens: fc.Arbitrary<Token> = fc.record({
  id: fc.string({ minLength: 1 }),
  tenantId: fc.string({ minLength: 1 }),
  verificationId: fc.string({ minLength: 1 }),
  minimumAge: minimumAges,
  verifiedAge: fc.option(ages),
  thresholds: fc.constant([]),
  ageAtLeast: fc.constant(null),
  ageBelow: fc.constant(null),
  over18: fc.boolean(),
  method: fc.string({ minLength: 1 }),
  issuedAt: fc.date({ min: new Date(0), max: new Date("2999-01-01"), noInvalidDate: true }),
  expiresAt: fc.date({ min: new Date(0), max: new Date("2999-01-01"), noInvalidDate: true }),
  revokedAt: fc.constant(null),
});

describe("the claims of a token", () => {
  test("say what is kept, with times in whole seconds and an age only where one is known", () => {
    fc.assert(
      fc.property(tokens, (token) => {
        const claims = claimsOf(token, "https://age.test");
        expect(claims).toMatchObject({
          iss: "https://age.test",
          aud: token.tenantId,
          sub: token.verificationId,
        });
        expect(claims).toMatchObject({ jti: token.id, over18: token.over18, verified: true });
        expect(claims.iat).toBe(Math.floor(token.issuedAt.getTime() / 1000));
        expect(claims.exp).toBe(Math.floor(token.expiresAt.getTime() / 1000));
        expect("verified_age" in claims).toBe(token.verifiedAge !== null);
      }),
    );
  });

  test("answer each threshold by two digits, and name none where none was asked for", () => {
    const [token] = fc.sample(tokens, 1);
    if (!token) throw new Error("there is a sample");
    expect(Object.keys(claimsOf(token, "i")).join()).not.toContain("age_over_");
    const answered = {
      ...token,
      thresholds: [7, 13, 16, 18],
      ageAtLeast: 13,
      ageBelow: 18,
      verifiedAge: null,
    };
    const { age_over_07, age_over_13, age_over_18, ...others } = claimsOf(answered, "i");
    expect({ age_over_07, age_over_13, age_over_18 }).toEqual({
      age_over_07: true,
      age_over_13: true,
      age_over_18: false,
    });
    expect(others).not.toHaveProperty("age_over_16");
    expect(others).not.toHaveProperty("verified_age");
  });

  test("are the same every time: a token signed again says the same", () => {
    fc.assert(
      fc.property(tokens, (token) => {
        expect(claimsOf(token, "i")).toEqual(claimsOf({ ...token }, "i"));
      }),
    );
  });
});
