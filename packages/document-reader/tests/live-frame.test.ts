import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { inventHolder } from "../../../lab/documents/holder.ts";
import { makeLicencePhoto } from "../../../lab/documents/licence-photo.ts";
import { makeLinearCode } from "../../../lab/documents/linear-code.ts";
import { makeMrzPhoto } from "../../../lab/documents/mrz-photo.ts";
import { seeded } from "../../../lab/documents/seeded.ts";
import { tamperedSet } from "../../../lab/documents/tampered-set.ts";
import { zoneText } from "../../../lab/documents/zone-text.ts";
import { examples } from "../../../tests/long.ts";
import { GOOD_POSE } from "../../../tests/support/document/good-pose.ts";
import { readFrame } from "../src/live/read-frame.ts";
import { createRecogniser } from "../src/mrz/recogniser.ts";

const recognise = createRecogniser();

const CAMERA = { ...GOOD_POSE, width: 1280 };

const greyOf = async (photo: Uint8Array) => {
  const { data, info } = await sharp(photo)
    .greyscale()
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height };
};

const seen = async (format: "TD1" | "TD2" | "TD3", camera: Partial<typeof CAMERA>) => {
  const holder = inventHolder(seeded(11));
  const photo = await makeMrzPhoto({ ...CAMERA, ...camera, format, holder, lines: zoneText(format, holder) });
  return readFrame(await greyOf(photo), recognise);
};

const LICENCE = {
  birthDate: { year: 1990, month: 5, day: 17 },
  issueDate: { year: 2024, month: 3, day: 2 },
  expiryDate: { year: 2039, month: 5, day: 17 },
};

const plain = (value: number) => ({
  data: new Uint8Array(640 * 480).fill(value),
  width: 640,
  height: 480,
});

describe("a frame of the camera", () => {
  test.each(["TD1", "TD2", "TD3"] as const)("with a sharp %s is read", async (format) => {
    expect(await seen(format, {})).toEqual({ kind: "read" });
  });

  test.each([
    ["in the dark", { light: 0.12 }, "too_dark"],
    ["far away", { share: 0.2 }, "too_far"],
    ["out of focus", { blur: 9 }, "blurry"],
    ["half outside the frame", { centre: { x: 0.72, y: 0.5 } }, "cut_off"],
  ] as const)("with a document %s says so", async (_what, camera, hint) => {
    expect(await seen("TD3", camera)).toEqual({ kind: "hint", hint });
  });

  test.each([0, 8])(
    "with the back of a licence, turned by %i degrees, is one that can be taken",
    async (tilt) => {
      const photo = await makeLicencePhoto({ ...LICENCE, width: 1280, tilt });
      expect(readFrame(await greyOf(photo), recognise)).toEqual({ kind: "clear_barcode" });
    },
  );

  test.each([0.94, 0.8])(
    "of 720 pixels with a sharp licence (%d of its width) is one that can be taken",
    async (share) => {
      const photo = await makeLicencePhoto({ ...LICENCE, width: 720, share, tilt: 2 });
      expect(readFrame(await greyOf(photo), recognise)).toEqual({ kind: "clear_barcode" });
    },
  );

  test("with a barcode of bars alone is not taken for a licence", async () => {
    const photo = await makeLinearCode({ unit: 4, height: 200, tilt: 5, seed: 2 });
    expect(readFrame(await greyOf(photo), recognise)).toEqual({ kind: "hint", hint: "searching" });
  });

  test.each([
    ["far away", { share: 0.36 }],
    ["hardly sharp", { blur: 2 }],
  ])("with a licence %s says that it is a barcode, and is not taken", async (_what, shot) => {
    const photo = await makeLicencePhoto({ ...LICENCE, width: 1280, ...shot });
    expect(readFrame(await greyOf(photo), recognise)).toEqual({ kind: "hint", hint: "barcode" });
  });

  test("with an altered document is not taken", async () => {
    for (const options of tamperedSet(examples(8, 2), 4242)) {
      const verdict = readFrame(await greyOf(await makeMrzPhoto(options)), recognise);
      expect(verdict.kind).toBe("hint");
    }
  });

  test("with a bare table is no dark one, and an unlit room is", () => {
    expect(readFrame(plain(180), recognise)).toEqual({ kind: "hint", hint: "searching" });
    expect(readFrame(plain(12), recognise)).toEqual({ kind: "hint", hint: "too_dark" });
  });

  test("leaves nothing of itself in memory", () => {
    const frame = plain(180);
    readFrame(frame, recognise);
    expect(frame.data.every((value) => value === 0)).toBe(true);
  });
});
