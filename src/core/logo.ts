/** What a logo may be. A PNG holds no script, which an SVG can. */
export const LOGO = { maxBytes: 65_536, maxPixels: 1_024, minPixels: 16 } as const;

export type LogoCheck = { ok: true; width: number; height: number } | { ok: false; message: string };

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]; // PNG (RFC 2083) §3.1
const END = [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]; // the last chunk's type and checksum: §4.1.4
const HEADER_BYTES = 33;

const startsWith = (bytes: Uint8Array, start: readonly number[], at = 0): boolean =>
  start.every((byte, index) => bytes[at + index] === byte);

const refused = (message: string): LogoCheck => ({ ok: false, message });

/** Whether bytes are a whole, small PNG: signature, a header first (§4.1.1) and nothing behind the end. */
export const checkLogo = (bytes: Uint8Array): LogoCheck => {
  if (bytes.length > LOGO.maxBytes) return refused(`expected at most ${LOGO.maxBytes / 1024} KiB`);
  const hasHeader = bytes.length > HEADER_BYTES && startsWith(bytes, [0x49, 0x48, 0x44, 0x52], 12);
  if (!hasHeader || !startsWith(bytes, SIGNATURE)) return refused("expected a PNG picture");
  if (!startsWith(bytes, END, bytes.length - END.length)) return refused("expected a whole PNG picture");
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
