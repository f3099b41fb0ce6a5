import { DRIVING_LICENCE, EU_PROOF_OF_AGE } from "../../demo-wallet/issuer/attest.ts";
import { createAuthority, KeyUsageFlags, type SignerOptions } from "../../demo-wallet/issuer/authority.ts";
import { daysFrom, newJwk } from "../../demo-wallet/issuer/keys.ts";
import { testSigner } from "../../demo-wallet/issuer/test-issuer.ts";
import { type Change, type Check, forgedMdoc, refused } from "../check.ts";
import { type Cose, type Forgery, type Item, validity } from "../forge/forge-mdoc.ts";
import type { Kit } from "../kit.ts";

// ISO/IEC 18013-5: documents of which one thing is wrong.

/** Changes one bit near the end of a COSE structure's payload (2) or signature (3). */
const flipped = (part: 2 | 3) => (cose: Cose) => {
  const copy = new Uint8Array(cose[part] ?? []);
  const at = copy.length - 5;
  copy[at] = (copy[at] ?? 0) ^ 1;
  return cose.with(part, copy);
};

// §9.1.2.4 and Annex B: who signed, and may they?

const CHAIN = "ISO/IEC 18013-5 §9.3.3";
const SIGNATURE = "ISO/IEC 18013-5 §9.1.2.4";

const bySigner = (name: string, options: (kit: Kit) => SignerOptions): Check =>
  forgedMdoc(CHAIN, name, async (_bench, kit) => ({ signer: await testSigner(kit.now, options(kit)) }));

const bySomebodyElse = async (kit: Kit, name?: string) => {
  const authority = await createAuthority({ now: kit.now, ...(name === undefined ? {} : { name }) });
  return { signer: await authority.signer({ eku: ["1.0.18013.5.1.2", "1.3.130.2.0.0.1.2"] }) };
};

const issuerChecks: readonly Check[] = [
  forgedMdoc(CHAIN, "an unknown issuer", (_bench, kit) => bySomebodyElse(kit)),
  forgedMdoc(CHAIN, "an unknown issuer with the trusted one's name", (_bench, kit) =>
    bySomebodyElse(kit, kit.issuer.name),
  ),
  bySigner("an expired signer", ({ now }) => ({ until: daysFrom(now, -1) })),
  bySigner("a signer from tomorrow", ({ now }) => ({ from: daysFrom(now, 1) })),
  bySigner("a signer for something else", () => ({ eku: "1.3.6.1.5.5.7.3.1" })),
  bySigner("a signer for nothing in particular", () => ({ eku: null })),
  bySigner("a CA as signer", () => ({ isCa: true })),
  bySigner("a signer that may not sign", () => ({ keyUsage: KeyUsageFlags.keyAgreement })),
  bySigner("a signer's certificate signed with SHA-1", () => ({ hash: "SHA-1" })),
  bySigner("a critical extension that nobody knows", () => ({ hasUnknownCritical: true })),
  forgedMdoc(CHAIN, "a signer that a signer issued", async (_bench, { signer }) => ({
    signer: await signer.issue({ eku: ["1.0.18013.5.1.2", "1.3.130.2.0.0.1.2"] }),
  })),
  forgedMdoc(CHAIN, "no certificate", { issuerUnprotected: (headers) => headers.delete(33) }),
  forgedMdoc(CHAIN, "an empty chain", { issuerUnprotected: (headers) => headers.set(33, []) }),
  forgedMdoc(CHAIN, "a chain that is too long", (_bench, { signer }) => ({
    issuerUnprotected: (headers) => headers.set(33, new Array(5).fill(signer.der)),
  })),
  forgedMdoc(SIGNATURE, "a key that is not the certificate's", (bench, { signer }) => ({
    signer: { ...signer, jwk: bench.device },
  })),
  forgedMdoc(SIGNATURE, "no algorithm", { issuerProtected: new Map() }),
  forgedMdoc(SIGNATURE, "an algorithm of another curve", { issuerProtected: new Map([[1, -35]]) }),
  forgedMdoc(SIGNATURE, "the algorithm in the unprotected header only", {
    issuerProtected: new Map(),
    issuerUnprotected: (headers) => headers.set(1, -7),
  }),
  forgedMdoc(SIGNATURE, "a critical header that nobody knows", {
    issuerProtected: new Map<number, unknown>([
      [1, -7],
      [2, [99]],
    ]),
  }),
  forgedMdoc(SIGNATURE, "a changed mobile security object", { issuerAuth: flipped(2) }),
  forgedMdoc(SIGNATURE, "a changed signature", { issuerAuth: flipped(3) }),
  forgedMdoc(SIGNATURE, "no signature", { issuerAuth: () => null }),
];

// §9.1.2.4 and §9.3.1: what the issuer signed, and when.

const INSPECTION = "ISO/IEC 18013-5 §9.3.1";
const LOYALTY_CARD = "org.example.loyalty";

/** Valid between these days, counted from today. */
const dated =
  (from: number, until: number, signed = from): Change<Forgery> =>
  (_bench, { now }) => ({
    mso: (mso) =>
      mso.set("validityInfo", validity(daysFrom(now, from), daysFrom(now, until), daysFrom(now, signed))),
  });

const msoChecks: readonly Check[] = [
  forgedMdoc(INSPECTION, "expired yesterday", dated(-20, -1)),
  forgedMdoc(INSPECTION, "valid from tomorrow", dated(1, 60, -1)),
  forgedMdoc(INSPECTION, "signed before its signer's certificate began", dated(-1, 60, -300)),
  forgedMdoc(INSPECTION, "another type, as it says itself", {
    docType: DRIVING_LICENCE,
    nameSpace: "org.iso.18013.5.1",
  }),
  forgedMdoc(INSPECTION, "a loyalty card that claims to be a proof of age", {
    docType: LOYALTY_CARD,
    claimedDocType: EU_PROOF_OF_AGE,
  }),
  forgedMdoc(INSPECTION, "a type that was not asked for", { docType: LOYALTY_CARD }),
  forgedMdoc(INSPECTION, "a photo ID by its name in drafts", { docType: "org.iso.23220.photoID.1" }),
  forgedMdoc(SIGNATURE, "version 2.0", { mso: (mso) => mso.set("version", "2.0") }),
  forgedMdoc(SIGNATURE, "digests by MD5", { mso: (mso) => mso.set("digestAlgorithm", "MD5") }),
  forgedMdoc(SIGNATURE, "no digests", { mso: (mso) => mso.delete("valueDigests") }),
  forgedMdoc(SIGNATURE, "no validity", { mso: (mso) => mso.delete("validityInfo") }),
  forgedMdoc(SIGNATURE, "no device key", { mso: (mso) => mso.set("deviceKeyInfo", new Map()) }),
];

// §9.1.2.5 and §7.2.5: the data elements, and what they say about an age.

const DIGESTS = "ISO/IEC 18013-5 §9.1.2.5";
const AGE = "ISO/IEC 18013-5 §7.2.5";

const each = (change: Partial<Item>) => (items: Item[]) => items.map((item) => ({ ...item, ...change }));

const elementChecks: readonly Check[] = [
  forgedMdoc(DIGESTS, "“no” changed to “yes”", {
    elements: { age_over_18: false },
    itemsAfter: each({ elementValue: true }),
  }),
  forgedMdoc(DIGESTS, "“over 16” renamed to “over 18”", {
    elements: { age_over_16: true },
    itemsAfter: each({ elementIdentifier: "age_over_18" }),
  }),
  forgedMdoc(DIGESTS, "another random", { itemsAfter: each({ random: new Uint8Array(32) }) }),
  forgedMdoc(DIGESTS, "an element that was never signed", {
    elements: { age_over_16: true },
    itemsAfter: (items) => [...items, ...each({ digestID: 9, elementIdentifier: "age_over_18" })(items)],
  }),
  forgedMdoc(DIGESTS, "a namespace that was never signed", {
    mso: (mso) => mso.set("valueDigests", new Map([["other", new Map()]])),
  }),
  forgedMdoc(DIGESTS, "the same element twice", { itemsAfter: (items) => [...items, ...items] }),
  forgedMdoc(DIGESTS, "a random of 8 bytes", { items: each({ random: new Uint8Array(8) }) }),
  forgedMdoc(AGE, "no elements", { itemsAfter: () => [] }),
  forgedMdoc(AGE, "an element that was not asked for", { elements: { family_name: "Doe" } }),
  forgedMdoc(AGE, "“over 16” where 18 was asked for", { elements: { age_over_16: true } }),
  forgedMdoc(AGE, "“not over 21” where 18 was asked for", { elements: { age_over_21: false } }),
  forgedMdoc(AGE, "an age that is text", { elements: { age_over_18: "true" } }),
  forgedMdoc(AGE, "ages that contradict each other", { elements: { age_over_16: false, age_over_18: true } }),
  forgedMdoc(AGE, "an age in another namespace", { nameSpace: "org.example" }),
];

// §9.1.3: the device that holds the credential signs this very session.

const DEVICE = "ISO/IEC 18013-5 §9.1.3";

const deviceChecks: readonly Check[] = [
  forgedMdoc(DEVICE, "signed by another device", async () => ({ namedDeviceJwk: await newJwk() })),
  forgedMdoc(DEVICE, "a changed device signature", { deviceSignature: flipped(3) }),
  forgedMdoc(DEVICE, "no device signature", { deviceAuth: (auth) => auth.clear() }),
  forgedMdoc(DEVICE, "no device part at all", { deviceSigned: (signed) => signed.clear() }),
  forgedMdoc(DEVICE, "a device signature without algorithm", { deviceProtected: new Map() }),
  forgedMdoc(DEVICE, "a MAC in place of the signature", {
    deviceAuth: (auth) => auth.set("deviceMac", auth.get("deviceSignature")).delete("deviceSignature"),
  }),
  forgedMdoc(DEVICE, "a MAC beside the signature", { deviceAuth: (auth) => auth.set("deviceMac", []) }),
  forgedMdoc(DEVICE, "a payload that is not detached", {
    deviceSignature: (cose) => cose.with(2, new Uint8Array([1])),
  }),
  forgedMdoc(DEVICE, "an age that the device signed itself", {
    elements: { age_over_16: true },
    deviceNameSpaces: new Map([[EU_PROOF_OF_AGE, new Map([["age_over_18", true]])]]),
  }),
  forgedMdoc(SIGNATURE, "a device key off its curve", async ({ device }) => ({
    namedDeviceJwk: { x: device.x, y: (await newJwk()).y },
  })),
];

// §8.3.2.1.2.2: the DeviceResponse around the document.

const RESPONSE = "ISO/IEC 18013-5 §8.3.2.1.2.2";
const CBOR = "RFC 8949 §5.3";
const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const STATUS_AGAIN = [0x66, ...new TextEncoder().encode("status"), 0];

const changedBytes = (name: string, change: (honest: Uint8Array) => Uint8Array): Check =>
  refused(CBOR, name, "eu_link", async (bench) => bench.wrap(change(await bench.mdoc())));

const responseChecks: readonly Check[] = [
  forgedMdoc(RESPONSE, "version 2.0", { response: (response) => response.set("version", "2.0") }),
  forgedMdoc(RESPONSE, "status 10: an error", { response: (response) => response.set("status", 10) }),
  forgedMdoc(RESPONSE, "no status", { response: (response) => response.delete("status") }),
  forgedMdoc(RESPONSE, "no document", { response: (response) => response.set("documents", []) }),
  forgedMdoc(RESPONSE, "two documents", {
    response: (response) => {
      const documents = asArray(response.get("documents"));
      response.set("documents", [...documents, ...documents]);
    },
  }),
  changedBytes("bytes after its end", (honest) => new Uint8Array([...honest, 0])),
  changedBytes("the same key twice", (honest) => new Uint8Array([0xa4, ...honest.slice(1), ...STATUS_AGAIN])),
  changedBytes("cut off", (honest) => honest.slice(0, honest.length / 2)),
  changedBytes("nested 5,000 deep", () => new Uint8Array(5000).fill(0x81)),
  changedBytes("nothing at all", () => new Uint8Array()),
];

export const documentChecks: readonly Check[] = [
  ...issuerChecks,
  ...msoChecks,
  ...elementChecks,
  ...deviceChecks,
  ...responseChecks,
];
