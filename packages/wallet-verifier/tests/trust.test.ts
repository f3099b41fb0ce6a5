import { encode } from "cborg";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type Authority,
  createAuthority,
  days,
  NOW,
  pemOf as pem,
  type Signer,
} from "../../../tests/support/wallet/authority.ts";
import { listEntry, narrowedTo, vicalOf } from "../../../tests/support/wallet/vical.ts";
import { type TrustAnchor, VICAL_SIGNER_EKU, VICAL_TYPE } from "../src/trust/anchor.ts";
import { readPemAnchors } from "../src/trust/read-pem.ts";
import { readVical } from "../src/trust-lists/read-vical.ts";

const MDL = "org.iso.18013.5.1.mDL";

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
        { credentialType: MDL, label: "Utopia IACA", ekus: ["1.0.18013.5.1.2"], source: "pem" },
        { credentialType: MDL, label: "Arcadia IACA" },
      ],
    });
    expect(read.ok && read.value[0]?.validity).toEqual({ from: days(-1000), until: days(3000) });
  });

  test("a label and a rule of the operator's own", () => {
    const read = readPemAnchors(pem(utopia.der), { credentialType: "x", label: "Ours", ekus: [] });
    expect(read).toMatchObject({ ok: true, value: [{ label: "Ours", ekus: [] }] });
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

const vical = (change: NonNullable<Parameters<typeof vicalOf>[2]> & { by?: Signer } = {}): Uint8Array => {
  const { by = listSigner } = change;
  const infos = [
    listEntry({ authority: utopia, docTypes: [MDL, "org.example.vehicle"], more: narrowedTo(days(10)) }),
    listEntry({ authority: arcadia, docTypes: [MDL], more: narrowedTo(days(9000)) }),
    new Map([["certificate", new Uint8Array([1, 2, 3])]]),
    listEntry({ authority: by, docTypes: [MDL] }),
  ];
  return vicalOf(infos, by, change);
};

describe("VICAL", () => {
  test("its authorities by document type; entries that are no CA are left out and counted", () => {
    const read = readVical(vical(), { pinned, now: NOW });
    expect(read).toMatchObject({
      ok: true,
      value: {
        provider: "Test provider",
        issueId: 7n,
        date: NOW,
        nextUpdate: days(1),
        skipped: 2,
        outside: 1,
      },
    });
    const anchors = read.ok ? read.value.anchors : [];
    expect(anchors.map(({ label, credentialType, source }) => [label, credentialType, source])).toEqual([
      ["Utopia IACA", MDL, "vical"],
      ["Arcadia IACA", MDL, "vical"],
    ]);
    // narrowed by the list, never widened
    expect(anchors.map(({ validity }) => validity.until)).toEqual([days(10), days(3000)]);
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
    // Not to a value of its own: one list in 256 ends with that byte already.
    const bytes = vical({ payload: (payload) => payload.with(-1, (payload.at(-1) ?? 0) ^ 1) });
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
