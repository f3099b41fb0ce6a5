import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { createDocumentMethod } from "#methods/document/document-method.ts";
import type { Finding } from "#methods/method.ts";
import { makeLicencePhoto } from "../../lab/documents/licence-photo.ts";
import { makeMrzPhoto } from "../../lab/documents/mrz-photo.ts";
import { goodSet } from "../../lab/documents/mrz-sets.ts";
import { encodeSquareCode, modulesToPath } from "../../lab/documents/pdf417.ts";
import {
  aadhaarCode,
  californianSeal,
  residencePermitSeal,
  TEST_SIGNERS,
  VECTORS,
} from "../support/document/signed.ts";

const OPTIONS = { processes: 1, queueLimit: 8, timeoutMs: 30_000, acceptSamples: false };
const method = createDocumentMethod({ ...OPTIONS, signerKeys: TEST_SIGNERS });
const withoutKeys = createDocumentMethod(OPTIONS);
afterAll(() => Promise.all([method.close?.(), withoutKeys.close?.()]));

/** Made by others, by a key that is not among these. */
const UNKNOWN_SIGNER = Buffer.from(VECTORS.vds.seals.residence_permit ?? "", "hex");

const NOW = new Date("2026-11-23T12:00:00Z");
const decide = (photo: Uint8Array, by = method): Promise<Finding> =>
  by.answer(
    { contentType: "image/jpeg", body: Uint8Array.from(photo) },
    { now: NOW, minimumAge: 18, mode: "live" },
  );

/** The photo of a code on a sheet, a little turned, out of focus and far from white. */
const photoOf = async (content: string | Uint8Array): Promise<Uint8Array> => {
  const code = await encodeSquareCode(content);
  const scale = 900 / code.width;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><rect width="100%" height="100%" fill="#ddd8cc"/>
    <rect x="300" y="100" width="1000" height="1000" fill="#f4f2ec" transform="rotate(4 800 600)"/>
    <path transform="rotate(4 800 600) translate(350 150) scale(${scale})" fill="#222" d="${modulesToPath(code)}"/></svg>`;
  return sharp(Buffer.from(drawing)).blur(0.7).jpeg({ quality: 80 }).toBuffer();
};

const signed = (age: number, documentType: string) => ({
  kind: "evidence",
  evidence: { age, documentType, assurance: "issuer_signed_no_binding", confidence: 0.9 },
});
const broken = {
  kind: "no_decision",
  code: "DOCUMENT_TYPE_UNSUPPORTED",
  hint: expect.stringContaining("the seal does not fit"),
};
const unsupported = { kind: "no_decision" };

describe("a photo of a signed barcode", () => {
  const card = {
    kind: "driving_licence",
    country: "USA",
    issuer: "636014",
    birthDate: { year: 1990, month: 5, day: 17 },
    issueDate: { year: 2026, month: 1, day: 5 },
    expiryDate: { year: 2031, month: 5, day: 17 },
  } as const;

  test("of a Californian licence decides by the state's signature; with an earlier birth it is refused", async () => {
    const seal = californianSeal(card);
    const photo = await makeLicencePhoto({ ...card, seal, tilt: 4 });
    expect(await decide(photo)).toMatchObject(signed(36, "driving_licence"));
    expect(await decide(photo, withoutKeys)).toMatchObject({
      evidence: { age: 36, assurance: "document_photo_unsigned" },
    });
    const older = { ...card.birthDate, year: 1980 };
    expect(await decide(await makeLicencePhoto({ ...card, birthDate: older, seal, tilt: 4 }))).toMatchObject(
      broken,
    );
  });

  test("of an Aadhaar QR code decides; with one digit changed it is refused; without keys none is looked for", async () => {
    const digits = aadhaarCode("1990");
    expect(await decide(await photoOf(digits))).toMatchObject(signed(35, "id_card"));
    expect(await decide(await photoOf(digits), withoutKeys)).toMatchObject(unsupported);
    expect(await decide(await photoOf(aadhaarCode("1980", ["V2"], "1990")))).toMatchObject(broken);
  });

  test("of a residence permit's seal decides; with one bit changed it is refused", async () => {
    const seal = residencePermitSeal("900517", "300101");
    expect(await decide(await photoOf(seal))).toMatchObject(signed(36, "residence_permit"));
    seal[seal.length - 1] = (seal.at(-1) ?? 0) ^ 1;
    expect(await decide(await photoOf(seal))).toMatchObject(broken);
  });

  test("of two square codes counts that of a known issuer, whichever is found first", async () => {
    const other = await photoOf("https://example.org/somewhere/else");
    const sides = [await photoOf(aadhaarCode("1990")), other];
    const both = async ([left, right]: (Uint8Array | undefined)[]): Promise<Uint8Array> =>
      sharp(left)
        .extend({ right: 1600 })
        .composite([{ input: Buffer.from(right ?? []), left: 1600, top: 0 }])
        .jpeg({ quality: 85 })
        .toBuffer();
    expect(await decide(await both(sides))).toMatchObject(signed(35, "id_card"));
    expect(await decide(await both(sides.toReversed()))).toMatchObject(signed(35, "id_card"));
    const forged = await photoOf(aadhaarCode("1980", ["V2"], "1990"));
    expect(await decide(await both([other, forged]))).toMatchObject(broken);
  });

  describe("beside a machine readable zone", () => {
    const unsigned = { evidence: { assurance: "document_photo_unsigned" } };
    const beside = async (code: Uint8Array): Promise<Uint8Array> => {
      const [options] = goodSet(1, 31);
      if (!options) throw new Error("no document");
      const zone = await makeMrzPhoto({ ...options, glare: 0, share: 0.8 });
      const { width = 0 } = await sharp(zone).metadata();
      const small = await sharp(await photoOf(code))
        .extract({ left: 250, top: 50, width: 1100, height: 1100 })
        .resize(500)
        .toBuffer();
      const paper = { top: 540, background: "#ddd8cc" };
      return sharp(zone)
        .extend(paper)
        .composite([{ input: small, left: Math.round(width / 2) - 250, top: 20 }])
        .jpeg()
        .toBuffer();
    };

    test("decides instead of it if its signer is known, and is refused if the signature fails", async () => {
      const seal = residencePermitSeal("900517", "300101");
      expect(await decide(await beside(seal))).toMatchObject(signed(36, "residence_permit"));
      seal[seal.length - 1] = (seal.at(-1) ?? 0) ^ 1;
      expect(await decide(await beside(seal))).toMatchObject(broken);
    });

    test.each([
      ["of an unknown signer", UNKNOWN_SIGNER],
      [
        "that cannot be taken apart",
        Buffer.from([0xdc, 3, ...Buffer.from("no seal but it begins like one")]),
      ],
      ["that ends before its signature", residencePermitSeal("900517", "300101").subarray(0, -20)],
    ])("%s it is no worse than none, and alone it is refused", async (_, seal) => {
      expect(await decide(await beside(seal))).toMatchObject(unsigned);
      const alone = await decide(await photoOf(seal));
      expect(alone).toMatchObject({ kind: "no_decision", code: "DOCUMENT_TYPE_UNSUPPORTED" });
      expect(alone).not.toMatchObject(broken);
    });
  });
});
