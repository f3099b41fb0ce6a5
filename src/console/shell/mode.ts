import type { Mode } from "#core/verification.ts";

/**
 * The mode is in the address (`?mode=test`; live without it), so that a reload and a shared link show the same.
 */
export const modeOf = (text: unknown): Mode => (text === "test" ? "test" : "live");

/** A console address in a mode; other addresses stay as they are. */
export const inMode = (href: string, mode: Mode): string => {
  if (!href.startsWith("/console/") || mode === "live") return href;
  const [page = "", hash] = href.split("#");
  const [path, query] = page.split("?");
  const params = new URLSearchParams(query);
  if (!params.has("mode")) params.set("mode", mode);
  // `?new` has no value.
  return `${path}?${params.toString().replace(/=(?=&|$)/g, "")}${hash === undefined ? "" : `#${hash}`}`;
};
