import { ServiceError } from "#core/errors.ts";
import { forwardedPrefix, returnPathOf, startAddress } from "#core/gates/addresses.ts";
import { type Answer, framed, type Incoming, requestIdOf } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";
import { findGate, hasProof, type OpenGate } from "#services/gates/open-gates.ts";

// What a site's own server asks before it answers a visitor. The verdict depends on the site in the path and on the
// cookies, and on nothing else that a client can send: no path, no method, no header opens a gate.

/** How the asking server takes the answer. */
type Face = {
  /** Envoy's ext_authz lets through at 200 alone. */
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

/** A service worker, a script, a picture or a socket can do nothing with a page. */
const isNavigation = ({ method, headers }: Incoming): boolean => {
  const mode = headers.get("sec-fetch-mode");
  return (
    (method === "GET" || method === "HEAD") &&
    (mode === null || mode === "navigate") &&
    !headers.has("upgrade") &&
    !headers.has("service-worker") &&
    (headers.get("accept") ?? "").includes("text/html")
  );
};

/** Where the visitor wanted to go, as the asking server says: only for the way back. */
const wantedOf = ({ headers }: Incoming, { suffix }: Face): string =>
  suffix ?? headers.get("x-original-uri") ?? headers.get("x-forwarded-uri") ?? "/";

const refuse = (gate: OpenGate, request: Incoming, face: Face): Answer => {
  const wanted = returnPathOf(wantedOf(request, face), gate.origin) ?? "/";
  const address = startAddress(gate.origin + forwardedPrefix(gate.id), wanted);
  const headers = { ...PASSED, "lintel-gate": address };
  return face.redirects && isNavigation(request)
    ? empty(302, { ...headers, location: address })
    : empty(401, headers);
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
