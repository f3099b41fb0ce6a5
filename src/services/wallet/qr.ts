import { qrSvg } from "#platform/qr-svg.ts";

/** The link as a code to scan. */
export const qrOf = (link: string): string => qrSvg(link);
