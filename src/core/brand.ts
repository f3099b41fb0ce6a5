const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/;

/** WCAG 2.2 "relative luminance" of one sRGB channel, 0 to 255. */
const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** 0 (black) to 1 (white); null unless the text is `#rrggbb` in lower case. */
export const luminanceOf = (colour: string): number | null => {
  const match = HEX.exec(colour);
  if (!match) return null;
  const [red = 0, green = 0, blue = 0] = match.slice(1).map((pair) => linear(Number.parseInt(pair, 16)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** WCAG 2.2 contrast ratio of two colours, 1 to 21; null if either is not a colour. */
export const contrastOf = (one: string, other: string): number | null => {
  const a = luminanceOf(one);
  const b = luminanceOf(other);
  return a === null || b === null ? null : (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

/** WCAG 2.2 §1.4.3 for text, and §1.4.11 for the edges of controls. */
export const CONTRAST = { text: 4.5, control: 3 } as const;

const PAPER = "#ffffff";
const INK = "#000000";

type ColourCheck = { ok: true; textColour: string } | { ok: false; message: string };

/**
 * Whether a colour can fill the hosted page's button: its text must be readable in white or in black, and the
 * button must stand out from the white page. `textColour` is the more readable of the two.
 */
export const checkBrandColour = (colour: string): ColourCheck => {
  const onPaper = contrastOf(colour, PAPER);
  const onInk = contrastOf(colour, INK);
  if (onPaper === null || onInk === null) return { ok: false, message: "expected a colour such as #1f6f54" };
  if (onPaper < CONTRAST.control) {
    return {
      ok: false,
      message: `too light for the white page: contrast ${onPaper.toFixed(1)}, expected at least ${CONTRAST.control}`,
    };
  }
  // The product of both contrasts is 21, so below 4.5 against white there is more than 4.6 against black.
  return { ok: true, textColour: onPaper >= CONTRAST.text ? PAPER : INK };
};

/** The bounds of a logo. It is a PNG, because an SVG can hold scripts. */
export const LOGO = { maxBytes: 65_536, maxPixels: 1_024, minPixels: 16 } as const;

type LogoCheck = { ok: true; width: number; height: number } | { ok: false; message: string };

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]; // PNG (RFC 2083) §3.1
const END = [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]; // the last chunk's type and checksum: §4.1.4
const HEADER_BYTES = 33;

const startsWith = (bytes: Uint8Array, start: readonly number[], at = 0): boolean =>
  start.every((byte, index) => bytes[at + index] === byte);

const refused = (message: string): LogoCheck => ({ ok: false, message });

/**
 * Whether bytes are a complete, small PNG: a signature, the header first (§4.1.1) and nothing after the end.
 */
export const checkLogo = (bytes: Uint8Array): LogoCheck => {
  if (bytes.length > LOGO.maxBytes) return refused(`expected at most ${LOGO.maxBytes / 1024} KiB`);
  const hasHeader = bytes.length > HEADER_BYTES && startsWith(bytes, [0x49, 0x48, 0x44, 0x52], 12);
  if (!hasHeader || !startsWith(bytes, SIGNATURE)) return refused("expected a PNG image");
  if (!startsWith(bytes, END, bytes.length - END.length)) return refused("expected a complete PNG image");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  const fits = (side: number): boolean => side >= LOGO.minPixels && side <= LOGO.maxPixels;
  return fits(width) && fits(height)
    ? { ok: true, width, height }
    : refused(
        `expected ${LOGO.minPixels} to ${LOGO.maxPixels} pixels on each side, got ${width} × ${height}`,
      );
};
