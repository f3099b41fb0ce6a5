import sharp from "sharp";
import { OCR_B, OCR_B_ADVANCE } from "./ocr-b.ts";
import { encodePdf417, modulesToPath } from "./pdf417.ts";
import { svgOf } from "./pixels.ts";
import { pick, type Random, seeded } from "./seeded.ts";

/** A picture without any document that may be accepted. */
type Negative = { name: string; photo: Uint8Array };

const WORDS =
  "the of holder and bearer state document passport number valid until date birth place issued by authority shall within city garden river seven under".split(
    " ",
  );
const OCR_CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<";

const words = (count: number, random: Random): string =>
  Array.from({ length: count }, () => pick(WORDS, random)).join(" ");

const prose = (random: Random, family: string): string =>
  Array.from(
    { length: 30 },
    (_, line) =>
      `<text x="70" y="${70 + line * 33}" font-family="${family}" font-size="22">${words(16, random)}</text>`,
  ).join("");

/** Lines in the type of a zone, with anything in them. */
const ocrLines = (lengths: readonly number[], random: Random): string => {
  const scale = 25.6 / OCR_B_ADVANCE;
  return lengths
    .flatMap((length, row) =>
      Array.from({ length }, (_, column) => {
        const place = `translate(${110 + column * 25.6} ${500 + row * 62}) scale(${scale})`;
        return `<path transform="${place}" d="${OCR_B[pick(OCR_CHARACTERS, random)] ?? ""}"/>`;
      }),
    )
    .join("");
};

const face = (random: Random): string => {
  const tone = `hsl(${18 + 16 * random()} 45% ${35 + 35 * random()}%)`;
  return `<rect width="100%" height="100%" fill="hsl(${random() * 360} 20% 60%)"/><ellipse cx="700" cy="1050" rx="420" ry="260" fill="#345"/><ellipse cx="700" cy="500" rx="250" ry="330" fill="${tone}"/><circle cx="610" cy="440" r="26"/><circle cx="790" cy="440" r="26"/><path d="M600 650q100 60 200 0" stroke="#733" stroke-width="18" fill="none"/>`;
};

const bankCard = (random: Random): string => {
  const number = Array.from(
    { length: 16 },
    (_, index) => `${index % 4 === 0 ? " " : ""}${Math.floor(random() * 10)}`,
  ).join("");
  return `<rect x="180" y="200" width="1040" height="650" rx="40" fill="hsl(${random() * 360} 50% 40%)"/><rect x="270" y="390" width="150" height="110" rx="16" fill="#d9c27a"/><text x="260" y="640" font-size="70" font-family="DejaVu Sans Mono" fill="#f3f3f3">${number}</text><text x="260" y="760" font-size="40" font-family="DejaVu Sans Mono" fill="#eee">VALID THRU 09/31  NOBODY REAL</text>`;
};

const barcode = async (random: Random): Promise<string> => {
  const text = `M1NOBODY/REAL       E${Math.floor(random() * 1e6)} ABCDEF 0834 326J001A0025 100`;
  const path = modulesToPath(await encodePdf417(text, 8));
  return `<path transform="translate(160 300) scale(4)" d="${path}"/>`;
};

const KINDS: Record<string, (random: Random) => string | Promise<string>> = {
  "a page of prose": (random) => prose(random, "DejaVu Sans"),
  "a page of typewriting": (random) =>
    prose(random, "DejaVu Sans Mono").replaceAll('font-size="22"', 'font-size="24"'),
  "two lines of 44 in a zone's type": (random) => ocrLines([44, 44], random),
  "three lines of 30 in a zone's type": (random) => ocrLines([30, 30, 30], random),
  "two lines of 36 in a zone's type": (random) => ocrLines([36, 36], random),
  "a face": face,
  "a bank card": bankCard,
  "another thing's barcode": barcode,
};

/** `count` pictures, of every kind in turn; the same seed gives the same ones. */
export const makeNegatives = async (count: number, seed: number): Promise<Negative[]> => {
  const random = seeded(seed);
  const kinds = Object.entries(KINDS);
  const negatives: Negative[] = [];
  for (let index = 0; index < count; index += 1) {
    const [name, draw] = kinds[index % kinds.length] ?? ["", face];
    const drawing = `<rect width="100%" height="100%" fill="#eeeeea"/>${await draw(random)}`;
    const photo = await sharp(svgOf({ width: 1400, height: 1050 }, drawing))
      .rotate((random() - 0.5) * 8, { background: "#8a7a66" })
      .blur(0.4 + random())
      .jpeg({ quality: 80 })
      .toBuffer();
    negatives.push({ name, photo });
  }
  return negatives;
};
