import { saysSameOrigin } from "#core/access/same-origin.ts";
import { ServiceError } from "#core/errors.ts";
import {
  addressWithCode,
  fieldOf,
  type GateAnswer,
  gateBase,
  isGateAnswer,
  returnOf,
  returnPathOf,
} from "#core/gates/addresses.ts";
import { type Language, pickLanguage } from "#core/language.ts";
import { readForm } from "#http/body.ts";
import {
  type Answer,
  clientNetwork,
  framed,
  type Incoming,
  plainHeaders,
  requestIdOf,
} from "#http/respond.ts";
import type { Deps } from "#services/context.ts";
import { findGate, hasProof, type OpenGate } from "#services/gates/open-gates.ts";
import {
  beginVisit,
  endVisit,
  openVisit,
  readTicket,
  VISIT_SECONDS,
  type VisitEnd,
  type VisitRefusal,
} from "#services/gates/visit.ts";
import { linkOriginOf } from "#services/hosts/site.ts";
import { gatePage } from "./pages.ts";
import { droppedVisits, keptVisit, visitCookie, visitCookieEnd } from "./visit-cookie.ts";

// The pages that a visitor meets at a gate, on the site's own host or at the service's. Neither begins a check by itself:
// crawlers and prefetches open addresses too, and each check costs the tenant.

const MAX_FORM_BYTES = 4 * 1024;

/** A visitor's request at an open gate. */
type Visited = {
  deps: Deps;
  request: Incoming;
  requestId: string;
  gate: OpenGate;
  query: string;
  language: Language;
  note: (facts: { tenantId?: string; verificationId?: string; code?: string | null }) => void;
  /** What a page that knows nothing better offers as another try. */
  offer: (again: string) => void;
};

const languageOf = (request: Incoming, query: string): Language =>
  pickLanguage({
    chosen: fieldOf(query, "lang"),
    locale: null,
    accepted: request.headers.get("accept-language"),
  });

const nameOf = ({ shownName, tenant }: OpenGate): string => shownName ?? tenant.name;

const headersOf = (requestId: string): Record<string, string> => ({
  ...plainHeaders(requestId),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
});

const go = (status: 302 | 303, location: string, requestId: string, cookies: string[] = []): Answer => ({
  status,
  headers: { ...headersOf(requestId), location },
  body: "",
  cookies,
});

const baseOf = ({ deps, gate }: Visited, answer: GateAnswer): string =>
  gateBase({ siteId: gate.id, origin: gate.origin }, answer, deps.settings.publicUrl);

/** The cookie of a visit is on the host that the browser sees, which is ours unless the gate's own cookie is wanted. */
const isSecure = (visited: Visited, answer: GateAnswer): boolean =>
  baseOf(visited, answer).startsWith("https:");

const startPage = async (visited: Visited, answer: GateAnswer, returnPath: string): Promise<Answer> => {
  const { deps, gate, language, requestId } = visited;
  return gatePage(
    {
      kind: "start",
      ...{ site: gate.id, language, siteName: nameOf(gate), threshold: gate.terms.threshold },
      // On whichever host the page is: below its own address.
      ...{ action: "start", returnPath, answer, origin: gate.origin },
      hostedOrigins: [new URL(deps.settings.publicUrl).origin, await linkOriginOf(deps, gate.tenant.id)],
    },
    headersOf(requestId),
  );
};

const answerIn = (query: string): GateAnswer => {
  const asked = fieldOf(query, "answer");
  return isGateAnswer(asked) ? asked : "cookie";
};

const showStart = async (visited: Visited): Promise<Answer> => {
  const { deps, request, gate, query, requestId } = visited;
  const answer = answerIn(query);
  const returnPath = returnOf(query, gate.origin);
  const isThrough = answer === "cookie" && hasProof(gate, request.headers.get("cookie"), deps.now());
  return isThrough ? go(302, gate.origin + returnPath, requestId) : startPage(visited, answer, returnPath);
};

const begin = async (visited: Visited): Promise<Answer> => {
  const { deps, request, requestId, gate, language, offer } = visited;
  const form = await readForm(request, MAX_FORM_BYTES);
  const asked = form.get("answer");
  const answer = isGateAnswer(asked) ? asked : "cookie";
  const returnPath = returnPathOf(form.get("return") ?? "/", gate.origin) ?? "/";
  offer(startAgain({ answer, language, returnPath }));
  // A foreign page must not start checks in the tenant's name: the visitor presses the button.
  // A strict referrer policy of the site's own server makes `null` of the page's origin (Fetch Standard §3.2).
  const origins = [gate.origin, new URL(deps.settings.publicUrl).origin, "null"];
  if (saysSameOrigin(request, origins) === false) return startPage(visited, answer, returnPath);
  const visit = beginVisit(deps, gate, { answer, returnPath, language });
  const place = { isSecure: isSecure(visited, answer) };
  const kept = visitCookie({ state: visit.state, value: visit.kept, maxAgeSeconds: VISIT_SECONDS }, place);
  return go(303, visit.url, requestId, [...droppedVisits(request.headers.get("cookie"), kept, place), kept]);
};

/** At the service's own host, from the button. */
const open = async (visited: Visited): Promise<Answer> => {
  const { deps, request, requestId, gate, query, language, note, offer } = visited;
  const ticket = readTicket(deps, gate, fieldOf(query, "ticket"));
  // Another try begins where the browser's cookie is.
  const again = ticket ?? { answer: "cookie" as const, language, returnPath: "/" };
  const start = `${baseOf(visited, again.answer)}/${startAgain(again)}`;
  if (!ticket) return go(303, start, requestId);
  offer(start);
  const ctx = { deps, actor: { kind: "end_user" }, requestId } as const;
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

type Wish = { answer: GateAnswer; language: Language; returnPath: string };

/** Relative: on whichever host the page is, it is below the same gate's address. */
const startAgain = ({ answer, language, returnPath }: Wish): string =>
  `start?answer=${answer}&lang=${language}&return=${encodeURIComponent(returnPath)}`;

const answerOf = (visited: Visited, end: VisitEnd & { kind: "cookie" | "code" | "refused" }): Answer => {
  const { gate, language, requestId } = visited;
  if (end.kind === "cookie")
    return go(302, gate.origin + end.returnPath, requestId, [gateCookie(visited, end)]);
  if (end.kind === "code")
    return end.answer === "message"
      ? messagePage(visited, { type: "answer", code: end.code }, end.returnPath)
      : go(302, addressWithCode(gate.origin, end.returnPath, end.code), requestId);
  const { reason, returnPath, answer } = end;
  if (answer === "message")
    return messagePage(visited, { type: "refused", reason: heardOf(reason) }, returnPath);
  const again = startAgain({ answer, language, returnPath });
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
    return startAgain({ answer: answerIn(query), language, returnPath: returnOf(query, ANY_ORIGIN) });
  const state = fieldOf(query, "state") ?? "";
  return /^[\w-]{16}$/.test(state) ? `callback?state=${state}` : null;
};

/** A visitor can do nothing about the cause, but can try again. */
const failed = (
  { code, details }: ServiceError,
  { language, requestId, again }: { language: Language; requestId: string; again: string | null },
): Answer => {
  const isUnknown = code === "NOT_FOUND";
  const { retryAfterSeconds } = details;
  const wait = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  return gatePage(
    {
      kind: "refused",
      reason: isUnknown ? "unknown_site" : BUSY.includes(code) ? "busy" : "unavailable",
      ...{ language, siteName: null, startAddress: isUnknown ? null : again },
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
    (error) => failed(error, { language, requestId, again }),
  );
};
