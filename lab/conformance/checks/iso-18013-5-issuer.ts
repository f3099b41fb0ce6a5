import { createAuthority, KeyUsageFlags, type SignerOptions } from "../../demo-wallet/issuer/authority.ts";
import { daysFrom } from "../../demo-wallet/issuer/keys.ts";
import { testSigner } from "../../demo-wallet/issuer/test-issuer.ts";
import { type Check, forgedMdoc } from "../check.ts";
import type { Kit } from "../kit.ts";
import { flip } from "./flip.ts";

// ISO/IEC 18013-5 §9.1.2.4 and Annex B: who signed, and may they?

const CHAIN = "ISO/IEC 18013-5 §9.3.3";
const SIGNATURE = "ISO/IEC 18013-5 §9.1.2.4";

const bySigner = (name: string, options: (kit: Kit) => SignerOptions): Check =>
  forgedMdoc(CHAIN, name, async (_bench, kit) => ({ signer: await testSigner(kit.now, options(kit)) }));

const bySomebodyElse = async (kit: Kit, name?: string) => {
  const authority = await createAuthority({ now: kit.now, ...(name === undefined ? {} : { name }) });
  return { signer: await authority.signer({ eku: ["1.0.18013.5.1.2", "1.3.130.2.0.0.1.2"] }) };
};

export const issuerChecks: readonly Check[] = [
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
  forgedMdoc(CHAIN, "no certificate", () => ({ issuerUnprotected: (headers) => headers.delete(33) })),
  forgedMdoc(CHAIN, "an empty chain", () => ({ issuerUnprotected: (headers) => headers.set(33, []) })),
  forgedMdoc(CHAIN, "a chain that is too long", (_bench, { signer }) => ({
    issuerUnprotected: (headers) => headers.set(33, new Array(5).fill(signer.der)),
  })),
  forgedMdoc(SIGNATURE, "another key than the certificate's", (bench, { signer }) => ({
    signer: { ...signer, jwk: bench.device },
  })),
  forgedMdoc(SIGNATURE, "no algorithm", () => ({ issuerProtected: new Map() })),
  forgedMdoc(SIGNATURE, "an algorithm of another curve", () => ({ issuerProtected: new Map([[1, -35]]) })),
  forgedMdoc(SIGNATURE, "the algorithm in the unprotected header only", () => ({
    issuerProtected: new Map(),
    issuerUnprotected: (headers) => headers.set(1, -7),
  })),
  forgedMdoc(SIGNATURE, "a critical header that nobody knows", () => ({
    issuerProtected: new Map<number, unknown>([
      [1, -7],
      [2, [99]],
    ]),
  })),
  forgedMdoc(SIGNATURE, "a changed mobile security object", () => ({
    issuerAuth: ([head, other, payload, tag]) => [head, other, flip(payload), tag],
  })),
  forgedMdoc(SIGNATURE, "a changed signature", () => ({
    issuerAuth: ([head, other, payload, tag]) => [head, other, payload, flip(tag)],
  })),
  forgedMdoc(SIGNATURE, "no signature", () => ({ issuerAuth: () => null })),
];
