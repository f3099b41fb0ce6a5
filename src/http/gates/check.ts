import { ServiceError } from "#core/errors.ts";
import {
  forwardedPrefix,
  isTooLong,
  returnPathOf,
  shortStartAddress,
  startAddress,
} from "#core/gates/addresses.ts";
import { endedPage, formRefererExpression } from "#core/gates/configurations/ended-page.ts";
import { directionOf, pickLanguage } from "#core/language.ts";
import { escapeHtml } from "#core/text.ts";
import { type Answer, framed, type Incoming, requestIdOf } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";
import { findGate, hasProof, type OpenGate } from "#services/gates/open-gates.ts";
import { PAGE_TEXTS } from "./page-texts.ts";

// What a site's own server asks before it answers a visitor. The verdict depends on the site in the path and on the
// cookies, and on nothing else that a client can send: no path, no method, no header opens a gate.

/** How the asking server takes the answer. */
type Face = {
  /** Envoy's ext_authz lets through only at 200. */
  passes: 200 | 204;
  /** Whether a visitor who navigates is led to the start page. */
  redirects: boolean;
  /** The path that was asked for, where it is a part of the address. */
  suffix: string | null;
};

const faceOf = (suffix: string, query: string): Face =>
  suffix === ""
    ? { passes: 204, redirects: /(?:^|&)mode=redirect(?:&|$)/.test(query), suffix: null }
    : { passes: 200, redirects: true, suffix: suffix + (query === "" ? "" : `?${query}`) };

const PASSED = { "cache-control": "no-store", vary: "Cookie" } as const;

const empty = (status: number, headers: Answer["headers"]): Answer => ({ status, headers, body: "" });

const isSafe = (method: string): boolean => method === "GET" || method === "HEAD";

/** A service worker, a script, a picture or a socket can do nothing with a page. */
const isForPerson = ({ headers }: Incoming, modes: readonly (string | null)[]): boolean =>
  modes.includes(headers.get("sec-fetch-mode")) &&
  !headers.has("upgrade") &&
  !headers.has("service-worker") &&
  (headers.get("accept") ?? "").includes("text/html");

const isNavigation = (request: Incoming): boolean =>
  isSafe(request.method) && isForPerson(request, [null, "navigate"]);

/** Traefik asks by GET whatever the visitor's method is, and says it. Only the form of the refusal follows from it. */
const isSentForm = (request: Incoming): boolean =>
  !isSafe(request.headers.get("x-forwarded-method") ?? request.method) && isForPerson(request, ["navigate"]);

/** Where the visitor wanted to go, as the asking server says: only for the way back. */
const wantedOf = ({ headers }: Incoming, { suffix }: Face): string =>
  suffix ?? headers.get("x-original-uri") ?? headers.get("x-forwarded-uri") ?? "/";

const baseOf = (gate: OpenGate): string => gate.origin + forwardedPrefix(gate.id);

/** For servers that cannot say it themselves: the check's answer is the visitor's. */
const endedForm = (gate: OpenGate, { headers }: Incoming, refusal: Answer["headers"]): Answer => {
  const [, from = "/"] =
    new RegExp(formRefererExpression(gate.origin)).exec(headers.get("referer") ?? "") ?? [];
  const start = shortStartAddress(baseOf(gate), returnPathOf(from, gate.origin) ?? "/");
  const accepted = headers.get("accept-language");
  const language = pickLanguage({ chosen: null, locale: null, accepted });
  const { title, text, link } = PAGE_TEXTS[language].ended;
  const words = { title: escapeHtml(title), text: escapeHtml(text), link: escapeHtml(link) };
  return {
    status: 401,
    headers: {
      ...refusal,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'",
      "x-content-type-options": "nosniff",
    },
    body: endedPage(escapeHtml(start), words, `lang="${language}" dir="${directionOf(language)}"`),
  };
};

/** A long way back stands in the answer once: nginx reads 4 KiB of one. */
const refuse = (gate: OpenGate, request: Incoming, face: Face): Answer => {
  const wanted = wantedOf(request, face);
  const path = returnPathOf(wanted, gate.origin);
  const known = isTooLong(wanted) ? null : (path ?? "/");
  const headers = { ...PASSED, "lintel-gate": shortStartAddress(baseOf(gate), known) };
  if (isSentForm(request)) return endedForm(gate, request, headers);
  if (!face.redirects || !isNavigation(request)) return empty(401, headers);
  const location = known === null ? headers["lintel-gate"] : startAddress(baseOf(gate), known);
  return empty(302, { ...headers, location });
};

const judge = (deps: Deps, gate: OpenGate, request: Incoming, face: Face): Answer => {
  const now = deps.now();
  const isGood = hasProof(gate, request.headers.get("cookie"), now);
  deps.gateCounter.add(gate, isGood ? "passes" : "refusals", now);
  if (!isGood) return refuse(gate, request, face);
  return empty(face.passes, { ...PASSED, "lintel-age": gate.terms.threshold });
};

/** Closed, also while we cannot say: 403 for a gate that does not exist, 503 while the database is away. */
const closed = (error: ServiceError): Answer => empty(error.code === "NOT_FOUND" ? 403 : 503, PASSED);

/**
 * Answers a check. Not logged: every request of a site's visitors asks one.
 * @param suffix what follows `/check` in the address
 */
export const checkGate = (
  deps: Deps,
  request: Incoming,
  { siteId, suffix, query }: { siteId: string; suffix: string; query: string },
): Promise<Answer> =>
  framed(
    deps,
    request,
    requestIdOf(deps, request),
    { event: null },
    async () => {
      const gate = await findGate(deps, siteId);
      if (!gate) throw new ServiceError("NOT_FOUND");
      return judge(deps, gate, request, faceOf(suffix, query));
    },
    closed,
  );
