import { describe, expect, test } from "vitest";
import { ExtendedKeyUsageExtension, Extension } from "../../../lab/demo-wallet/issuer/authority.ts";
import {
  createAuthority,
  MDL_SIGNER_EKU,
  NOW,
  pemOf,
  type Signer,
} from "../../../tests/support/wallet/authority.ts";
import rsa from "../../../tests/vectors/rsa-authorities.json" with { type: "json" };
import type { TrustAnchor } from "../src/trust/anchor.ts";
import { checkChain } from "../src/trust/check-chain.ts";
import { readPemAnchors } from "../src/trust/read-pem.ts";

// RFC 5280 for what stands at the end of a chain and between: an anchor is not above its own rules.

const MDL = "org.iso.18013.5.1.mDL";
const TLS_SERVER = "1.3.6.1.5.5.7.3.1";
const ANY_USAGE = "2.5.29.37.0";
// permitted: dNSName "utopia.example"
const PERMITTED = Buffer.from("3014a0123010820e75746f7069612e6578616d706c65", "hex");
const nameConstraints = (isCritical: boolean) => new Extension("2.5.29.30", isCritical, PERMITTED);

const check = ({ chain }: Pick<Signer, "chain">, anchors: readonly TrustAnchor[]) => {
  const checked = checkChain(chain, { credentialType: MDL, anchors, now: NOW });
  return checked.ok ? "accepted" : checked.code;
};

describe("a CA that is trusted twice", () => {
  test("counts by whichever of its anchors accepts, in any order", async () => {
    const authority = await createAuthority();
    const signer = await authority.signer({ eku: null });
    const [strict, lenient] = [authority.anchor(MDL), authority.anchor(MDL, { eku: null })];
    expect(check(signer, [strict])).toBe("certificate_usage");
    expect(check(signer, [strict, lenient])).toBe("accepted");
    expect(check(signer, [lenient, strict])).toBe("accepted");
  });

  test("an anchor of the CA between may accept what the one above does not", async () => {
    const authority = await createAuthority();
    const between = await authority.intermediate();
    const signer = await between.signer({ eku: null });
    const below = await createAuthority();
    const lenient = { ...below.anchor(MDL, { eku: null }), certificate: pemAnchor(between.der).certificate };
    expect(check(signer, [authority.anchor(MDL), lenient])).toBe("accepted");
  });

  test("several usages: a signer needs one of them", async () => {
    const authority = await createAuthority();
    const anchor = { ...authority.anchor(MDL), ekus: ["1.3.130.2.0.0.1.2", MDL_SIGNER_EKU] };
    expect(check(await authority.signer(), [anchor])).toBe("accepted");
    expect(check(await authority.signer({ eku: "1.3.130.2.0.0.1.2" }), [anchor])).toBe("accepted");
    expect(check(await authority.signer({ eku: TLS_SERVER }), [anchor])).toBe("certificate_usage");
  });

  test("who signs person identification data as SD-JWT has a usage of its own, as for mdocs", async () => {
    const authority = await createAuthority();
    const read = readPemAnchors(pemOf(authority.der), { credentialType: "urn:eudi:pid:1" });
    const anchors = read.ok ? read.value : [];
    const by = async (eku: string) =>
      checkChain((await authority.signer({ eku })).chain, {
        credentialType: "urn:eudi:pid:1",
        anchors,
        now: NOW,
      });
    expect(await by("1.3.130.2.0.0.1.2")).toMatchObject({ ok: true });
    expect(await by(TLS_SERVER)).toEqual({ ok: false, code: "certificate_usage" });
  });
});

const pemAnchor = (der: Uint8Array): TrustAnchor => {
  const read = readPemAnchors(pemOf(der), { credentialType: MDL });
  const [anchor] = read.ok ? read.value : [];
  if (!anchor) throw new Error("no anchor");
  return anchor;
};

describe("constraints of an anchor", () => {
  test.each([
    ["name constraints", [nameConstraints(true)]],
    ["name constraints that are not marked critical", [nameConstraints(false)]],
    ["a critical extension that nobody knows", [new Extension("1.2.3.4", true, Buffer.from("0500", "hex"))]],
  ])("%s: neither imported nor believed", async (_what, more) => {
    const authority = await createAuthority({ more });
    expect(readPemAnchors(pemOf(authority.der), { credentialType: MDL })).toEqual({
      ok: false,
      code: "anchor_refused",
    });
    expect(check(await authority.signer(), [authority.anchor(MDL)])).toBe("certificate_usage");
  });

  test("a short RSA key is refused, a usual one is not", () => {
    expect(readPemAnchors(rsa["1024"], { credentialType: MDL })).toEqual({
      ok: false,
      code: "anchor_refused",
    });
    expect(readPemAnchors(rsa["2048"], { credentialType: MDL })).toMatchObject({ ok: true });
  });
});

describe("a CA between", () => {
  const below = async (usages: string[]) => {
    const authority = await createAuthority();
    const between = await authority.intermediate({ more: [new ExtendedKeyUsageExtension(usages)] });
    return { authority, signer: await between.signer(), plain: await between.signer({ eku: null }) };
  };

  test("that is for TLS servers issues no signers of documents", async () => {
    const { authority, signer, plain } = await below([TLS_SERVER]);
    expect(check(signer, [authority.anchor(MDL)])).toBe("certificate_usage");
    expect(check(plain, [authority.anchor(MDL, { eku: null })])).toBe("certificate_usage");
  });

  test.each([[[MDL_SIGNER_EKU]], [[ANY_USAGE]]])("that is for %s issues them", async (usages) => {
    const { authority, signer } = await below(usages);
    expect(check(signer, [authority.anchor(MDL)])).toBe("accepted");
  });

  test("with name constraints is refused", async () => {
    const authority = await createAuthority();
    const between = await authority.intermediate({ more: [nameConstraints(false)] });
    expect(check(await between.signer(), [authority.anchor(MDL)])).toBe("certificate_usage");
  });
});
