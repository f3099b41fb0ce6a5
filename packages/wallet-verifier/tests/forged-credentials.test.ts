import { Tagged } from "cborg";
import { describe, expect, test } from "vitest";
import { days } from "../../../tests/support/wallet/authority.ts";
import { validity } from "../../../tests/support/wallet/forge.ts";
import { createTrial, type ForgedCase, flip, refused } from "../../../tests/support/wallet/mdoc-trial.ts";

// Credentials whose issuer signed something else, or in another way, than what is shown.

const { signer, forge, verify } = await createTrial();

const cases: ForgedCase[] = [
  // The issuer's signature
  ["algorithm none", "algorithm_refused", () => ({ issuerProtected: new Map() })],
  ["an algorithm of another curve", "algorithm_refused", () => ({ issuerProtected: new Map([[1, -35]]) })],
  [
    "an algorithm in the unprotected header",
    "algorithm_refused",
    () => ({ issuerProtected: new Map(), issuerUnprotected: (h) => h.set(1, -7) }),
  ],
  ["the same header twice", "cose_malformed", () => ({ issuerUnprotected: (h) => h.set(1, -7) })],
  [
    "a critical header",
    "cose_malformed",
    () => ({
      issuerProtected: new Map<number, unknown>([
        [1, -7],
        [2, [99]],
      ]),
    }),
  ],
  [
    "no payload",
    "cose_malformed",
    () => ({ issuerAuth: ([head, other, , tag]) => [head, other, null, tag] }),
  ],
  ["three parts", "cose_malformed", () => ({ issuerAuth: (cose) => cose.slice(0, 3) })],
  ["no signature at all", "cose_malformed", () => ({ issuerAuth: () => null })],
  [
    "a changed payload",
    "issuer_signature",
    () => ({ issuerAuth: ([head, other, payload, tag]) => [head, other, flip(payload), tag] }),
  ],
  [
    "a changed signature",
    "issuer_signature",
    () => ({ issuerAuth: ([head, other, payload, tag]) => [head, other, payload, flip(tag)] }),
  ],
  [
    "a short signature",
    "issuer_signature",
    () => ({ issuerAuth: ([head, other, payload, tag]) => [head, other, payload, tag.slice(1)] }),
  ],
  ["no certificate", "x5chain_malformed", () => ({ issuerUnprotected: (h) => h.delete(33) })],
  ["an empty chain", "x5chain_malformed", () => ({ issuerUnprotected: (h) => h.set(33, []) })],
  [
    "a certificate that is none",
    "x5chain_malformed",
    () => ({ issuerUnprotected: (h) => h.set(33, new Uint8Array([48, 0])) }),
  ],
  [
    "a chain that is too long",
    "x5chain_malformed",
    () => ({ issuerUnprotected: (h) => h.set(33, new Array(5).fill(signer.der)) }),
  ],
  // The mobile security object
  ["MSO version 2.0", "mso_version", () => ({ mso: (m) => m.set("version", "2.0") })],
  ["no validity", "mso_malformed", () => ({ mso: (m) => m.delete("validityInfo") })],
  [
    "dates without their tag",
    "mso_malformed",
    () => ({ mso: (m) => m.set("validityInfo", new Map([["signed", "2026-01-01T00:00:00Z"]])) }),
  ],
  [
    "a date that is none",
    "mso_malformed",
    () => ({ mso: (m) => m.set("validityInfo", new Map([["signed", new Tagged(0, "yesterday")]])) }),
  ],
  ["no digests", "mso_malformed", () => ({ mso: (m) => m.delete("valueDigests") })],
  ["MD5", "digest_algorithm", () => ({ mso: (m) => m.set("digestAlgorithm", "MD5") })],
  [
    "expired yesterday",
    "expired",
    () => ({ mso: (m) => m.set("validityInfo", validity(days(-20), days(-1))) }),
  ],
  [
    "valid from tomorrow",
    "not_yet_valid",
    () => ({ mso: (m) => m.set("validityInfo", validity(days(1), days(60), days(-1))) }),
  ],
  [
    "signed before the certificate",
    "signed_outside_certificate",
    () => ({ mso: (m) => m.set("validityInfo", validity(days(-1), days(60), days(-300))) }),
  ],
  // The elements
  [
    "a changed value",
    "digest_mismatch",
    () => ({
      elements: { age_over_18: false },
      itemsAfter: (items) => items.map((item) => ({ ...item, elementValue: true })),
    }),
  ],
  [
    "a renamed element",
    "digest_mismatch",
    () => ({
      elements: { age_over_16: true },
      itemsAfter: (items) => items.map((item) => ({ ...item, elementIdentifier: "age_over_18" })),
    }),
  ],
  [
    "an element that was never signed",
    "digest_mismatch",
    () => ({
      itemsAfter: (items) => [
        ...items,
        ...items.map((item) => ({ ...item, digestID: 9, elementIdentifier: "age_over_21" })),
      ],
    }),
  ],
  [
    "a namespace that was never signed",
    "digest_mismatch",
    () => ({ mso: (m) => m.set("valueDigests", new Map([["other", new Map()]])) }),
  ],
  ["an element twice", "item_duplicate", () => ({ itemsAfter: (items) => [...items, ...items] })],
  [
    "two elements with the same name",
    "item_duplicate",
    () => ({
      elements: { age_over_18: true, age_over_21: true },
      items: (items) => items.map((item) => ({ ...item, elementIdentifier: "age_over_18" })),
    }),
  ],
  [
    "a short random",
    "item_malformed",
    () => ({ items: (items) => items.map((item) => ({ ...item, random: new Uint8Array(8) })) }),
  ],
  [
    "a digest id that is no number",
    "item_malformed",
    () => ({ items: (items) => items.map((item) => ({ ...item, digestID: "0" })) }),
  ],
  ["no elements", "namespaces_missing", () => ({ itemsAfter: () => [] })],
  [
    "an element that was not asked for",
    "age_undetermined",
    () => ({ elements: { family_name: "Mustermann" } }),
  ],
  ["an age that is text", "age_undetermined", () => ({ elements: { age_over_18: "true" } })],
  [
    "ages that contradict each other",
    "age_undetermined",
    () => ({ elements: { age_over_16: false, age_over_18: true } }),
  ],
  ["an age in another namespace", "age_undetermined", () => ({ nameSpace: "org.example" })],
];

test("nothing changed: accepted", () => {
  expect(verify(forge())).toMatchObject({ ok: true, value: { isOver: true } });
});

describe("a credential is refused", () => {
  test.each(cases)("%s: %s", (_name, code, change) => {
    expect(verify(forge(change()))).toEqual(refused(code));
  });
});

test("an honest no is a result, and more than was asked for is dropped", () => {
  const elements = { age_over_18: false, family_name: "Mustermann" };
  expect(verify(forge({ elements }))).toEqual({
    ok: true,
    value: {
      minimumAge: 18,
      isOver: false,
      band: { atLeast: null, below: 18 },
      credentialType: "org.iso.18013.5.1.mDL",
      trustLabel: "Utopia",
      disclosedMore: true,
    },
  });
});

test("real wallets' habits are accepted: long lengths, nanoseconds, unknown members", () => {
  const nanoseconds = new Map([
    ["signed", new Tagged(0, "2026-11-20T00:00:00.321379844Z")],
    ["validFrom", new Tagged(0, "2026-11-20T00:00:00.321379844Z")],
    ["validUntil", new Tagged(0, "2026-12-20T00:00:00Z")],
  ]);
  const bytes = forge({
    mso: (m) => m.set("validityInfo", nanoseconds).set("status", new Map([["status_list", new Map()]])),
  });
  // a3 → b9 0003: the outer map with a length in two bytes
  expect(bytes[0]).toBe(0xa3);
  expect(verify(new Uint8Array([0xb9, 0, 3, ...bytes.slice(1)]))).toMatchObject({ ok: true });
});
