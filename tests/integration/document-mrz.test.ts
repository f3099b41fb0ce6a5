import { afterAll, describe, expect, test } from "vitest";
import { createDocumentMethod } from "#methods/document/document-method.ts";
import { type MrzPhotoOptions, makeMrzPhoto } from "../../lab/documents/mrz-photo.ts";
import { cruelSet, damagedSets, goodSet } from "../../lab/documents/mrz-sets.ts";
import { makeNegatives } from "../../lab/documents/negatives.ts";
import { tamperedSet } from "../../lab/documents/tampered-set.ts";
import { zoneText } from "../../lab/documents/zone-text.ts";
import type { ScanResult } from "../../packages/document-reader/src/document.ts";
import { scan } from "../../packages/document-reader/src/scan.ts";
import { examples } from "../long.ts";

/** A clock that moves when it is looked at: what is read, and how long is tried, does not depend on the machine's load. */
const read = async (photo: Uint8Array): Promise<ScanResult> => {
  let milliseconds = 0;
  return scan(photo, () => {
    milliseconds += 90;
    return milliseconds;
  });
};

// Nothing was tuned on these.
const SEED = 90_210;

const birthOf = (result: ScanResult): string | null => {
  if (result.kind !== "read" || result.document.source !== "mrz") return null;
  const { yearInCentury, month, day } = result.document.birthDate.open();
  return `${yearInCentury}-${month}-${day}`;
};

const expectedBirth = ({ holder: { birthDate } }: MrzPhotoOptions): string =>
  `${birthDate.year % 100}-${birthDate.month}-${birthDate.day}`;

describe("photos of documents with a machine readable zone", () => {
  test("good ones are read, whatever the format, the turn and the phone", { timeout: 120_000 }, async () => {
    for (const options of goodSet(7, SEED)) {
      const result = await read(await makeMrzPhoto(options));
      if (options.format === "CHE_DL") {
        expect(result).toMatchObject({ kind: "no_read", code: "DOCUMENT_TYPE_UNSUPPORTED" });
      } else expect({ options, birth: birthOf(result) }).toEqual({ options, birth: expectedBirth(options) });
    }
  });

  test("cruel ones give no wrong birth date", { timeout: 120_000 }, async () => {
    for (const options of cruelSet(examples(7, 2), SEED)) {
      const result = await read(await makeMrzPhoto(options));
      expect([null, expectedBirth(options)]).toContain(birthOf(result));
    }
  });

  test("bent pages are read along their lines' curve", { timeout: 120_000 }, async () => {
    const bends = [0.045, -0.045, 0.035, -0.025];
    for (const [index, options] of goodSet(4, SEED + 3).entries()) {
      const bent = { ...options, share: 0.8, glare: 0, bend: bends[index] ?? 0 };
      const result = await read(await makeMrzPhoto(bent));
      expect({ index, birth: birthOf(result) }).toEqual({ index, birth: expectedBirth(options) });
    }
  });

  test.each(["on a newspaper", "on a patterned cloth", "cut off below the zone", "printed in dots"])(
    "%s: the zone is found and read",
    { timeout: 120_000 },
    async (wanted) => {
      const photos = damagedSets(2, SEED + 4).filter(({ damage }) => damage === wanted);
      expect(photos).toHaveLength(2);
      for (const { options } of photos) {
        const result = await read(await makeMrzPhoto(options));
        expect({ format: options.format, birth: birthOf(result) }).toEqual({
          format: options.format,
          birth: expectedBirth(options),
        });
      }
    },
  );

  test("altered ones are never accepted, and most are called what they are", {
    timeout: 120_000,
  }, async () => {
    const codes: string[] = [];
    for (const options of tamperedSet(examples(8, 3), SEED)) {
      const result = await read(await makeMrzPhoto(options));
      expect(result.kind).toBe("no_read");
      if (result.kind === "no_read") codes.push(result.code);
    }
    expect(codes.filter((code) => code === "DOCUMENT_MRZ_INVALID").length).toBeGreaterThan(codes.length / 2);
  });

  test("what is no document is never accepted", { timeout: 120_000 }, async () => {
    for (const { name, photo } of await makeNegatives(examples(8, 3), SEED)) {
      const result = await read(photo);
      expect({ name, kind: result.kind }).toEqual({ name, kind: "no_read" });
      // White paper and a bright card are no reflection.
      expect(result, name).not.toMatchObject({ reason: "glare" });
    }
  });
});

describe("a photo of a passport that cannot be read says why", () => {
  const [passport] = goodSet(1, SEED + 1);
  const level = { tilt: 3, pitch: 4, yaw: 3, width: 1200, glare: 0, noise: 3, light: 1, blur: 0.6 };

  test.each<[string, Partial<MrzPhotoOptions>, string]>([
    ["out of focus", { blur: 9 }, "blurry"],
    ["far out of focus", { blur: 16 }, "blurry"],
    ["in the dark", { light: 0.05 }, "too_dark"],
    ["a thumbnail", { width: 200 }, "too_small"],
    ["from far away", { share: 0.2 }, "too_small"],
    ["under a lamp", { glare: 3, glareAt: { x: 0.5, y: 0.72 } }, "glare"],
    ["with a spot of light on its zone", { glare: 0.8, glareAt: { x: 0.3, y: 0.8 } }, "glare"],
  ])("%s", { timeout: 60_000 }, async (_, changes, reason) => {
    if (!passport) throw new Error("no passport");
    const result = await read(await makeMrzPhoto({ ...passport, ...level, ...changes }));
    expect(result).toMatchObject({ kind: "no_read", code: "DOCUMENT_QUALITY_LOW", reason });
  });
});

describe("the method", () => {
  const limits = { processes: 1, queueLimit: 8, timeoutMs: 60_000 };
  const strict = createDocumentMethod({ ...limits, acceptSamples: false });
  const lenient = createDocumentMethod({ ...limits, acceptSamples: true });
  afterAll(() => Promise.all([strict.close?.(), lenient.close?.()]));

  const context = { now: new Date("2026-11-21T12:00:00Z"), minimumAge: 18, mode: "live" } as const;
  const sheet = goodSet(7, SEED + 2);
  const photoOf = async (format: string, state?: string) => {
    const options = sheet.find((one) => one.format === format);
    if (!options) throw new Error(`no ${format}`);
    const holder = {
      ...options.holder,
      birthDate: { year: 1990, month: 5, day: 17 },
      expiryDate: { year: 2031, month: 5, day: 17 },
      ...(state ? { state, nationality: state } : {}),
    };
    const photo = await makeMrzPhoto({ ...options, holder, lines: zoneText(options.format, holder) });
    return { contentType: "image/jpeg", body: photo };
  };

  test("accepts a passport and says how sure it is", { timeout: 60_000 }, async () => {
    const finding = await strict.answer(await photoOf("TD3"), context);
    expect(finding).toMatchObject({
      kind: "evidence",
      evidence: { age: 36, documentType: "passport", assurance: "document_photo_unsigned" },
    });
    const confidence = finding.kind === "evidence" ? finding.evidence.confidence : 0;
    expect(confidence).toBeGreaterThan(0.4);
    expect(confidence).toBeLessThanOrEqual(0.5);
  });

  test("refuses a visa unless the tenant lets visas count", { timeout: 60_000 }, async () => {
    const refused = { kind: "no_decision", code: "DOCUMENT_TYPE_UNSUPPORTED" };
    expect(await strict.answer(await photoOf("MRVA"), context)).toMatchObject(refused);
    expect(await strict.answer(await photoOf("MRVA"), { ...context, acceptsVisas: true })).toMatchObject({
      evidence: { documentType: "visa" },
    });
  });

  test("refuses a specimen unless samples count", { timeout: 60_000 }, async () => {
    const refused = { kind: "no_decision", code: "DOCUMENT_TYPE_UNSUPPORTED" };
    expect(await strict.answer(await photoOf("TD1", "UTO"), context)).toMatchObject(refused);
    expect(await lenient.answer(await photoOf("TD1", "UTO"), context)).toMatchObject({ kind: "evidence" });
  });
});
