import { ServiceError } from "#core/errors.ts";
import { addressWithCode, fieldOf, wantedIn } from "#core/gates/addresses.ts";
import { type Language, pickLanguage } from "#core/language.ts";
import { keptVisit, visitCookieEnd } from "#http/journey-cookie.ts";
import { type Answer, clientNetwork, framed, type Incoming, requestIdOf } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";
import { findGate, hasProof } from "#services/gates/open-gates.ts";
import { endVisit, openVisit, readTicket, type VisitEnd, type VisitRefusal } from "#services/gates/visit.ts";
import { gatePage } from "./pages.ts";
import { answerIn, begin, isInFrame, showStart } from "./start.ts";
import { backPage, baseOf, go, headersOf, isSecure, nameOf, startAgain, type Visited } from "./visited.ts";

// The pages that a visitor meets at a gate, on the site's own host or at the service's. Neither begins a check by itself:
// crawlers and prefetches open addresses too, and each check costs the tenant.

const languageOf = (request: Incoming, query: string): Language =>
  pickLanguage({
    chosen: fieldOf(query, "lang"),
    locale: null,
    accepted: request.headers.get("accept-language"),
  });

/** At the service's own host, from the button. */
const open = async (visited: Visited): Promise<Answer> => {
  const { deps, request, requestId, gate, query, language, note, offer } = visited;
  const ticket = readTicket(deps, gate, fieldOf(query, "ticket"));
  // Another try begins where the browser's cookie is.
  const again = ticket ?? { answer: "cookie" as const, language, returnPath: "/", kept: null };
  const start = `${baseOf(visited, again.answer)}/${startAgain(again)}`;
  if (!ticket) return go(303, start, requestId);
  offer(start);
  const ctx = { deps, site: null, actor: { kind: "end_user" }, requestId } as const;
  const opened = await openVisit(ctx, gate, ticket, clientNetwork(request));
  note({ tenantId: gate.tenant.id, verificationId: opened.verificationId });
  return go(303, opened.url, requestId);
};

const gateCookie = ({ gate }: Visited, { value, maxAgeSeconds }: VisitEnd & { kind: "cookie" }): string => {
  const secure = gate.origin.startsWith("https:") ? "; Secure" : "";
  return `${gate.cookieName}=${value}; Path=/; Max-Age=${maxAgeSeconds}${secure}; HttpOnly; SameSite=Lax`;
};

type Said = { type: "answer"; code: string } | { type: "refused"; reason: Heard };
type Heard = "cancelled" | "failed" | "expired" | "under_age";

const messagePage = (visited: Visited, said: Said, returnPath: string): Answer => {
  const { gate, language, requestId } = visited;
  const message = { lintel: 1, site: gate.id, ...said } as const;
  const page = { kind: "message", language, origin: gate.origin, message } as const;
  return gatePage({ ...page, siteName: nameOf(gate), returnPath }, headersOf(requestId));
};

/** The script learns what it can act on. */
const heardOf = (reason: VisitRefusal): Heard =>
  reason === "revoked" || reason === "other_browser" ? "failed" : reason;

const answerOf = (visited: Visited, end: VisitEnd & { kind: "cookie" | "code" | "refused" }): Answer => {
  const { gate, language, requestId } = visited;
  const { returnPath, kept } = end;
  const lead = (to: string, cookies: string[]): Answer =>
    kept === null ? go(302, to, requestId, cookies) : { ...backPage(visited, { to, kept }), cookies };
  if (end.kind === "cookie") return lead(gate.origin + returnPath, [gateCookie(visited, end)]);
  if (end.kind === "code")
    return end.answer === "message"
      ? messagePage(visited, { type: "answer", code: end.code }, returnPath)
      : lead(addressWithCode(gate.origin, returnPath, end.code), []);
  const { reason, answer } = end;
  if (answer === "message")
    return messagePage(visited, { type: "refused", reason: heardOf(reason) }, returnPath);
  const again = startAgain({ answer, language, returnPath, kept });
  return gatePage(
    { kind: "refused", reason, language, siteName: nameOf(gate), startAddress: again },
    headersOf(requestId),
  );
};

const callback = async (visited: Visited): Promise<Answer> => {
  const { deps, request, gate, query, requestId, note } = visited;
  const state = fieldOf(query, "state") ?? "";
  const header = request.headers.get("cookie");
  // Only on this machine the site's host and ours differ in this.
  const isWithout = !(isSecure(visited, "cookie") && isSecure(visited, "code"));
  const kept =
    keptVisit(header, state, { isSecure: true }) ??
    (isWithout ? keptVisit(header, state, { isSecure: false }) : null);
  const end = await endVisit(deps, gate, { state, kept });
  note({ tenantId: gate.tenant.id });
  if (end.kind === "open") return go(302, end.url, requestId);
  // Back to the check's last page, and on again: this visit is over, and the browser has its proof.
  const isThrough = kept === null && hasProof(gate, request.headers.get("cookie"), deps.now());
  if (isThrough) return go(302, `${gate.origin}/`, requestId);
  const answered = answerOf(visited, end);
  // A refusal can be read again: its page is the same after a reload.
  const ended =
    kept === null || end.kind === "refused"
      ? []
      : [visitCookieEnd(state, { isSecure: true }), visitCookieEnd(state, { isSecure: false })];
  return { ...answered, cookies: [...(answered.cookies ?? []), ...ended] };
};

type Step = (visited: Visited) => Promise<Answer>;

const STEPS: Readonly<
  Record<string, { path: string; event: string; methods: Readonly<Record<string, Step>> }>
> = {
  start: { path: "/gate/[site]/start", event: "gate.start", methods: { GET: showStart, POST: begin } },
  open: { path: "/gate/[site]/open", event: "gate.open", methods: { GET: open } },
  callback: { path: "/gate/[site]/callback", event: "gate.callback", methods: { GET: callback } },
};

const BUSY: readonly string[] = [
  "RATE_LIMIT_EXCEEDED",
  "QUOTA_EXCEEDED",
  "HARD_LIMIT_EXCEEDED",
  "CACHE_ERROR",
];

/**
 * The request as it is logged: what follows `return=` is the site's own address, with names of the site's own choice, and a
 * ticket opens the visitor's page.
 */
const withoutReturn = ({ method, url, headers }: Incoming): Incoming => ({
  ...{ method, headers, body: null },
  url: url.replace(/([?&](?:return|ticket)=).*$/s, "$1"),
});

/** Paths are read alike for every site, and whose this one is may be unknown while the database is away. */
const ANY_ORIGIN = "https://site.invalid";

/** The same step again. Null: it could end no better. */
const againOf = (step: string, query: string, language: Language): string | null => {
  if (step === "start")
    return startAgain({ answer: answerIn(query), language, ...wantedIn(query, ANY_ORIGIN) });
  const state = fieldOf(query, "state") ?? "";
  return /^[\w-]{16}$/.test(state) ? `callback?state=${state}` : null;
};

/** A visitor can do nothing about the cause, but can try again. */
const failed = (
  { code, details }: ServiceError,
  {
    language,
    requestId,
    again,
    isFramed,
  }: { language: Language; requestId: string; again: string | null; isFramed: boolean },
): Answer => {
  const isUnknown = code === "NOT_FOUND";
  const { retryAfterSeconds } = details;
  const wait = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  return gatePage(
    {
      kind: "refused",
      reason: isUnknown ? "unknown_site" : BUSY.includes(code) ? "busy" : "unavailable",
      ...{ language, siteName: null, startAddress: isUnknown ? null : again, isFramed },
    },
    { ...headersOf(requestId), ...wait },
  );
};

/**
 * Answers at a gate's start page and at the address where its checks return.
 * @returns null: there is no such step, or not by this method
 */
export const visitGate = (
  deps: Deps,
  request: Incoming,
  { siteId, step: name, query }: { siteId: string; step: string; query: string },
): Promise<Answer> | null => {
  const known = Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
  const step = known?.methods[request.method === "HEAD" ? "GET" : request.method];
  if (!known || !step) return null;
  const requestId = requestIdOf(deps, request);
  const language = languageOf(request, query);
  let again = againOf(name, query, language);
  const offer = (other: string): void => {
    again = other;
  };
  return framed(
    deps,
    withoutReturn(request),
    requestId,
    known,
    async (note) => {
      const gate = await findGate(deps, siteId);
      if (!gate) throw new ServiceError("NOT_FOUND");
      note({ tenantId: gate.tenant.id });
      return step({ deps, request, requestId, gate, query, language, note, offer });
    },
    (error) =>
      failed(error, { language, requestId, again, isFramed: name === "start" && isInFrame(request) }),
  );
};
