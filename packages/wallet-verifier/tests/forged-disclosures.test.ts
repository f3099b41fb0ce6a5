import { describe, expect, test } from "vitest";
import { disclosureDigest, type SdJwtForgery, salt } from "../../../tests/support/wallet/forge-sd-jwt.ts";
import { refused } from "../../../tests/support/wallet/mdoc-trial.ts";
import { AGES, asDisclosure, createSdJwtTrial, inArray } from "../../../tests/support/wallet/sd-jwt-trial.ts";
import type { WalletCode } from "../src/result.ts";

// RFC 9901 §7.1: disclosures that the issuer did not sign, or not for this place.

const { forge, verify } = await createSdJwtTrial();

function twice(): Partial<SdJwtForgery> {
  const disclosure = [salt(), ...AGES];
  const digest = disclosureDigest(disclosure);
  return { disclosures: [disclosure], payload: { _sd: [digest], other: { _sd: [digest] } } };
}

const cases: [string, WalletCode, () => Partial<SdJwtForgery>][] = [
  // The disclosures
  [
    "a forged disclosure",
    "sd_jwt_disclosure",
    () => ({ disclosuresAfter: () => [asDisclosure([salt(), ...AGES])] }),
  ],
  [
    "one more disclosure",
    "sd_jwt_disclosure",
    () => ({ disclosuresAfter: (texts) => [...texts, asDisclosure([salt(), ...AGES])] }),
  ],
  [
    "the same disclosure twice",
    "sd_jwt_disclosure",
    () => ({ disclosuresAfter: (texts) => [...texts, ...texts] }),
  ],
  ["a disclosure that is no JSON", "sd_jwt_disclosure", () => ({ disclosuresAfter: () => ["AAAA"] })],
  ["a disclosure of four parts", "sd_jwt_disclosure", () => ({ disclosures: [[salt(), "a", 1, 2]] })],
  ["a disclosed _sd", "sd_jwt_disclosure", () => ({ disclosures: [[salt(), "_sd", []]] })],
  ["an array element in place of a claim", "sd_jwt_disclosure", () => ({ disclosures: [[salt(), "value"]] })],
  [
    "a claim that is there already",
    "sd_jwt_disclosure",
    () => ({ payload: { age_equal_or_over: { 18: false } } }),
  ],
  ...["iss", "nbf", "exp", "cnf", "vct", "status"].map(
    (name): [string, WalletCode, () => Partial<SdJwtForgery>] => [
      `a disclosed ${name}`,
      "sd_jwt_disclosure",
      () => ({ payload: { [name]: undefined }, disclosures: [[salt(), name, {}]] }),
    ],
  ),
  ["a digest that is there twice", "sd_jwt_disclosure", twice],
  ["a claim in place of an array element", "sd_jwt_disclosure", () => inArray([salt(), "name", "value"])],
  ["an array element with a neighbour", "sd_jwt_disclosure", () => inArray([salt(), "value"], { x: 1 })],
  ["no age", "age_undetermined", () => ({ disclosuresAfter: () => [] })],
  [
    "an age that is text",
    "age_undetermined",
    () => ({ disclosures: [[salt(), "age_equal_or_over", { 18: "true" }]] }),
  ],
];

describe("disclosures are refused", () => {
  test.each(cases)("%s: %s", (_name, code, change) => {
    expect(verify(forge(change()))).toEqual(refused(code));
  });

  test("disclosures that hold each other's digests without an end", () => {
    let inner: unknown = { 18: true };
    const chain: unknown[][] = [];
    for (let depth = 0; depth < 100; depth += 1) {
      const disclosure: unknown[] = [salt(), depth === 99 ? "age_equal_or_over" : `d${depth}`, inner];
      chain.push(disclosure);
      inner = { _sd: [disclosureDigest(disclosure)] };
    }
    const top = chain.at(-1) ?? [];
    const presentation = forge({
      disclosures: [top],
      disclosuresAfter: () => chain.map(asDisclosure),
    });
    expect(verify(presentation)).toEqual(refused("sd_jwt_disclosure"));
  });
});

test("array elements are disclosed where their digests are, and left out where they are hidden", () => {
  const shown = forge(inArray([salt(), "DE"]));
  const hidden = forge({ ...inArray([salt(), "DE"]), disclosuresAfter: () => [] });
  for (const presentation of [shown, hidden]) {
    expect(verify(presentation)).toMatchObject({ ok: true, value: { isOver: true, disclosedMore: true } });
  }
});

test("an honest no is a result, and more than was asked for is dropped", () => {
  const disclosures = [
    [salt(), "age_equal_or_over", { 18: false }],
    [salt(), "family_name", "Mustermann"],
  ];
  expect(verify(forge({ disclosures }))).toEqual({
    ok: true,
    value: {
      minimumAge: 18,
      isOver: false,
      band: { atLeast: null, below: 18 },
      credentialType: "urn:eudi:pid:1",
      trustLabel: "Utopia",
      disclosedMore: true,
    },
  });
});
