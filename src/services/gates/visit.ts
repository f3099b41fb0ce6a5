import { CARRIED, type Carried } from "#core/access/carried.ts";
import { RETURN_CODE } from "#core/claims.ts";
import { ServiceError } from "#core/errors.ts";
import { type GateAnswer, gateBase, isGateAnswer, returnPathOf } from "#core/gates/addresses.ts";
import { newGateCookie } from "#core/gates/cookie.ts";
import { isJsonObject } from "#core/json.ts";
import type { Language } from "#core/language.ts";
import { effectiveStatus, isFinal } from "#core/verification.ts";
import { findResult } from "#data/verifications/verifications.ts";
import { openCarried, sealCarried } from "#services/carried.ts";
import { startVerification } from "#services/check/start.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { requireWithinTenantRate } from "#services/limits.ts";
import { issueReturnCode } from "#services/verifications/tokens.ts";
import { type OpenGate, signerOf } from "./open-gates.ts";

// A visitor's check: begun at a gate's start page, ended when the browser is back. Between the two, the browser itself keeps
// what belongs to it, sealed: where it wanted to go is stored nowhere here.

const STATE_BYTES = 12;
const STATE = /^[A-Za-z0-9_-]{16}$/;

export const VISIT_SECONDS = CARRIED.gateVisit.mostSeconds;

/** What the browser keeps until it is back. */
type Visit = {
  verificationId: string;
  /** Of the hosted page, for a browser that comes back too early. */
  url: string;
  threshold: string;
  returnPath: string;
  answer: GateAnswer;
};

const visitOf = ({ id, origin }: Pick<OpenGate, "id" | "origin">, state: string) =>
  ({ purpose: "gateVisit", subject: { siteId: id, state }, place: { origin } }) as const;

type Wish = { answer: GateAnswer; returnPath: string; language: Language };

const isBelowPolicy = (error: unknown): boolean =>
  error instanceof ServiceError && error.details.issues?.some(({ path }) => path === "minimumAge") === true;

/**
 * Starts the verification of a visitor. Anyone can ask for one, so starts at gates have a separate limit: a flood of them
 * costs the tenant's backend nothing.
 * @returns the hosted page's address, and what the browser keeps under the name of `state`
 * @throws RATE_LIMIT_EXCEEDED, CACHE_ERROR, QUOTA_EXCEEDED, HARD_LIMIT_EXCEEDED; INVALID_REQUEST_BODY: none of the
 *   tenant's methods can be offered
 */
export const beginVisit = async (
  ctx: Ctx,
  gate: OpenGate,
  { answer, returnPath, language }: Wish,
): Promise<{ url: string; verificationId: string; state: string; kept: Carried<"gateVisit"> }> => {
  const { deps } = ctx;
  const { tenant, mode, minimumAge, country, region } = gate;
  await requireWithinTenantRate(deps, tenant, "gate", () => "Too many age checks were started in a minute.");
  const state = Buffer.from(deps.random(STATE_BYTES)).toString("base64url");
  const given = {
    disclosure: "thresholds" as const,
    locale: language,
    country: country ?? undefined,
    region: region ?? undefined,
  };
  const base = gateBase({ siteId: gate.id, origin: gate.origin }, answer, deps.settings.publicUrl);
  const start = (age: number | undefined) =>
    startVerification(
      { ...ctx, tenant, mode },
      { ...given, minimumAge: age },
      `${base}/callback?state=${state}`,
    );
  // A policy may ask for more than the gate: then it decides, because a visitor who reaches its age reaches the gate's too.
  const started = await start(minimumAge ?? undefined).catch((error: unknown) => {
    if (isBelowPolicy(error)) return start(undefined);
    throw error;
  });
  const { verificationId, redirectUrl: url } = started;
  const now = deps.now();
  const visit: Visit = { verificationId, url, threshold: gate.terms.threshold, returnPath, answer };
  const until = new Date(now.getTime() + VISIT_SECONDS * 1000);
  const kept = sealCarried(deps, { ...visitOf(gate, state), until }, JSON.stringify(visit));
  deps.gateCounter.add(gate, "starts", now);
  return { url, verificationId, state, kept };
};

const readVisit = (deps: Deps, gate: OpenGate, state: string, kept: string | null): Visit | null => {
  const text = STATE.test(state) ? openCarried(deps, visitOf(gate, state), kept) : null;
  const read: unknown = text === null ? null : JSON.parse(text);
  if (!isJsonObject(read)) return null;
  const { verificationId, url, threshold, returnPath, answer } = read;
  if (!isGateAnswer(answer)) return null;
  return {
    ...{ verificationId: String(verificationId), url: String(url), threshold: String(threshold), answer },
    returnPath: returnPathOf(String(returnPath), gate.origin) ?? "/",
  };
};

/** Why a visitor is not let through. */
export type VisitRefusal = "under_age" | "cancelled" | "failed" | "expired" | "revoked" | "other_browser";

/** How a visit ends; `returnPath` and `answer` as they were asked for, where the browser is the one that began. */
export type VisitEnd =
  | { kind: "cookie"; returnPath: string; value: string; maxAgeSeconds: number }
  | { kind: "code"; returnPath: string; answer: "code" | "message"; code: string }
  /** The check is still going on: back to its page. */
  | { kind: "open"; url: string }
  | { kind: "refused"; reason: VisitRefusal; returnPath: string; answer: GateAnswer };

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
  if (!visit) return { kind: "refused", reason: "other_browser", returnPath: "/", answer: "cookie" };
  const { returnPath, answer, verificationId } = visit;
  const refused = (reason: VisitRefusal): VisitEnd => ({ kind: "refused", reason, returnPath, answer });
  const result = await findResult(deps.db, gate.tenant.id, verificationId);
  if (!result) return refused("expired");
  const refusal = refusalOf(deps, result, visit, gate);
  if (refusal === "open") return { kind: "open", url: visit.url };
  if (refusal !== null) return refused(refusal);
  const now = deps.now();
  if (answer !== "cookie") {
    const approved = { tenantId: gate.tenant.id, verificationId: result.id };
    const code = await issueReturnCode(deps, approved, RETURN_CODE.gateSeconds);
    if (code === null) return refused("expired");
    deps.gateCounter.add(gate, "approvals", now);
    return { kind: "code", returnPath, answer, code };
  }
  const sign = signerOf(gate);
  const until = new Date((result.completedAt ?? result.createdAt).getTime() + gate.lifetimeSeconds * 1000);
  const cookie = sign && newGateCookie(gate.terms, { until, now, sign });
  if (!cookie) return refused("expired");
  deps.gateCounter.add(gate, "approvals", now);
  return { kind: "cookie", returnPath, ...cookie };
};
