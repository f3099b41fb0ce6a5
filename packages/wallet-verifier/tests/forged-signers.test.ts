import { describe, expect, test } from "vitest";
import {
  type Authority,
  createAuthority,
  days,
  KeyUsageFlags,
  type Signer,
} from "../../../tests/support/wallet/authority.ts";
import { createTrial, refused } from "../../../tests/support/wallet/mdoc-trial.ts";
import type { WalletCode } from "../src/result.ts";

// Credentials that are signed as they should be, by somebody who may not.

const MDL = "org.iso.18013.5.1.mDL";
const EU = "eu.europa.ec.av.1";
const { authority, signer, forge, verify } = await createTrial();

describe("a signer that may not sign is refused", () => {
  const signedBy = (by: Signer) => forge({ signer: by });

  test("another CA with the same name", async () => {
    const impostor = await createAuthority({ name: authority.name });
    expect(verify(signedBy(await impostor.signer()))).toEqual(refused("untrusted_issuer"));
  });

  test("a CA that is trusted for another type of credential", () => {
    expect(verify(forge(), { anchors: [authority.anchor(EU)] })).toEqual(refused("untrusted_issuer"));
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
    expect(verify(signedBy(await authority.signer(options)))).toEqual(refused(code));
  });

  test("an expired anchor, even with a signer that is valid", async () => {
    const old = await createAuthority({ until: days(-1) });
    const bytes = signedBy(await old.signer());
    expect(verify(bytes, { anchors: [old.anchor(MDL)] })).toEqual(refused("certificate_expired"));
  });

  test("a CA below one that allows none", async () => {
    const strict = await createAuthority({ pathLength: 0 });
    const below = await (await strict.intermediate()).signer();
    expect(verify(signedBy(below), { anchors: [strict.anchor(MDL)] })).toEqual(refused("untrusted_issuer"));
  });

  test("a signer that another signer issued, even one whose key usage would allow it", async () => {
    expect(verify(signedBy(await signer.issue()))).toEqual(refused("untrusted_issuer"));
    const { digitalSignature, keyCertSign } = KeyUsageFlags;
    const halfACa = await authority.signer({ keyUsage: digitalSignature | keyCertSign });
    expect(verify(signedBy(halfACa))).toMatchObject({ ok: true });
    expect(verify(signedBy(await halfACa.issue()))).toEqual(refused("untrusted_issuer"));
  });

  test("but one below a CA that the anchor issued is accepted, and so is a chain with the root in it", async () => {
    const below = await (await authority.intermediate()).signer();
    expect(below.chain).toHaveLength(2);
    expect(verify(signedBy(below))).toMatchObject({ ok: true });
    const stronger = await authority.signer({ hash: "SHA-384" });
    expect(verify(signedBy(stronger))).toMatchObject({ ok: true });
    const withRoot = { ...signer, chain: [signer.der, authority.der] };
    expect(verify(signedBy(withRoot))).toMatchObject({ ok: true });
  });
});
