import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { inventHolder } from "../../lab/documents/holder.ts";
import { type MrzPhotoOptions, makeMrzPhoto } from "../../lab/documents/mrz-photo.ts";
import { seeded } from "../../lab/documents/seeded.ts";
import { zoneText } from "../../lab/documents/zone-text.ts";
import type { ScanResult } from "../../packages/document-reader/src/document.ts";
import { readFrame } from "../../packages/document-reader/src/live/read-frame.ts";
import { checkDigit } from "../../packages/document-reader/src/mrz/alphabet.ts";
import type { FormatId } from "../../packages/document-reader/src/mrz/formats.ts";
import { createRecogniser } from "../../packages/document-reader/src/mrz/recogniser.ts";
import { scan } from "../../packages/document-reader/src/scan.ts";
import { GOOD_POSE } from "../support/document/good-pose.ts";

/** A clock that moves when it is looked at: how long is tried does not depend on the machine's load. */
const read = (photo: Uint8Array): Promise<ScanResult> => {
  let milliseconds = 0;
  return scan(Uint8Array.from(photo), () => {
    milliseconds += 90;
    return milliseconds;
  });
};

const holder = {
  ...inventHolder(seeded(11)),
  surname: "KAMIRO",
  birthDate: { year: 1990, month: 5, day: 17 },
};

const photoOf = (format: FormatId, changes: Partial<MrzPhotoOptions> = {}): Promise<Uint8Array> =>
  makeMrzPhoto({
    ...GOOD_POSE,
    ...{ tilt: 0, pitch: 0, yaw: 0, width: 1400, seed: 21 },
    format,
    holder,
    lines: zoneText(format, holder),
    ...changes,
  });

/** The zone's lines of a photo of GOOD_POSE's, in pixels: what is drawn over them is drawn there. */
const laid = async (photo: Uint8Array, drawing: string): Promise<Uint8Array> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="1050">${drawing}</svg>`;
  return sharp(photo)
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 92 })
    .toBuffer();
};

const cut = (photo: Uint8Array, left: number, height: number): Promise<Uint8Array> =>
  sharp(photo)
    .extract({ left, top: 0, width: 1400 - left, height })
    .jpeg({ quality: 92 })
    .toBuffer();

const low = (reason: string) => ({ kind: "no_read", code: "DOCUMENT_QUALITY_LOW", reason });

describe("a zone that cannot be read says what keeps it from that", { timeout: 120_000 }, () => {
  test("cut off by the picture's edge, to the still photo and to the live camera", async () => {
    const photo = await cut(await photoOf("TD3"), 280, 1050);
    expect(await read(photo)).toMatchObject(low("cut_off"));
    const { data, info } = await sharp(photo)
      .greyscale()
      .toColourspace("b-w")
      .raw()
      .toBuffer({ resolveWithObject: true });
    const frame = { data: new Uint8Array(data), width: info.width, height: info.height };
    expect(readFrame(frame, createRecogniser())).toEqual({ kind: "hint", hint: "cut_off" });
  });

  test("with lines below the picture's edge", async () => {
    const whole = await photoOf("TD3");
    expect(await read(await cut(whole, 0, 800))).toMatchObject(low("cut_off"));
  });

  test("under a thumb, and under a small reflection", async () => {
    const photo = await photoOf("TD3");
    const thumb = '<ellipse cx="330" cy="850" rx="80" ry="90" fill="#b98a6a"/>';
    expect(await read(await laid(photo, thumb))).toMatchObject(low("covered"));
    const spot = '<ellipse cx="600" cy="830" rx="52" ry="52" fill="#fdfdfd"/>';
    expect(await read(await laid(photo, spot))).toMatchObject(low("glare"));
  });

  test("of a kind that is not known here", async () => {
    const [first = "", ...others] = zoneText("TD1", holder);
    const lines = [`KP${first.slice(2)}`, ...others];
    expect(await read(await photoOf("TD1", { lines }))).toMatchObject({
      code: "DOCUMENT_TYPE_UNSUPPORTED",
      reason: "unknown_lines",
    });
  });
});

const withBirth = (birth: string): string[] => {
  const [first = "", second = ""] = zoneText("TD3", holder);
  const line = `${second.slice(0, 13)}${birth}${checkDigit(birth)}${second.slice(20, 43)}`;
  return [first, line + checkDigit(line.slice(0, 10) + line.slice(13, 20) + line.slice(21))];
};

describe("a zone is read", { timeout: 120_000 }, () => {
  test("of a Russian internal passport, whose expiry is left out with its digit", async () => {
    const second = `391935348${checkDigit("391935348")}RUS7207233M<<<<<<<4151218910003<5`;
    const digit = checkDigit(second.slice(0, 10) + second.slice(13, 20) + second.slice(21));
    const lines = ["PNRUSZDRIL7K<<SERGEQ<ANATOL9EVI3<<<<<<<<<<<<", second + digit];
    expect(await read(await photoOf("TD3", { lines }))).toMatchObject({
      kind: "read",
      document: { kind: "passport", expiryDate: null },
    });
  });

  test("with an unknown year of birth, which is said and is no fault of the zone", async () => {
    expect(await read(await photoOf("TD3", { lines: withBirth("<<<<<<") }))).toMatchObject({
      code: "DOCUMENT_UNREADABLE",
      reason: "no_birth_year",
    });
  });

  test("in a picture that a mirror shows, and in one that is light on dark", async () => {
    const photo = await photoOf("TD3");
    const read900517 = async (picture: Uint8Array): Promise<void> => {
      const result = await read(picture);
      if (result.kind !== "read") throw new Error(result.code);
      expect(result.document.birthDate.open()).toEqual({ yearInCentury: 90, month: 5, day: 17 });
    };
    await read900517(await sharp(photo).flop().jpeg({ quality: 92 }).toBuffer());
    await read900517(await sharp(photo).negate().jpeg({ quality: 92 }).toBuffer());
    await read900517(await sharp(photo).rotate(180).jpeg({ quality: 92 }).toBuffer());
  });

  // Unmirrored, their lines are whole, clear and begin like no document known here.
  test.each([
    ["TD1", 11],
    ["TD2", 13],
    ["FRA_ID", 12],
    ["TD1", 14],
  ] as const)(
    "in a mirror, where the lines of a %s look like an unknown kind's (%i)",
    async (format, seed) => {
      const shown = inventHolder(seeded(seed));
      const lines = zoneText(format, shown);
      const photo = await photoOf(format, { ...GOOD_POSE, seed: seed * 3, holder: shown, lines });
      const result = await read(await sharp(photo).flop().jpeg({ quality: 92 }).toBuffer());
      expect(result.kind === "read" ? "read" : result.code).toBe("read");
    },
  );
});
