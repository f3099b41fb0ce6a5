import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parseAamva } from "#methods/document/aamva/aamva.ts";
import { assess } from "#methods/document/assess.ts";
import { datesOf, type ReadDocument } from "#methods/document/document.ts";
import { checkAadhaar } from "#methods/document/signed/aadhaar.ts";
import { readCredential, signedBytes } from "#methods/document/signed/california.ts";
import { readSignerKeys } from "#methods/document/signed/signer-keys.ts";
import { checkVds } from "#methods/document/signed/vds.ts";
import { aadhaarCode, residencePermitSeal, TEST_SIGNERS, VECTORS } from "../../../support/document/signed.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const folder = mkdtempSync(join(tmpdir(), "signers-"));
afterAll(() => rmSync(folder, { recursive: true }));

const keep = (path: string, content: string): void => {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), content);
};
keep("all/california/did.json", JSON.stringify(VECTORS.california.didDocument));
keep("all/vds/UTTS5B.pem", VECTORS.vds.certificate);
const KEYS = readSignerKeys(join(folder, "all"));

const latin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"));
const seal = (name: string): Buffer => Buffer.from(VECTORS.vds.seals[name] ?? "", "hex");
const birthOf = (document: ReadDocument | null): unknown =>
  document && datesOf(document, NOW)?.birthDate.open();

/** Byte strings that differ from this one by a single bit; every third bit, and so two or three of each byte. */
function* oneBitOff(bytes: Uint8Array): Generator<Uint8Array> {
  for (let bit = 0; bit < bytes.length * 8; bit += 3) {
    const altered = Uint8Array.from(bytes);
    altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    yield altered;
  }
}

describe("California", () => {
  const text = VECTORS.california.text;
  const read = (altered: string, keys = KEYS) => parseAamva(latin1(altered), keys);

  test("the DMV's own example is right by the DMV's key", () => {
    const result = read(text);
    expect(result).toMatchObject({
      ok: true,
      document: {
        signature: { scheme: "california", keyId: "did:web:uat-credentials.dmv.ca.gov#vm-vcb-1" },
      },
    });
    expect(birthOf(result.ok ? result.document : null)).toEqual({ year: 1980, month: 1, day: 1 });
  });

  test("without a key of the DMV's it is read as any unsigned card", () => {
    const result = read(text, []);
    expect(result.ok && result.document).not.toHaveProperty("signature");
    expect(result.ok).toBe(true);
  });

  test.each([
    ["an earlier birth", "DBB01011980", "DBB01011970"],
    ["a later expiry", "DBA01012030", "DBA01012035"],
    ["another name", "DACTOMTEST", "DACTIMTEST"],
    ["a blank less", "958180000  ", "958180000 "],
    ["a second address", "DAISACRAMENTO", "DAISACRAMENTO\nDAISAN DIEGO"],
    ["another key of the DMV's", "2kEW", "2kEX"],
    ["a letter behind the seal", "2kEW", "2kEWM"],
    ["a seal that is cut short", "K5AAY2kEW", "K5AAY"],
    ["a second seal", "ZCBBLN", "ZCEAAAAAAAAAAAAAAAAAAAA"],
  ])("%s is refused", (_, from, to) => {
    expect(text).toContain(from);
    expect(read(text.replace(from, to))).toEqual({ ok: false, failure: "seal_broken" });
  });

  test("of single bits changed anywhere, none that is signed is accepted", () => {
    // The rest is not signed, and nothing is decided on it.
    const signed = "DAC DAG DAI DAJ DAK DAU DBA DBB DBC DCG DCS".split(" ");
    const partsOf = (from: string): string => {
      const lines = from.split(/[\n\r]/);
      const [number, seal] = [/DAQ\w+/.exec(from)?.[0], /ZCE[\w+/=]+/.exec(from)?.[0]];
      return JSON.stringify([
        number,
        seal,
        signed.map((name) => lines.filter((line) => line.startsWith(name))),
      ]);
    };
    const bytes = latin1(text);
    let [accepted, asked] = [0, 0];
    for (const altered of oneBitOff(bytes)) {
      const result = parseAamva(altered, KEYS);
      asked += 1;
      if (!result.ok || !result.document.signature) continue;
      if (partsOf(Buffer.from(altered).toString("latin1")) !== partsOf(text)) accepted += 1;
    }
    expect({ accepted, asked }).toEqual({ accepted: 0, asked: Math.ceil((bytes.length * 8) / 3) });
  });

  test("the W3C's own vector is right, by the statements that are written down here", () => {
    const { urls, credential, subfile, ...profile } = VECTORS.w3c;
    const table = new Map(Object.entries(urls).map(([number, url]) => [Number(number), url]));
    const read = readCredential(Buffer.from(credential, "base64"), { ...profile, urls: table });
    if (!read) throw new Error("the vector is not read");
    const id = read.verificationMethod;
    const method = { id, publicKeyMultibase: id.slice(id.indexOf("#") + 1) };
    keep("w3c/california/did.json", JSON.stringify({ verificationMethod: [method] }));
    const [key] = readSignerKeys(join(folder, "w3c"));
    const publicKey = createPublicKey({ key: Buffer.from(key?.spki ?? []), format: "der", type: "spki" });
    const isRight = (body: string): boolean =>
      verify(
        "sha256",
        signedBytes(read, body) ?? Buffer.alloc(0),
        { key: publicKey, dsaEncoding: "ieee-p1363" },
        read.signature,
      );
    expect(isRight(subfile.slice(2))).toBe(true);
    expect(isRight(subfile.slice(2).replace("SMITH", "SMYTH"))).toBe(false);
  });
});

describe("a state's visible digital seal", () => {
  test.each([
    ["residence_permit", "residence_permit"],
    ["supplementary_sheet", "residence_permit"],
    ["emergency_travel_document", "passport"],
  ])("%s, made by others, is right by its certificate", (name, kind) => {
    const verdict = checkVds(seal(name), KEYS);
    expect(verdict).toMatchObject({
      kind: "signed",
      signature: { scheme: "vds", keyId: "UTTS5B" },
      document: { kind },
    });
    expect(verdict.kind === "signed" && birthOf(verdict.document)).toEqual({ year: 1970, month: 8, day: 3 });
  });

  test("of single bits changed and of bytes left out, none is accepted", () => {
    const bytes = seal("residence_permit");
    let accepted = 0;
    for (const altered of oneBitOff(bytes)) if (checkVds(altered, KEYS).kind === "signed") accepted += 1;
    for (let length = 0; length < bytes.length; length += 1)
      if (checkVds(bytes.subarray(0, length), KEYS).kind === "signed") accepted += 1;
    expect(accepted).toBe(0);
  });

  test("of an address says nothing, of another signer is not believed, and without keys is not looked at", () => {
    expect(checkVds(seal("address_sticker"), KEYS)).toEqual({ kind: "unsigned" });
    expect(checkVds(seal("unknown_signer"), KEYS)).toEqual({ kind: "refused", why: "unknown_key" });
    expect(checkVds(seal("residence_permit"), [])).toEqual({ kind: "unsigned" });
  });

  test("that was made after its certificate ended is not believed", () => {
    const late = KEYS.map((key) => ({ ...key, validity: { from: 0, until: Date.UTC(2020, 0, 1) } }));
    expect(checkVds(seal("residence_permit"), late)).toEqual({ kind: "refused", why: "unknown_key" });
  });

  test("of our own maker is read like the others'", () => {
    const verdict = checkVds(residencePermitSeal("900517", "300101"), TEST_SIGNERS);
    expect(verdict).toMatchObject({ kind: "signed", signature: { keyId: "DEXX01" } });
    expect(verdict.kind === "signed" && birthOf(verdict.document)).toEqual({ year: 1990, month: 5, day: 17 });
  });
});

describe("a seal of a signer", () => {
  const readBy = (curve: string, signer: { name: string; length: string; reference: string }) => {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: curve });
    const keyId = `${signer.name}${signer.reference}`;
    const path = `${curve}-${signer.name}`;
    keep(`${path}/vds/${keyId}.pem`, publicKey.export({ type: "spki", format: "pem" }).toString());
    const code = residencePermitSeal("900517", "300101", { ...signer, key: privateKey });
    return checkVds(code, readSignerKeys(join(folder, path)));
  };
  const REFERENCE = "0123456789ABCDEF0123456789ABCDEF01234567";

  test.each([
    ["on the curve P-521", "secp521r1", { name: "DEXX", length: "02", reference: "01" }],
    ["with a digit in its name", "prime256v1", { name: "DE9X", length: "02", reference: "01" }],
    [
      "whose reference's length is hexadecimal",
      "prime256v1",
      { name: "DEXX", length: "28", reference: REFERENCE },
    ],
    [
      "DEZV, which counts it in tens (BSI TR-03171)",
      "prime256v1",
      { name: "DEZV", length: "40", reference: REFERENCE },
    ],
  ])("%s is right by its key", (_, curve, signer) => {
    expect(readBy(curve, signer)).toMatchObject({ kind: "signed" });
  });
});

describe("Aadhaar", () => {
  const check = (digits: string) => checkAadhaar(latin1(digits), TEST_SIGNERS);

  test.each([
    ["17-05-1990", { year: 1990, month: 5, day: 17 }],
    ["17/05/1990", { year: 1990, month: 5, day: 17 }],
    // A year alone: its last day, which makes nobody older than the card says.
    ["1990", { year: 1990, month: 12, day: 31 }],
  ])("the birth date %s is read with care", (birth, expected) => {
    for (const version of [[], ["V2"], ["V4"]]) {
      const verdict = check(aadhaarCode(birth, version));
      expect(verdict).toMatchObject({ kind: "signed", signature: { scheme: "aadhaar", keyId: "test" } });
      expect(verdict.kind === "signed" && birthOf(verdict.document)).toEqual(expected);
    }
  });

  test("with a birth date that was altered under its signature, it is refused", () => {
    expect(check(aadhaarCode("17-05-1980", ["V2"], "17-05-1990"))).toEqual({
      kind: "refused",
      why: "wrong_signature",
    });
  });

  test("with a birth date that no calendar has, it is refused", () => {
    expect(check(aadhaarCode("31-02-1990"))).toEqual({ kind: "refused", why: "malformed" });
  });

  test("of every digit changed, none is accepted, and any bytes get an answer", () => {
    const digits = aadhaarCode("17-05-1990");
    let accepted = 0;
    for (let at = 0; at < digits.length; at += 1) {
      const altered = `${digits.slice(0, at)}${(Number(digits[at]) + 1) % 10}${digits.slice(at + 1)}`;
      if (check(altered).kind === "signed") accepted += 1;
    }
    expect(accepted).toBe(0);
    expect(check("9".repeat(7089)).kind).not.toBe("signed");
    expect(check("https://example.org").kind).toBe("unsigned");
  });
});

describe("what is decided by a signature", () => {
  const documentIn = (name: string): ReadDocument => {
    const verdict = checkVds(seal(name), KEYS);
    if (verdict.kind !== "signed") throw new Error("not signed");
    return {
      ...verdict.document,
      signature: verdict.signature,
      expiryDate: { yearInCentury: 30, month: 1, day: 1 },
    };
  };

  test("says so, is surer than a picture of what anyone can draw, and not certain", () => {
    expect(assess(documentIn("residence_permit"), { now: NOW })).toMatchObject({
      kind: "evidence",
      evidence: { age: 56, assurance: "issuer_signed_no_binding", confidence: 0.9 },
    });
    const { signature: _, ...unsigned } = documentIn("residence_permit");
    expect(assess(unsigned, { now: NOW })).toMatchObject({
      evidence: { assurance: "document_photo_unsigned", confidence: 0.25 },
    });
  });
});

describe("the operator's keys", () => {
  test.each([
    ["no keys", "none/readme.txt", "x", "has no keys in california/, aadhaar/, vds/"],
    ["a broken file", "broken/vds/DEXX01.pem", "x", "vds/DEXX01.pem: "],
    [
      "no DID document",
      "nodid/california/did.json",
      "{}",
      "it is not a DID document with a verificationMethod",
    ],
    [
      "a key of another kind",
      "kind/aadhaar/x.pem",
      VECTORS.vds.certificate,
      "x is not a key that aadhaar signs with",
    ],
  ])("%s: the start says which file, and what is wrong", (_, path, content, message) => {
    keep(path, content);
    expect(() => readSignerKeys(join(folder, path.split("/")[0] ?? ""))).toThrow(message);
  });
});
