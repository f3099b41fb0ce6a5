import type { Mode } from "#core/verification.ts";

/**
 * Live or test, as the address says, so that a page, its reload and a link to it that somebody is sent all show the
 * same: `?mode=test`, and live where there is nothing.
 */
export const modeOf = (text: unknown): Mode => (text === "test" ? "test" : "live");

/** A page of the console in a mode; other addresses have none. */
export const inMode = (href: string, mode: Mode): string => {
  if (!href.startsWith("/console/") || mode === "live") return href;
  const [page = "", hash] = href.split("#");
  const [path, query] = page.split("?");
  const params = new URLSearchParams(query);
  if (!params.has("mode")) params.set("mode", mode);
  // `?new` stands for itself.
  return `${path}?${params.toString().replace(/=(?=&|$)/g, "")}${hash === undefined ? "" : `#${hash}`}`;
};
