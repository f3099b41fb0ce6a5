// Each browser also names those that it claims to be compatible with, so the more specific names come first.
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bFxiOS\/|\bFirefox\//, "Firefox"],
  [/\bCriOS\/|\bChrom(?:e|ium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const firstOf = (list: readonly [RegExp, string][], text: string): string | null =>
  list.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/**
 * Browser and system from the User-Agent header (RFC 9110 §10.1.5), in our words only: "Firefox on Linux". The header
 * itself is never stored.
 */
export const clientName = (userAgent: string): string => {
  const browser = firstOf(BROWSERS, userAgent) ?? "Unknown browser";
  const system = firstOf(SYSTEMS, userAgent);
  return system === null ? browser : `${browser} on ${system}`;
};
