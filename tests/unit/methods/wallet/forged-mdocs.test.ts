import { Tagged } from "cborg";
import { beforeAll, describe, expect, test } from "vitest";
import type { WalletCode } from "#methods/wallet/codes.ts";
import { MOBILE_DRIVING_LICENCE } from "#methods/wallet/credential-type.ts";
import { verifyMdocAge } from "#methods/wallet/mdoc/verify-mdoc-age.ts";
import { dcApiTranscript } from "#methods/wallet/transcript/dc-api.ts";
import type { TrustAnchor } from "#methods/wallet/trust/anchor.ts";
import {
  type Authority,
  createAuthority,
  days,
  type EcJwk,
  jwkOf,
  KeyUsageFlags,
  NOW,
  newKeys,
  type Signer,
} from "../../../support/wallet/authority.ts";
import { coseKeyOf, type Forgery, forgeMdoc, validity } from "../../../support/wallet/forge.ts";

// Every way in which a proof can be false, each made by somebody who signs correctly what is wrong.

const MDL = MOBILE_DRIVING_LICENCE.type;
const EU = "eu.europa.ec.av.1";
const transcript = dcApiTranscript({ origin: "https://verify.example.com", nonce: "n-1", thumbprint: null });

let authority: Authority;
let signer: Signer;
let anchors: TrustAnchor[];
let device: EcJwk;
let otherDevice: EcJwk;
beforeAll(async () => {
  authority = await createAuthority();
  signer = await authority.signer();
  anchors = [authority.anchor(MDL)];
  device = await jwkOf((await newKeys()).privateKey);
  otherDevice = await jwkOf((await newKeys()).privateKey);
});

const base = (): Forgery => ({ signer, deviceJwk: device, transcript });
const verify = (
  bytes: Uint8Array,
  change: { now?: Date; anchors?: TrustAnchor[]; minimumAge?: number } = {},
) =>
  verifyMdocAge(bytes, {
    types: [MOBILE_DRIVING_LICENCE],
    minimumAge: 18,
    transcript,
    anchors,
    now: NOW,
    ...change,
  });
const refused = (code: WalletCode) => ({ ok: false, code });

test("nothing changed: accepted", () => {
  expect(verify(forgeMdoc(base()))).toMatchObject({ ok: true, value: { isOver: true } });
});

type Case = [string, WalletCode, (forgery: Forgery) => Partial<Forgery>];

const cases: Case[] = [
  // The session
  [
    "another nonce",
    "device_signature",
    () => ({
      transcript: dcApiTranscript({ origin: "https://verify.example.com", nonce: "n-2", thumbprint: null }),
    }),
  ],
  [
    "another origin",
    "device_signature",
    () => ({
      transcript: dcApiTranscript({ origin: "https://evil.example", nonce: "n-1", thumbprint: null }),
    }),
  ],
  [
    "encrypted to another key",
    "device_signature",
    () => ({
      transcript: dcApiTranscript({
        origin: "https://verify.example.com",
        nonce: "n-1",
        thumbprint: new Uint8Array(32),
      }),
    }),
  ],
  // The response
  ["version 2.0", "response_version", () => ({ response: (r) => r.set("version", "2.0") })],
  ["no version", "response_version", () => ({ response: (r) => r.delete("version") })],
  ["status 10", "response_status", () => ({ response: (r) => r.set("status", 10) })],
  ["no status", "response_status", () => ({ response: (r) => r.delete("status") })],
  ["no documents", "document_count", () => ({ response: (r) => r.delete("documents") })],
  ["an empty list of documents", "document_count", () => ({ response: (r) => r.set("documents", []) })],
  [
    "two documents",
    "document_count",
    () => ({
      response: (r) => r.set("documents", [...asArray(r.get("documents")), ...asArray(r.get("documents"))]),
    }),
  ],
  ["another document type", "doctype_mismatch", () => ({ docType: EU })],
  [
    "another document type under the name of this one",
    "mso_doctype",
    () => ({ docType: EU, claimedDocType: MDL }),
  ],
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
    "another element than the one asked for",
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
  // The device
  ["another device's key", "device_signature", () => ({ namedDeviceJwk: otherDevice })],
  ["a point off the curve", "device_key", () => ({ namedDeviceJwk: { x: device.x, y: otherDevice.y } })],
  [
    "a key on another curve",
    "device_key",
    () => ({
      mso: (m) => m.set("deviceKeyInfo", new Map([["deviceKey", new Map([...coseKeyOf(device), [-1, 2]])]])),
    }),
  ],
  ["no device key", "device_key", () => ({ mso: (m) => m.set("deviceKeyInfo", new Map()) })],
  ["no device signature", "device_auth_malformed", () => ({ deviceAuth: (a) => a.clear() })],
  [
    "a MAC beside the signature",
    "device_auth_malformed",
    () => ({ deviceAuth: (a) => a.set("deviceMac", []) }),
  ],
  [
    "a MAC",
    "device_mac_refused",
    () => ({ deviceAuth: (a) => a.set("deviceMac", a.get("deviceSignature")).delete("deviceSignature") }),
  ],
  [
    "a payload that is not detached",
    "device_auth_malformed",
    () => ({ deviceSignature: ([head, other, , tag]) => [head, other, new Uint8Array([1]), tag] }),
  ],
  ["a device signature by algorithm none", "algorithm_refused", () => ({ deviceProtected: new Map() })],
  [
    "a changed device signature",
    "device_signature",
    () => ({ deviceSignature: ([head, other, payload, tag]) => [head, other, payload, flip(tag)] }),
  ],
  [
    "changed device elements",
    "device_signature",
    () => ({ deviceSigned: (s) => s.set("nameSpaces", new Tagged(24, new Uint8Array([0xb8, 0]))) }),
  ],
  ["no device part", "device_auth_malformed", () => ({ deviceSigned: (s) => s.clear() })],
  [
    "an age that the device signed itself",
    "device_element_refused",
    () => ({
      elements: { age_over_16: true },
      deviceNameSpaces: new Map([["org.iso.18013.5.1", new Map([["age_over_18", true]])]]),
    }),
  ],
];

const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const flip = (bytes: Uint8Array | null): Uint8Array => {
  const copy = new Uint8Array(bytes ?? []);
  const at = copy.length - 5;
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

describe("a forged mdoc is refused", () => {
  test.each(cases)("%s: %s", (_name, code, change) => {
    expect(verify(forgeMdoc({ ...base(), ...change(base()) }))).toEqual(refused(code));
  });

  test("bytes after it, duplicate keys, depth, size", () => {
    const honest = forgeMdoc(base());
    expect(verify(new Uint8Array([...honest, 0]))).toEqual(refused("cbor_malformed"));
    const status = [0x66, ...new TextEncoder().encode("status"), 0];
    expect(verify(new Uint8Array([0xa4, ...honest.slice(1), ...status]))).toEqual(refused("cbor_malformed"));
    expect(verify(new Uint8Array(5000).fill(0x81))).toEqual(refused("cbor_malformed"));
    expect(verify(new Uint8Array(129 * 1024))).toEqual(refused("too_large"));
    expect(verify(new Uint8Array([0x80]))).toEqual(refused("response_malformed"));
  });
});

describe("a signer that may not sign is refused", () => {
  const signedBy = async (by: Signer) => forgeMdoc({ ...base(), signer: by });

  test("another CA with the same name", async () => {
    const impostor = await createAuthority({ name: authority.name });
    expect(verify(await signedBy(await impostor.signer()))).toEqual(refused("untrusted_issuer"));
  });

  test("a CA that is trusted for another type of credential", () => {
    expect(verify(forgeMdoc(base()), { anchors: [authority.anchor(EU)] })).toEqual(
      refused("untrusted_issuer"),
    );
  });

  test.each<[string, WalletCode, Parameters<Authority["signer"]>[0]]>([
    ["an expired signer", "certificate_expired", { until: days(-1) }],
    ["a signer from tomorrow", "certificate_expired", { from: days(1) }],
    ["a signer for something else", "certificate_usage", { eku: "1.3.6.1.5.5.7.3.1" }],
    ["a signer for nothing in particular", "certificate_usage", { eku: null }],
    ["a CA as signer", "certificate_usage", { isCa: true }],
    ["a signer that may not sign", "certificate_usage", { keyUsage: KeyUsageFlags.keyAgreement }],
    ["a signer's certificate signed with SHA-1", "algorithm_refused", { hash: "SHA-1" }],
    ["a critical extension that nobody knows", "certificate_usage", { hasUnknownCritical: true }],
  ])("%s", async (_name, code, options) => {
    expect(verify(await signedBy(await authority.signer(options)))).toEqual(refused(code));
  });

  test("an expired anchor, even with a signer that is valid", async () => {
    const old = await createAuthority({ until: days(-1) });
    const bytes = await signedBy(await old.signer());
    expect(verify(bytes, { anchors: [old.anchor(MDL)] })).toEqual(refused("certificate_expired"));
  });

  test("a CA below one that allows none", async () => {
    const strict = await createAuthority({ pathLength: 0 });
    const below = await (await strict.intermediate()).signer();
    expect(verify(await signedBy(below), { anchors: [strict.anchor(MDL)] })).toEqual(
      refused("untrusted_issuer"),
    );
  });

  test("a signer that another signer issued", async () => {
    const [first, second] = [await authority.signer(), await authority.signer()];
    const chain = [second.der, first.der];
    const impostor = await (await createAuthority({ name: "CN=Utopia Signer,C=UT" })).signer();
    const bytes = await signedBy({ ...impostor, chain: [impostor.der, ...chain] });
    expect(verify(bytes)).toEqual(refused("untrusted_issuer"));
  });

  test("but one below a CA that the anchor issued is accepted, and so is a chain with the root in it", async () => {
    const below = await (await authority.intermediate()).signer();
    expect(below.chain).toHaveLength(2);
    expect(verify(await signedBy(below))).toMatchObject({ ok: true });
    const stronger = await authority.signer({ hash: "SHA-384" });
    expect(verify(await signedBy(stronger))).toMatchObject({ ok: true });
    const withRoot = { ...signer, chain: [signer.der, authority.der] };
    expect(verify(await signedBy(withRoot))).toMatchObject({ ok: true });
  });
});

test("an honest no is a result, and more than was asked for is dropped", () => {
  const elements = { age_over_18: false, family_name: "Mustermann" };
  expect(verify(forgeMdoc({ ...base(), elements }))).toEqual({
    ok: true,
    value: { minimumAge: 18, isOver: false, credentialType: MDL, trustLabel: "Utopia", disclosedMore: true },
  });
});

test("real wallets' habits are accepted: long lengths, nanoseconds, unknown members", () => {
  const nanoseconds = new Map([
    ["signed", new Tagged(0, "2026-11-20T00:00:00.321379844Z")],
    ["validFrom", new Tagged(0, "2026-11-20T00:00:00.321379844Z")],
    ["validUntil", new Tagged(0, "2026-12-20T00:00:00Z")],
  ]);
  const bytes = forgeMdoc({
    ...base(),
    mso: (m) => m.set("validityInfo", nanoseconds).set("status", new Map([["status_list", new Map()]])),
  });
  // a3 → b9 0003: the outer map with a length in two bytes
  expect(bytes[0]).toBe(0xa3);
  expect(verify(new Uint8Array([0xb9, 0, 3, ...bytes.slice(1)]))).toMatchObject({ ok: true });
});
