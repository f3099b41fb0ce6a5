import sharp from "sharp";
import { encodeAamva, type LicencePayload } from "./payload.ts";
import { encodePdf417, modulesToPath } from "./pdf417.ts";
import { type Pixels, pixelsOf, svgOf } from "./pixels.ts";
import { type Random, seeded } from "./seeded.ts";

/** An ID-1 card (ISO/IEC 7810) in tenths of a millimetre. */
export const CARD = { width: 856, height: 540, cornerRadius: 32 } as const;

const INK = "#1d2a33";
export const FONT = "font-family='DejaVu Sans, Arial, sans-serif'";

const text = (x: number, y: number, size: number, content: string, extra = ""): string =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${INK}" ${FONT} ${extra}>${content}</text>`;

// The fine coloured curves that real cards are printed on: they must not disturb the reader.
const guilloche = (random: Random): string => {
  const wave = (line: number): string => {
    const amplitude = 14 + 26 * random();
    const phase = random() * Math.PI * 2;
    const points = Array.from({ length: 44 }, (_, index) => {
      const y = line * 15 + amplitude * Math.sin(index / 3.1 + phase) + index * 0.9;
      return `${index * 20},${y.toFixed(1)}`;
    });
    return `<polyline points="${points.join(" ")}" stroke="hsl(${170 + 60 * random()} 55% 62%)"/>`;
  };
  return `<g fill="none" stroke-width="1.1" opacity=".5">${Array.from({ length: 40 }, (_, line) => wave(line - 2)).join("")}</g>`;
};

// A linear stock-control code, as many cards have beside the PDF417: another thing to be ignored.
const stockCode = (random: Random): string => {
  let x = 0;
  const bars: string[] = [];
  while (x < 236) {
    const width = 2 + Math.floor(random() * 3) * 2;
    bars.push(`<rect x="${x}" width="${width}" height="40"/>`);
    x += width + 2 + Math.floor(random() * 3) * 2;
  }
  return `<g transform="translate(570 452)" fill="${INK}">${bars.join("")}</g>`;
};

const CLASSES = [
  "CLASS D: any single vehicle under 11,794 kg",
  "ENDORSEMENTS: none",
  "RESTRICTIONS: none",
  "Return to any office of the Motor Vehicle Authority",
  "of the Territory of Nowhere, 1 Invented Avenue.",
];

const seal = `<g transform="translate(742 318)" fill="none" stroke="#2f6f73" opacity=".75">
  <circle r="74" stroke-width="3"/><circle r="66" stroke-width="1"/>
  ${Array.from({ length: 24 }, (_, ray) => `<path d="M0 -40V-62" stroke-width="2" transform="rotate(${ray * 15})"/>`).join("")}
  <path d="M-36 -30h72v13h-72z M-28 -17v50h14v-50 M14 -17v50h14v-50" stroke-width="3.5" stroke-linejoin="round"/></g>`;

const face = (
  licence: LicencePayload,
  barcode: { path: string; width: number; height: number },
  seed: number,
): string => {
  const random = seeded(seed);
  const title = licence.kind === "driving_licence" ? "DRIVER LICENCE" : "IDENTIFICATION CARD";
  const lines = licence.kind === "driving_licence" ? CLASSES : CLASSES.slice(3);
  const barcodeHeight = (756 * barcode.height) / barcode.width;
  return `
  <clipPath id="card"><rect x="2" y="2" width="${CARD.width - 4}" height="${CARD.height - 4}" rx="${CARD.cornerRadius}"/></clipPath>
  <linearGradient id="paper" x2="1" y2="1"><stop stop-color="#eef4ee"/><stop offset=".55" stop-color="#dcecef"/><stop offset="1" stop-color="#f3eadb"/></linearGradient>
  <g clip-path="url(#card)"><rect width="100%" height="100%" fill="url(#paper)"/>${guilloche(random)}
  <rect x="30" y="40" width="796" height="${barcodeHeight + 36}" fill="#fbfcfb"/>
  <g transform="translate(50 58) scale(${756 / barcode.width})" fill="#101010" shape-rendering="crispEdges"><path d="${barcode.path}"/></g>
  ${text(44, 284, 27, title, "font-weight='700' letter-spacing='1.5'")}
  ${text(44, 312, 15, `TERRITORY OF NOWHERE · ${licence.country}`, "letter-spacing='2'")}
  ${lines.map((line, index) => text(44, 352 + index * 24, 15.5, line)).join("")}
  ${seal}${stockCode(random)}
  <rect x="44" y="470" width="440" height="40" rx="6" fill="none" stroke="#b3261e" stroke-width="3"/>
  <text x="264" y="498" font-size="22" font-weight="700" text-anchor="middle" fill="#b3261e" ${FONT}>SAMPLE — NOBODY REAL</text>
  <rect x="3.5" y="3.5" width="${CARD.width - 7}" height="${CARD.height - 7}" rx="${CARD.cornerRadius - 1}" fill="none" stroke="#b9c4c2" stroke-width="3"/></g>`;
};

/** Draws the back of the card, `width` pixels wide, with transparent corners (RGBA). */
export const drawCard = async (
  licence: LicencePayload,
  width: number,
  seed: number,
  correctionLevel?: number,
): Promise<Pixels> => {
  const modules = await encodePdf417(encodeAamva(licence), 14, correctionLevel);
  return drawFace(face(licence, { path: modulesToPath(modules), ...modules }, seed), width);
};

/** SVG elements in a card's tenths of a millimetre, as a picture `width` pixels wide (RGBA). */
export const drawFace = async (drawing: string, width: number): Promise<Pixels> => {
  const height = Math.round((width * CARD.height) / CARD.width);
  return pixelsOf(sharp(svgOf({ width, height }, drawing, CARD)).ensureAlpha());
};
