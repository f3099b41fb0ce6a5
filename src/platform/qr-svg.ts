import { encode } from "uqr";

/** Light modules around the code (ISO/IEC 18004 §9.1 asks for four). */
const QUIET_ZONE = 4;

/**
 * A QR code (ISO/IEC 18004) as an SVG picture, black on white whatever the page's colours are: scanners need
 * that.
 * @param text up to 2,953 bytes
 * @throws Error when the text is longer
 */
export const qrSvg = (text: string): string => {
  // Level L: the code is shown on a screen, where nothing is torn off; larger modules are worth more.
  const { data, size } = encode(text, { ecc: "L", border: QUIET_ZONE });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" aria-hidden="true">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${dark.join("")}"/></svg>`
  );
};
