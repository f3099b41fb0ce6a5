import type { FormatId } from "@lintel/document-reader/mrz";
import { CARD, drawFace, FONT } from "./card-face.ts";
import type { Holder } from "./holder.ts";
import { OCR_B, OCR_B_ADVANCE } from "./ocr-b.ts";
import type { Pixels } from "./pixels.ts";
import { type Random, seeded } from "./seeded.ts";

/** Sizes in tenths of a millimetre (ICAO Doc 9303-4 to -7; ISO/IEC 7810), and from line to line of the zone. */
const SIZES: Record<FormatId, { width: number; height: number; spacing: number; title: string }> = {
  TD1: { width: 856, height: 540, spacing: 45, title: "IDENTITY CARD" },
  TD2: { width: 1050, height: 740, spacing: 63.5, title: "IDENTITY CARD" },
  TD3: { width: 1250, height: 880, spacing: 63.5, title: "PASSPORT" },
  MRVA: { width: 1200, height: 800, spacing: 63.5, title: "VISA" },
  MRVB: { width: 1050, height: 740, spacing: 63.5, title: "VISA" },
  FRA_ID: { width: 1050, height: 740, spacing: 63.5, title: "CARTE NATIONALE D’IDENTITÉ" },
  CHE_DL: { width: 856, height: 540, spacing: 45, title: "FÜHRERAUSWEIS" },
};
const PITCH = 25.4;

/** Where such a page lies on the card's face that it is drawn into, in the face's tenths of a millimetre. */
export const placeOnFace = (format: FormatId) => {
  const { width, height } = SIZES[format];
  const scale = Math.min(CARD.width / width, CARD.height / height);
  return {
    left: (CARD.width - width * scale) / 2,
    width: width * scale,
    height: height * scale,
    scale,
    /** Just below the zone's last line. */
    zoneEnd: (CARD.height + height * scale) / 2 - 34 * scale,
  };
};

export type Print = {
  /** 0 black, 1 as pale as the paper. */
  faintness: number;
  /** Thicker (or, below 0, thinner) strokes, in thousandths of the em. */
  weight: number;
  /** Printed in dots, as needle printers and some lasers do: so many to the em. */
  dots?: number;
};

const curves = (random: Random, width: number, height: number, strength: number): string => {
  const hue = random() * 360;
  const lines = Array.from({ length: 34 }, (_, index) => {
    const amplitude = 12 + 40 * random();
    const phase = random() * 6.28;
    const points = Array.from({ length: 48 }, (_, step) => {
      const y = (index * height) / 32 - 20 + amplitude * Math.sin(step / (2.4 + 2 * random() * 0.1) + phase);
      return `${((step * width) / 46).toFixed(0)},${y.toFixed(1)}`;
    });
    return `<polyline points="${points.join(" ")}" stroke="hsl(${hue + 80 * random()} 60% 55%)"/>`;
  });
  return `<g fill="none" stroke-width="1.6" opacity="${strength}">${lines.join("")}</g>`;
};

const portrait = (x: number, y: number, width: number, random: Random): string => {
  const height = width * 1.28;
  const skin = `hsl(${18 + 14 * random()} ${30 + 20 * random()}% ${38 + 36 * random()}%)`;
  return `<g transform="translate(${x} ${y})"><clipPath id="photo"><rect width="${width}" height="${height}"/></clipPath>
  <g clip-path="url(#photo)"><rect width="${width}" height="${height}" fill="#cfd6da"/>
  <ellipse cx="${width / 2}" cy="${height * 1.02}" rx="${width * 0.46}" ry="${height * 0.32}" fill="#3a4456"/>
  <ellipse cx="${width / 2}" cy="${height * 0.42}" rx="${width * 0.29}" ry="${height * 0.3}" fill="#33261e"/>
  <ellipse cx="${width / 2}" cy="${height * 0.47}" rx="${width * 0.23}" ry="${height * 0.26}" fill="${skin}"/>
  <circle cx="${width * 0.41}" cy="${height * 0.44}" r="${width * 0.025}"/><circle cx="${width * 0.59}" cy="${height * 0.44}" r="${width * 0.025}"/>
  <path d="M${width * 0.42} ${height * 0.6}h${width * 0.16}" stroke="#7c3b36" stroke-width="${width * 0.025}"/></g></g>`;
};

/** The zone itself, from outlines: the same on every machine. */
const zone = (
  lines: readonly string[],
  size: { width: number; height: number; spacing: number },
  print: Print,
) => {
  const scale = PITCH / OCR_B_ADVANCE;
  const longest = Math.max(...lines.map((line) => line.length));
  const left = (size.width - longest * PITCH) / 2;
  const bottom = size.height - 52;
  const tone = Math.round(16 + 190 * print.faintness);
  const ink = `rgb(${tone},${tone},${Math.round(tone * 1.04)})`;
  const glyphs = lines.flatMap((line, row) =>
    Array.from(line, (character, column) => {
      const y = bottom - (lines.length - 1 - row) * size.spacing;
      return `<path transform="translate(${(left + column * PITCH).toFixed(2)} ${y}) scale(${scale})" d="${OCR_B[character] ?? ""}"/>`;
    }),
  );
  const paper = "#f4f4f0";
  const stroke = `stroke="${print.weight >= 0 ? ink : paper}" stroke-width="${Math.abs(print.weight)}"`;
  if (!print.dots) return `<g fill="${ink}" ${stroke}>${glyphs.join("")}</g>`;
  const dot = 1000 / print.dots;
  const pattern = `<pattern id="dots" width="${dot}" height="${dot}" patternUnits="userSpaceOnUse"><circle cx="${dot / 2}" cy="${dot / 2}" r="${dot * 0.5}" fill="${ink}"/></pattern>`;
  return `${pattern}<g fill="url(#dots)">${glyphs.join("")}</g>`;
};

/** Draws the page or card with its zone into a picture of a card's proportions, transparent around it (RGBA). */
export const drawDocument = async (
  document: { format: FormatId; holder: Holder; lines: readonly string[]; print: Print },
  width: number,
  seed: number,
): Promise<Pixels> => {
  const { format, holder, lines, print } = document;
  const size = SIZES[format];
  const random = seeded(seed ^ 0x0d0c);
  const { scale, left: dx } = placeOnFace(format);
  const zoneTop = size.height - 52 - (lines.length - 1) * size.spacing - 46;
  const hue = Math.floor(random() * 360);
  const rows = [holder.surname, holder.givenNames, holder.nationality, holder.number, "SAMPLE — NOBODY REAL"];
  const text = (x: number, y: number, fontSize: number, content: string): string =>
    `<text x="${x}" y="${y}" font-size="${fontSize}" ${FONT} fill="#22303a">${content}</text>`;
  const pictureWidth = size.width * 0.24;
  const step = (zoneTop - 120) / rows.length;
  const face = `<clipPath id="page"><rect width="${size.width}" height="${size.height}" rx="28"/></clipPath>
  <g clip-path="url(#page)"><rect width="${size.width}" height="${size.height}" fill="hsl(${hue} 30% 92%)"/>
  ${curves(random, size.width, size.height, 0.25 + 0.35 * random())}
  <rect y="${zoneTop}" width="${size.width}" height="${size.height}" fill="#f6f6f2" opacity="${0.55 + 0.45 * random()}"/>
  ${text(44, 62, 34, size.title)}
  ${portrait(44, 90, Math.min(pictureWidth, (zoneTop - 110) / 1.28), random)}
  ${rows.map((row, index) => text(pictureWidth + 90, 120 + step * index, Math.min(30, step * 0.6), row)).join("")}
  ${zone(lines, size, print)}</g>`;
  const dy = (CARD.height - size.height * scale) / 2;
  return drawFace(`<g transform="translate(${dx} ${dy}) scale(${scale})">${face}</g>`, width);
};
