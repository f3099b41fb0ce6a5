import { CARRIED, type Carried } from "#core/access/carried.ts";
import { RETURN_CODE } from "#core/claims.ts";
import { ServiceError } from "#core/errors.ts";
import {
  type GateAnswer,
  gateBase,
  isGateAnswer,
  returnPathOf,
  servicePrefix,
  type TabKeeps,
  tabKeepsOf,
} from "#core/gates/addresses.ts";
import { newGateCookie } from "#core/gates/cookie.ts";
import { isJsonObject } from "#core/json.ts";
import { LANGUAGES, type Language } from "#core/language.ts";
import type { Network } from "#core/network.ts";
import { effectiveStatus, isFinal } from "#core/verification.ts";
import { findResult } from "#data/verifications/verifications.ts";
import { openCarried, sealCarried } from "#services/carried.ts";
import { sessionUrlOf } from "#services/check/page-secret.ts";
import { startVerification } from "#services/check/start.ts";
import { newVisitorsCheck } from "#services/check/visitors-check.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { linkOriginOf } from "#services/hosts/site.ts";
import { requireWithinVisitorsRate } from "#services/limits.ts";
import { issueReturnCode } from "#services/verifications/tokens.ts";
import { type OpenGate, signerOf } from "./open-gates.ts";

// A visitor's check: begun by the button of a gate's start page, written when the browser comes to the service's own host, and
// ended when it is back. What belongs to it the browser itself carries, sealed: where it wanted to go is stored nowhere here.

const STATE_BYTES = 12;
const STATE = /^[A-Za-z0-9_-]{16}$/;

export const VISIT_SECONDS = CARRIED.gateVisit.mostSeconds;

/** What the browser keeps until it is back: short, because it is a cookie. */
type Visit = {
  verificationId: string;
  /** The hosted page's, for a browser that comes back too early. */
  secret: string;
  threshold: string;
  returnPath: string;
  answer: GateAnswer;
  /** What its tab keeps besides the path. */
  kept: TabKeeps | null;
};

/** What leads from the button to the service's own host, which alone knows who asks. */
type Ticket = Omit<Visit, "threshold"> & {
  language: Language;
  returnTo: string;
};

const ticketOf = (siteId: string) =>
  ({
    purpose: "gateTicket",
    subject: { siteId },
    place: { path: `${servicePrefix(siteId)}/open` },
  }) as const;

const visitOf = ({ id, origin }: Pick<OpenGate, "id" | "origin">, state: string) =>
  ({ purpose: "gateVisit", subject: { siteId: id, state }, place: { origin } }) as const;

type Wish = { answer: GateAnswer; returnPath: string; kept: TabKeeps | null; language: Language };

const isBelowPolicy = (error: unknown): boolean =>
  error instanceof ServiceError && error.details.issues?.some(({ path }) => path === "minimumAge") === true;

/**
 * What the button at a gate's start page begins: nothing is written yet, because the site's own server may have brought the
 * request, and then it is unknown who pressed it.
 * @returns where the browser goes on, at the service's own host, and what it keeps under the name of `state`
 */
export const beginVisit = (
  deps: Deps,
  gate: OpenGate,
  { answer, returnPath, kept: inTab, language }: Wish,
): { url: string; state: string; kept: Carried<"gateVisit"> } => {
  const { id: verificationId, secret } = newVisitorsCheck(deps);
  const state = Buffer.from(deps.random(STATE_BYTES)).toString("base64url");
  const { publicUrl } = deps.settings;
  const base = gateBase({ siteId: gate.id, origin: gate.origin }, answer, publicUrl);
  const until = new Date(deps.now().getTime() + VISIT_SECONDS * 1000);
  const way = { returnPath, answer, kept: inTab };
  const visit: Visit = { verificationId, secret, threshold: gate.terms.threshold, ...way };
  const kept = sealCarried(deps, { ...visitOf(gate, state), until }, JSON.stringify(visit));
  const returnTo = `${base}/callback?state=${state}`;
  const ticket: Ticket = { verificationId, secret, ...way, language, returnTo };
  const sealed = sealCarried(deps, { ...ticketOf(gate.id), until }, JSON.stringify(ticket));
  return { url: `${publicUrl}${servicePrefix(gate.id)}/open?ticket=${sealed.text}`, state, kept };
};

const textsOf = (text: string | null): Readonly<Record<string, string>> | null => {
  const read: unknown = text === null ? null : JSON.parse(text);
  return isJsonObject(read)
    ? Object.fromEntries(Object.entries(read).map(([name, value]) => [name, String(value)]))
    : null;
};

/** What the button sealed. @returns null: it is not ours, not this gate's, or was given too long ago */
export const readTicket = (deps: Deps, gate: OpenGate, text: string | null): Ticket | null => {
  const { verificationId, secret, answer, language, returnPath, kept, returnTo } =
    textsOf(openCarried(deps, ticketOf(gate.id), text)) ?? {};
  if (!verificationId || !secret || !returnTo || !isGateAnswer(answer)) return null;
  const known = LANGUAGES.find((one) => one === language) ?? "en";
  const path = returnPathOf(returnPath ?? "/", gate.origin) ?? "/";
  const way = { answer, returnPath: path, kept: tabKeepsOf(kept) };
  return { verificationId, secret, ...way, language: known, returnTo };
};

/**
 * Starts the verification of a visitor, at the service's own host. Anyone can ask for one, so each address and each gate has a
 * separate limit: a flood costs neither the tenant's backend nor its other sites anything, and one client closes no gate.
 * Nothing is billed before the first step on the page. The same ticket leads to the same page.
 * @param network of the client, as limits by address count it
 * @throws RATE_LIMIT_EXCEEDED, CACHE_ERROR, QUOTA_EXCEEDED, HARD_LIMIT_EXCEEDED; INVALID_REQUEST_BODY: none of the
 *   tenant's methods can be offered
 */
export const openVisit = async (
  ctx: Ctx,
  gate: OpenGate,
  ticket: Ticket,
  network: Network,
): Promise<{ url: string; verificationId: string }> => {
  const { deps } = ctx;
  const { tenant, mode, minimumAge, country, region } = gate;
  await requireWithinVisitorsRate(deps, tenant, `gate:${gate.id}`, network);
  const given = {
    disclosure: "thresholds" as const,
    locale: ticket.language,
    country: country ?? undefined,
    region: region ?? undefined,
  };
  const { verificationId: id, secret, returnTo } = ticket;
  const start = (age: number | undefined) =>
    startVerification({ ...ctx, tenant, mode }, { ...given, minimumAge: age }, { id, secret, returnTo });
  // A policy may ask for more than the gate: then it decides, because a visitor who reaches its age reaches the gate's too.
  const { redirectUrl: url } = await start(minimumAge ?? undefined).catch((error: unknown) => {
    if (isBelowPolicy(error)) return start(undefined);
    throw error;
  });
  deps.gateCounter.add(gate, "starts", deps.now());
  return { url, verificationId: id };
};

const readVisit = (deps: Deps, gate: OpenGate, state: string, kept: string | null): Visit | null => {
  const text = STATE.test(state) ? openCarried(deps, visitOf(gate, state), kept) : null;
  const {
    verificationId,
    secret,
    threshold = "",
    returnPath = "/",
    answer,
    kept: inTab,
  } = textsOf(text) ?? {};
  if (!verificationId || !secret || !isGateAnswer(answer)) return null;
  return {
    ...{ verificationId, secret, threshold, answer, kept: tabKeepsOf(inTab) },
    returnPath: returnPathOf(returnPath, gate.origin) ?? "/",
  };
};

/** Why a visitor is not let through. */
export type VisitRefusal = "under_age" | "cancelled" | "failed" | "expired" | "revoked" | "other_browser";

/** Where a visit leads back to. */
type WayBack = Pick<Visit, "returnPath" | "kept">;

/** How a visit ends; the way back and `answer` as they were asked for, where the browser is the one that began. */
export type VisitEnd =
  | ({ kind: "cookie"; value: string; maxAgeSeconds: number } & WayBack)
  | ({ kind: "code"; answer: "code" | "message"; code: string } & WayBack)
  /** The check is still going on: back to its page. */
  | { kind: "open"; url: string }
  | ({ kind: "refused"; reason: VisitRefusal; answer: GateAnswer } & WayBack);

type Result = NonNullable<Awaited<ReturnType<typeof findResult>>>;

const refusalOf = (
  deps: Deps,
  result: Result,
  visit: Visit,
  gate: OpenGate,
): VisitRefusal | "open" | null => {
  const status = effectiveStatus(result, deps.now());
  if (!isFinal(status)) return "open";
  if (status === "expired") return "expired";
  if (status === "failed") return result.errorCode === "CANCELLED_BY_USER" ? "cancelled" : "failed";
  if (result.verified === false) return "under_age";
  // Erased in the meantime: nothing is known of it any more.
  if (result.verified === null) return "expired";
  if (result.revokedAt !== null) return "revoked";
  // The gate asks for another age by now.
  return visit.threshold === gate.terms.threshold ? null : "expired";
};

/**
 * Ends the visit of a browser that is back. It brings nothing that decides: the result is read here, of the verification
 * that this browser began. The proof counts from the decision on, so coming back again makes it no longer.
 * @param kept what `beginVisit` gave the browser under this state
 */
export const endVisit = async (
  deps: Deps,
  gate: OpenGate,
  { state, kept }: { state: string; kept: string | null },
): Promise<VisitEnd> => {
  const visit = readVisit(deps, gate, state, kept);
  const nowhere = { returnPath: "/", kept: null };
  if (!visit) return { kind: "refused", reason: "other_browser", ...nowhere, answer: "cookie" };
  const { answer, verificationId } = visit;
  const way: WayBack = { returnPath: visit.returnPath, kept: visit.kept };
  const refused = (reason: VisitRefusal): VisitEnd => ({ kind: "refused", reason, ...way, answer });
  const result = await findResult(deps.db, gate.tenant.id, verificationId);
  if (!result) return refused("expired");
  const refusal = refusalOf(deps, result, visit, gate);
  if (refusal === "open")
    return { kind: "open", url: sessionUrlOf(await linkOriginOf(deps, gate.tenant.id), visit.secret) };
  if (refusal !== null) return refused(refusal);
  const now = deps.now();
  if (answer !== "cookie") {
    const approved = { tenantId: gate.tenant.id, verificationId: result.id };
    const code = await issueReturnCode(deps, approved, RETURN_CODE.gateSeconds);
    if (code === null) return refused("expired");
    deps.gateCounter.add(gate, "approvals", now);
    return { kind: "code", ...way, answer, code };
  }
  const sign = signerOf(gate);
  const until = new Date((result.completedAt ?? result.createdAt).getTime() + gate.lifetimeSeconds * 1000);
  const cookie = sign && newGateCookie(gate.terms, { until, now, sign });
  if (!cookie) return refused("expired");
  deps.gateCounter.add(gate, "approvals", now);
  return { kind: "cookie", ...way, ...cookie };
};
