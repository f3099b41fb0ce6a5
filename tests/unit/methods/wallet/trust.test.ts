import { createPrivateKey, sign } from "node:crypto";
import { encode, Tagged } from "cborg";
import { beforeAll, describe, expect, test } from "vitest";
import type { TrustAnchor } from "#methods/wallet/trust/anchor.ts";
import { readPemAnchors } from "#methods/wallet/trust/read-pem.ts";
import { readVical, VICAL_SIGNER_EKU, VICAL_TYPE } from "#methods/wallet/trust/read-vical.ts";
import {
  type Authority,
  createAuthority,
  days,
  NOW,
  type Signer,
} from "../../../support/wallet/authority.ts";

const MDL = "org.iso.18013.5.1.mDL";
const pem = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der)
    .toString("base64")
    .replace(/.{64}(?=.)/g, "$&\n")}\n-----END CERTIFICATE-----\n`;

let utopia: Authority;
let arcadia: Authority;
let provider: Authority;
let listSigner: Signer;
let pinned: TrustAnchor[];
beforeAll(async () => {
  utopia = await createAuthority();
  arcadia = await createAuthority({ name: "CN=Arcadia IACA" });
  provider = await createAuthority({ name: "CN=List Provider" });
  listSigner = await provider.signer({ eku: VICAL_SIGNER_EKU });
  pinned = [provider.anchor(VICAL_TYPE, { eku: VICAL_SIGNER_EKU })];
});

describe("PEM", () => {
  test("all certificates of a text, with the type's usual rule for signers", () => {
    const read = readPemAnchors(`subject=Utopia\n${pem(utopia.der)}\r\n${pem(arcadia.der)}`, {
      credentialType: MDL,
    });
    expect(read).toMatchObject({
      ok: true,
      value: [
        { credentialType: MDL, label: "Utopia IACA", eku: "1.0.18013.5.1.2", source: "pem" },
        { credentialType: MDL, label: "Arcadia IACA" },
      ],
    });
    expect(read.ok && read.value[0]?.validity).toEqual({ from: days(-1000), until: days(3000) });
  });

  test("a label and a rule of the operator's own", () => {
    const read = readPemAnchors(pem(utopia.der), { credentialType: "x", label: "Ours", eku: null });
    expect(read).toMatchObject({ ok: true, value: [{ label: "Ours", eku: null }] });
  });

  test.each([
    ["nothing", ""],
    ["a key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"],
    ["no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"],
    ["no base64", "-----BEGIN CERTIFICATE-----\nA=A\n-----END CERTIFICATE-----"],
  ])("%s", (_name, text) => {
    expect(readPemAnchors(text, { credentialType: MDL })).toEqual({
      ok: false,
      code: "certificate_malformed",
    });
  });

  test("one bad certificate refuses the whole text", () => {
    const cut = pem(utopia.der.slice(0, 200));
    expect(readPemAnchors(pem(arcadia.der) + cut, { credentialType: MDL })).toMatchObject({ ok: false });
  });
});

const tdate = (date: Date): Tagged => new Tagged(0, `${date.toISOString().slice(0, 19)}Z`);

const vical = (
  change: {
    list?: (list: Map<string, unknown>) => void;
    by?: Signer;
    payload?: (bytes: Uint8Array) => Uint8Array;
  } = {},
): Uint8Array => {
  const { by = listSigner } = change;
  const entry = (authority: Authority, docTypes: string[], more: [string, unknown][] = []) =>
    new Map<string, unknown>([["certificate", authority.der], ["docType", docTypes], ...more]);
  const list = new Map<string, unknown>([
    ["version", "1.0"],
    ["vicalProvider", "Test provider"],
    ["date", tdate(NOW)],
    ["vicalIssueID", 7],
    ["nextUpdate", tdate(days(1))],
    [
      "certificateInfos",
      [
        entry(utopia, [MDL, "org.example.vehicle"], [["notAfter", tdate(days(10))]]),
        entry(arcadia, [MDL], [["notAfter", tdate(days(9000))]]),
        new Map([["certificate", new Uint8Array([1, 2, 3])]]),
        new Map<string, unknown>([
          ["certificate", by.der],
          ["docType", [MDL]],
        ]),
      ],
    ],
  ]);
  change.list?.(list);
  const payload = encode(list);
  const head = encode(new Map([[1, -7]]));
  const input = encode(["Signature1", head, new Uint8Array(), payload]);
  const key = createPrivateKey({ format: "jwk", key: by.jwk });
  const signature = new Uint8Array(sign("sha256", input, { key, dsaEncoding: "ieee-p1363" }));
  const unprotected = new Map([[33, [by.der]]]);
  return encode(new Tagged(18, [head, unprotected, change.payload?.(payload) ?? payload, signature]));
};

describe("VICAL", () => {
  test("its authorities by document type; entries that are no CA are left out and counted", () => {
    const read = readVical(vical(), { pinned, now: NOW });
    expect(read).toMatchObject({
      ok: true,
      value: { provider: "Test provider", issueId: 7, date: NOW, nextUpdate: days(1), skipped: 2 },
    });
    const anchors = read.ok ? read.value.anchors : [];
    expect(anchors.map(({ label, credentialType, source }) => [label, credentialType, source])).toEqual([
      ["Utopia IACA", MDL, "vical"],
      ["Utopia IACA", "org.example.vehicle", "vical"],
      ["Arcadia IACA", MDL, "vical"],
    ]);
    // narrowed by the list, never widened
    expect(anchors.map(({ validity }) => validity.until)).toEqual([days(10), days(10), days(3000)]);
  });

  test("by nobody that is pinned, even with its root inside", async () => {
    const impostor = await createAuthority({ name: "CN=List Provider" });
    const by = await impostor.signer({ eku: VICAL_SIGNER_EKU });
    expect(readVical(vical({ by }), { pinned, now: NOW })).toEqual({ ok: false, code: "untrusted_issuer" });
    expect(readVical(vical(), { pinned: [], now: NOW })).toEqual({ ok: false, code: "untrusted_issuer" });
  });

  test("by a signer of credentials, not of lists", async () => {
    const by = await provider.signer();
    expect(readVical(vical({ by }), { pinned, now: NOW })).toEqual({ ok: false, code: "certificate_usage" });
  });

  test("changed after it was signed", () => {
    const bytes = vical({ payload: (payload) => payload.with(-1, 0) });
    expect(readVical(bytes, { pinned, now: NOW })).toEqual({ ok: false, code: "vical_signature" });
  });

  test.each([
    ["version 2.0", (list: Map<string, unknown>) => list.set("version", "2.0")],
    ["no date", (list: Map<string, unknown>) => list.delete("date")],
    ["no certificates", (list: Map<string, unknown>) => list.delete("certificateInfos")],
  ])("%s", (_name, change) => {
    expect(readVical(vical({ list: change }), { pinned, now: NOW })).toEqual({
      ok: false,
      code: "vical_malformed",
    });
  });

  test("not CBOR, not COSE", () => {
    expect(readVical(new Uint8Array([0xff]), { pinned, now: NOW })).toEqual({
      ok: false,
      code: "cbor_malformed",
    });
    expect(readVical(encode([]), { pinned, now: NOW })).toEqual({ ok: false, code: "cose_malformed" });
  });
});
