// The groups in which requests are counted for the operator. Their names become labels in a monitoring system, where each is a
// series that is kept: they are this list and never part of a request.

export const ROUTES = [
  "verify",
  "tokens",
  "account",
  "listeners",
  "hosted",
  "wallet",
  "gate",
  "oidc",
  "scim",
  "console",
  "admin",
  "health",
  "well_known",
  "pages",
  "files",
  "other",
] as const;

export type Route = (typeof ROUTES)[number];

/** Beginnings of addresses, the busiest first: each request is compared with them in this order. */
const BEGINNINGS: readonly (readonly [beginning: string, route: Exclude<Route, "other">])[] = [
  ["/v", "hosted"],
  ["/verify", "verify"],
  ["/gate", "gate"],
  ["/tokens", "tokens"],
  ["/_next", "files"],
  ["/health", "health"],
  ["/oidc", "oidc"],
  ["/.well-known", "well_known"],
  ["/openid4vp", "wallet"],
  ["/api", "console"],
  ["/console", "console"],
  ["/listeners", "listeners"],
  ["/scim", "scim"],
  ["/usage", "account"],
  ["/logs", "account"],
  ["/audit", "account"],
  ["/cli", "account"],
  ["/admin", "admin"],
  ["/c", "hosted"],
  ["/key", "hosted"],
  ["/wallet", "hosted"],
  ["/hosts", "health"],
  ["/practice", "pages"],
  ["/docs", "pages"],
  ["/openapi.json", "pages"],
  ["/llms.txt", "pages"],
  ["/llms-full.txt", "pages"],
  ["/gate.js", "files"],
  ["/gate.css", "files"],
  ["/embed.js", "files"],
  ["/docs-first.js", "files"],
  ["/logo.svg", "files"],
  ["/mark.svg", "files"],
  ["/icon.svg", "files"],
  ["/robots.txt", "files"],
  ["/samples", "files"],
  ["/sdk", "files"],
];

const SLASH = "/".charCodeAt(0);
const QUESTION_MARK = "?".charCodeAt(0);

/** Whether a part of a path ends here; NaN: the target does. */
const isEnd = (code: number): boolean => code === SLASH || code === QUESTION_MARK || Number.isNaN(code);

/** The group of a request. @param target of the request line (RFC 9112 §3.2), as it came */
export const routeOf = (target: string): Route => {
  for (const [beginning, route] of BEGINNINGS)
    if (target.startsWith(beginning) && isEnd(target.charCodeAt(beginning.length))) return route;
  return target === "/" || target.startsWith("/?") ? "pages" : "other";
};
