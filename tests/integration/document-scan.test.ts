import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { createDocumentMethod } from "#methods/document/document-method.ts";
import { heicOf } from "../../lab/documents/heic.ts";
import { type LicencePhotoOptions, makeLicencePhoto } from "../../lab/documents/licence-photo.ts";
import { makeLinearCode } from "../../lab/documents/linear-code.ts";
import { encodePdf417, modulesToPath } from "../../lab/documents/pdf417.ts";
import { readFrame } from "../../packages/document-reader/src/live/read-frame.ts";
import { createRecogniser } from "../../packages/document-reader/src/mrz/recogniser.ts";
import { createScanPool } from "../../packages/document-reader/src/process/scan-pool.ts";
import { scan } from "../../packages/document-reader/src/scan.ts";
import { examples } from "../long.ts";
import { hostilePictures } from "../support/document/hostile-pictures.ts";
import { licenceSet } from "../support/document/licence-set.ts";

const pool = createScanPool({ processes: 1, queueLimit: 100, timeoutMs: 30_000 });
const method = createDocumentMethod({ processes: 1, queueLimit: 8, timeoutMs: 30_000, acceptSamples: true });
afterAll(() => Promise.all([pool.close(), method.close?.()]));

const ADULT: LicencePhotoOptions = {
  birthDate: { year: 1990, month: 5, day: 17 },
  issueDate: { year: 2024, month: 3, day: 2 },
  expiryDate: { year: 2039, month: 5, day: 17 },
  tilt: 5,
  pitch: 6,
};

/** A camera's frame. */
const FRAME = { width: 720, tilt: 0, pitch: 0, blur: 0.9 } as const;

const codeOf = async (photo: Uint8Array): Promise<string> => {
  const result = await pool.scan(photo);
  return result.kind === "read" ? "read" : [result.code, result.reason].filter(Boolean).join(" ");
};

const onPaper = (drawing: string): Promise<Uint8Array> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><rect width="100%" height="100%" fill="#eee"/>${drawing}</svg>`,
    ),
  )
    .jpeg()
    .toBuffer();

describe("photos of licences", () => {
  test("at least 95 of 100 are read, and no date is ever wrong", { timeout: 240_000 }, async () => {
    const set = licenceSet(examples(24, 6), 7);
    let read = 0;
    const wrong: unknown[] = [];
    for (const options of set) {
      // Here and not in the pool, with a clock that stands still: what is read must not depend on the machine's load.
      const result = await scan(await makeLicencePhoto(options), () => 0);
      if (result.kind !== "read" || result.document.source !== "aamva") continue;
      read += 1;
      const { expiryDate, issueDate, kind, country } = result.document;
      const birthDate = result.document.birthDate.open();
      const expected = (({ birthDate, expiryDate, issueDate, kind, country }) => ({
        birthDate,
        expiryDate,
        issueDate,
        kind,
        country,
      }))(options);
      const got = { birthDate, expiryDate, issueDate, kind, country };
      if (JSON.stringify(got) !== JSON.stringify(expected)) wrong.push({ got, expected });
    }
    expect(wrong).toEqual([]);
    expect(read / set.length).toBeGreaterThanOrEqual(0.95);
  });

  test.each([90, -137, 45, 180, 270].slice(0, examples(5, 2)))(
    "one turned by %i degrees is read",
    async (tilt) => {
      expect(await codeOf(await makeLicencePhoto({ ...ADULT, tilt, share: 0.6 }))).toBe("read");
    },
  );

  // A screen's pixels make stronger edges than the bars, so the sharp picture tells neither how the card lies nor what it says.
  test.each([
    [9173, { tilt: 14.3, screen: { pixelsAcross: 920 }, width: 1200, blur: 0.41, light: 0.71 }],
    [9179, { tilt: 15.1, screen: { pixelsAcross: 1274 }, width: 1600, blur: 0.5 }],
  ])(
    "one turned on a screen, whose pixels show, is read (%i)",
    { timeout: 120_000 },
    async (seed, changes) => {
      const options = { ...ADULT, pitch: 0, share: 0.8, noise: 3, ...changes, seed };
      const result = await scan(await makeLicencePhoto(options), () => 0);
      expect(result).toMatchObject({ kind: "read", document: { source: "aamva" } });
      if (result.kind === "read") expect(result.document.birthDate.open()).toEqual(ADULT.birthDate);
    },
  );

  test("one that the phone says to turn (EXIF) is read, and so are PNG, WebP, AVIF and HEIC", async () => {
    const photo = await makeLicencePhoto(ADULT);
    const sideways = await sharp(photo).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer();
    expect(await codeOf(sideways)).toBe("read");
    expect(await codeOf(await sharp(photo).png().toBuffer())).toBe("read");
    expect(await codeOf(await sharp(photo).webp().toBuffer())).toBe("read");
    expect(await codeOf(await sharp(photo).avif({ quality: 70, effort: 0 }).toBuffer())).toBe("read");
    expect(await codeOf(await heicOf(photo))).toBe("read");
  });
});

describe("the sample photos", () => {
  const submit = async (name: string) =>
    method.answer(
      {
        contentType: "image/jpeg",
        body: await readFile(join(import.meta.dirname, "../../public/samples", name)),
      },
      { now: new Date("2026-12-01T12:00:00Z"), minimumAge: 18, mode: "live" },
    );

  test.each([
    [
      "licence-adult.jpg",
      {
        kind: "evidence",
        evidence: {
          band: { atLeast: expect.toSatisfy((age) => age >= 18) },
          documentType: "driving_licence",
        },
      },
    ],
    [
      "licence-minor.jpg",
      {
        kind: "evidence",
        evidence: { band: { atLeast: expect.toSatisfy((age) => age < 18) }, documentType: "id_card" },
      },
    ],
    ["licence-expired.jpg", { kind: "no_decision", code: "DOCUMENT_EXPIRED" }],
    ["licence-blurred.jpg", { kind: "no_decision", code: "DOCUMENT_QUALITY_LOW", reason: "blurry" }],
  ])("%s gives what it is there to show", async (name, expected) => {
    expect(await submit(name)).toMatchObject(expected);
  });
});

describe("a frame of 720 pixels", () => {
  test.each([0.94, 0.86, 0.82, 0.78])("with a sharp licence (%d of its width) is read", async (share) => {
    const photo = await makeLicencePhoto({ ...ADULT, ...FRAME, blur: 0.6, share });
    expect(await codeOf(photo)).toBe("read");
  });

  test("that the camera takes by itself is read", async () => {
    const recognise = createRecogniser();
    for (const share of [0.94, 0.82, 0.7]) {
      for (const blur of [0.6, 0.9, 1.2]) {
        const photo = await makeLicencePhoto({ ...ADULT, ...FRAME, blur, share });
        const luma = sharp(photo).greyscale().toColourspace("b-w").raw();
        const { data, info } = await luma.toBuffer({ resolveWithObject: true });
        const frame = { data: new Uint8Array(data), width: info.width, height: info.height };
        if (readFrame(frame, recognise).kind !== "clear_barcode") continue;
        expect(await codeOf(photo), `${share} of the width, blur ${blur}`).toBe("read");
      }
    }
  });
});

describe("a photo that cannot be read says why", () => {
  test.each<[string, Partial<LicencePhotoOptions>, string]>([
    ["out of focus", { blur: 6 }, "DOCUMENT_QUALITY_LOW blurry"],
    ["far out of focus", { blur: 14 }, "DOCUMENT_QUALITY_LOW blurry"],
    ["in the dark", { light: 0.06 }, "DOCUMENT_QUALITY_LOW too_dark"],
    ["a thumbnail", { width: 200 }, "DOCUMENT_QUALITY_LOW too_small"],
    ["a small copy", { width: 480 }, "DOCUMENT_QUALITY_LOW too_small"],
    ["from far away", { share: 0.28, width: 1100 }, "DOCUMENT_QUALITY_LOW too_small"],
    ["small in a picture of 720 pixels", { ...FRAME, share: 0.6 }, "DOCUMENT_QUALITY_LOW too_small"],
    ["blurred, filling 720 pixels", { ...FRAME, share: 0.9, blur: 1.6 }, "DOCUMENT_QUALITY_LOW blurry"],
    ["under a lamp", { glare: 4, glareAt: { x: 0.5, y: 0.34 } }, "DOCUMENT_QUALITY_LOW glare"],
  ])("%s", async (_, changes, expected) => {
    expect(await codeOf(await makeLicencePhoto({ ...ADULT, ...changes }))).toBe(expected);
  });

  test("a Californian card whose seal was cut from its barcode is refused; with one it is read", async () => {
    const card = { ...ADULT, issuer: "636014", issueDate: { year: 2026, month: 1, day: 5 } };
    const cut = await pool.scan(await makeLicencePhoto(card));
    expect(cut).toMatchObject({
      code: "DOCUMENT_TYPE_UNSUPPORTED",
      hint: expect.stringMatching(/seal in their barcode, and this one has none/),
    });
    const seal = Buffer.alloc(96, 7).toString("base64");
    expect(await codeOf(await makeLicencePhoto({ ...card, seal }))).toBe("read");
  });

  test("no barcode in a good picture: none was found", async () => {
    const line = (index: number): string =>
      `<text x="60" y="${60 + index * 34}" font-size="22">Article ${index}: the quick brown fox jumps over the lazy dog</text>`;
    expect(await codeOf(await onPaper(Array.from({ length: 32 }, (_, index) => line(index)).join("")))).toBe(
      "DOCUMENT_NOT_FOUND",
    );
  });

  test.each([
    { unit: 4, height: 120, tilt: 0, seed: 1 },
    { unit: 4, height: 200, tilt: 5, seed: 2 },
    { unit: 6, height: 260, tilt: 12, seed: 3 },
  ])("a barcode of bars alone ($unit, $tilt°) is none of a licence: nothing was found", async (code) => {
    expect(await codeOf(await makeLinearCode(code))).toBe("DOCUMENT_NOT_FOUND");
  });

  test("a barcode that is covered in part: unreadable", async () => {
    const hand = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><circle cx="800" cy="420" r="240" fill="#b98a6a"/></svg>`;
    const covered = await sharp(await makeLicencePhoto({ ...ADULT, tilt: 0 }))
      .composite([{ input: Buffer.from(hand) }])
      .jpeg()
      .toBuffer();
    expect(await codeOf(covered)).toBe("DOCUMENT_UNREADABLE");
  });

  // Too bent to be read, with little error correction: the decoder completes nonsense out of it, and calls that valid.
  test.each([
    [9007, { correctionLevel: 2, bend: -0.07, yaw: 12, tilt: 4 }],
    [9021, { correctionLevel: 2, bend: 0.05, yaw: 12, tilt: 12 }],
  ])(
    "a barcode that is read as nonsense: unreadable, not another kind of document (%i)",
    {
      timeout: 120_000,
    },
    async (seed, changes) => {
      const [licence] = licenceSet(1, seed);
      if (!licence) throw new Error("no licence");
      const hard = { ...licence, width: 1200, pitch: 18, glare: 0, light: 0.9, seed, ...changes };
      const result = await scan(await makeLicencePhoto(hard), () => 0);
      expect(result).toMatchObject({ kind: "no_read", code: "DOCUMENT_UNREADABLE" });
    },
  );

  test("a PDF417 of something else: not that kind of document", async () => {
    const path = modulesToPath(
      await encodePdf417("M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100", 8),
    );
    expect(await codeOf(await onPaper(`<path transform="translate(200 300) scale(5)" d="${path}"/>`))).toBe(
      "DOCUMENT_TYPE_UNSUPPORTED",
    );
  });
});

describe("hostile files", () => {
  test("each gets its typed answer and the next photo is read by the same process", {
    timeout: 120_000,
  }, async () => {
    const photo = await makeLicencePhoto(ADULT);
    const answers: string[] = [];
    for (const { name, bytes, codes } of await hostilePictures(photo)) {
      const result = await pool.scan(bytes);
      const code = result.kind === "read" ? "read" : result.code;
      if (!codes.includes(code)) answers.push(`${name}: ${code}`);
    }
    expect(answers).toEqual([]);
    expect(await codeOf(photo)).toBe("read");
  });
});

test("a submission's bytes are zeroed, whatever came of it", async () => {
  const context = { now: new Date(), minimumAge: 18, mode: "live" } as const;
  const bodies = [await makeLicencePhoto(ADULT), new TextEncoder().encode("not a picture")];
  for (const body of bodies) {
    await method.answer({ contentType: "image/jpeg", body }, context);
    expect(body.every((byte) => byte === 0)).toBe(true);
  }
});
