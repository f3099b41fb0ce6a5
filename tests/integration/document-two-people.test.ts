import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { inventHolder } from "../../lab/documents/holder.ts";
import { makeLicencePhoto } from "../../lab/documents/licence-photo.ts";
import { makeMrzPhoto } from "../../lab/documents/mrz-photo.ts";
import { seeded } from "../../lab/documents/seeded.ts";
import { zoneText } from "../../lab/documents/zone-text.ts";
import type { FormatId } from "../../packages/document-reader/src/mrz/formats.ts";
import { scan } from "../../packages/document-reader/src/scan.ts";
import { GOOD_POSE } from "../support/document/good-pose.ts";

const PARENT = { year: 1985, month: 3, day: 9 };
const CHILD = { year: 2011, month: 8, day: 21 };
type Birth = typeof PARENT;

const zoned = (format: FormatId, birthDate: Birth, seed: number): Promise<Uint8Array> => {
  const holder = { ...inventHolder(seeded(seed)), birthDate };
  return makeMrzPhoto({ ...GOOD_POSE, width: 1100, seed, format, holder, lines: zoneText(format, holder) });
};

const licence = (birthDate: Birth, seed: number): Promise<Uint8Array> =>
  makeLicencePhoto({
    ...{ birthDate, width: 1100, seed, tilt: 2 },
    issueDate: { year: 2024, month: 3, day: 2 },
    expiryDate: { year: 2039, month: 5, day: 17 },
  });

/** Both on one table: one above the other. */
const together = async (above: Uint8Array, below: Uint8Array): Promise<Uint8Array> =>
  sharp({ create: { width: 1100, height: 1650, channels: 3, background: "#777" } })
    .composite([
      { input: Buffer.from(above), top: 0, left: 0 },
      { input: Buffer.from(below), top: 825, left: 0 },
    ])
    .jpeg({ quality: 92 })
    .toBuffer();

const read = async (above: Promise<Uint8Array>, below: Promise<Uint8Array>) =>
  scan(await together(await above, await below), () => 0);

const twoPeople = { kind: "no_read", code: "DOCUMENT_TWO_PEOPLE", isUnopened: true };

describe("documents of two people in one picture decide nothing and cost nothing", {
  timeout: 120_000,
}, () => {
  test("a parent's card above a child's passport, and below it", async () => {
    expect(await read(zoned("TD1", PARENT, 11), zoned("TD3", CHILD, 12))).toMatchObject(twoPeople);
    expect(await read(zoned("TD3", CHILD, 13), zoned("TD1", PARENT, 14))).toMatchObject(twoPeople);
  });

  test("a parent's card and a child's passport in a mirror", async () => {
    const photo = await together(await zoned("TD1", PARENT, 11), await zoned("TD3", CHILD, 12));
    const mirrored = await sharp(photo).flop().jpeg({ quality: 92 }).toBuffer();
    expect(await scan(mirrored, () => 0)).toMatchObject(twoPeople);
  });

  test("a parent's licence beside a child's passport", async () => {
    expect(await read(licence(PARENT, 3), zoned("TD3", CHILD, 15))).toMatchObject(twoPeople);
  });

  test("two licences", async () => {
    expect(await read(licence(PARENT, 4), licence(CHILD, 5))).toMatchObject(twoPeople);
  });
});

describe("two documents of one person are read", { timeout: 120_000 }, () => {
  test("a licence and a passport", async () => {
    expect(await read(licence(PARENT, 6), zoned("TD3", PARENT, 16))).toMatchObject({ kind: "read" });
  });

  test("a card and a passport", async () => {
    expect(await read(zoned("TD1", PARENT, 17), zoned("TD3", PARENT, 18))).toMatchObject({ kind: "read" });
  });
});
