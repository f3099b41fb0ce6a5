import { open } from "node:fs/promises";
import sharp from "sharp";
import { inventHolder } from "../../../lab/documents/holder.ts";
import { makeLicencePhoto } from "../../../lab/documents/licence-photo.ts";
import { type MrzPhotoOptions, makeMrzPhoto } from "../../../lab/documents/mrz-photo.ts";
import { seeded } from "../../../lab/documents/seeded.ts";
import { zoneText } from "../../../lab/documents/zone-text.ts";
import { GOOD_POSE } from "../../support/document/good-pose.ts";

/** How somebody holds a passport before the camera. */
export type Scene = Partial<Pick<MrzPhotoOptions, "light" | "share" | "blur" | "centre">> & {
  birthYear?: number;
  /** The back of a licence in place of the passport. */
  isLicence?: true;
};

type Size = { width: number; height: number };

/** One picture of a document of nobody, in the middle of a frame of any shape. */
const picture = async (
  { width, height }: Size,
  { birthYear = 1990, isLicence, ...scene }: Scene,
): Promise<Buffer> => {
  const holder = { ...inventHolder(seeded(11)), birthDate: { year: birthYear, month: 6, day: 15 } };
  const shot = { ...scene, width: Math.max(width, 720) };
  const photo = isLicence
    ? await makeLicencePhoto({
        ...shot,
        birthDate: holder.birthDate,
        issueDate: { year: 2024, month: 3, day: 2 },
        expiryDate: { year: 2039, month: 5, day: 17 },
      })
    : await makeMrzPhoto({ ...GOOD_POSE, ...shot, format: "TD3", holder, lines: zoneText("TD3", holder) });
  const fitted = sharp(photo).resize(width, height, {
    fit: width > height ? "cover" : "contain",
    background: "#50483e",
  });
  return fitted.removeAlpha().toColourspace("srgb").raw().toBuffer();
};

/** RGB to planar YUV 4:2:0, as a JPEG has it (ITU-R BT.601, full range). */
const yuvOf = (rgb: Buffer, { width, height }: Size): Buffer => {
  const luma = width * height;
  const yuv = Buffer.alloc((luma * 3) / 2);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const [r, g, b] = [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0];
      yuv[y * width + x] = Math.round(0.299 * r + 0.587 * g + 0.114 * b);
      if (y % 2 === 1 || x % 2 === 1) continue;
      const chroma = luma + (y / 2) * (width / 2) + x / 2;
      yuv[chroma] = Math.round(128 - 0.1687 * r - 0.3313 * g + 0.5 * b);
      yuv[chroma + luma / 4] = Math.round(128 + 0.5 * r - 0.4187 * g - 0.0813 * b);
    }
  }
  return yuv;
};

/** Writes a Y4M video, which Chromium plays over and over as its camera: each scene for so many tenths of a second. */
export const writeVideo = async (
  path: string,
  size: Size,
  scenes: readonly { scene: Scene; frames: number }[],
): Promise<void> => {
  await using file = await open(path, "w");
  await file.write(`YUV4MPEG2 W${size.width} H${size.height} F10:1 Ip A1:1 C420jpeg\n`);
  for (const { scene, frames } of scenes) {
    const frame = yuvOf(await picture(size, scene), size);
    for (let count = 0; count < frames; count += 1) {
      await file.write("FRAME\n");
      await file.write(frame);
    }
  }
};
