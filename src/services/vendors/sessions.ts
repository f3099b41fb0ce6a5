import { endWithin } from "#core/day.ts";
import { required, ServiceError } from "#core/errors.ts";
import {
  comparesFace,
  hasSelfieChoice,
  methodOfVendor,
  VENDOR_RETURN,
  vendorOfMethod,
} from "#core/identity/vendor.ts";
import { isId } from "#core/ids.ts";
import { isFinal } from "#core/verification.ts";
import {
  endSession,
  findActiveVendor,
  findAwaitedSession,
  findSessionOfBrowser,
  findSessionOfVendor,
  findVendor,
  findVendorCalled,
  insertVendorSession,
  listVendors,
  markReturned,
  type VendorRow,
  type VendorSessionRow,
} from "#data/tenants/vendors.ts";
import { askPerson, type Finding } from "#methods/method.ts";
import { methodNamed } from "#methods/registry.ts";
import { type VendorCallback, VendorFault } from "#methods/vendor/vendor.ts";
import { sessionOfKept } from "#methods/vendor/vendor-method.ts";
import { hashesOf } from "#platform/secrets.ts";
import {
  actingPage,
  type CheckCtx,
  isKeptBack,
  loadPageOf,
  markOpened,
  requireOpenPage,
  statusOf,
} from "#services/check/page.ts";
import { cookieAtSite, newBrowserCookie, pageOfCookie } from "#services/check/page-secret.ts";
import { recordAnswer } from "#services/check/record-answer.ts";
import { takeMethod } from "#services/check/visitors-check.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { noteOf } from "#services/hosts/site.ts";
import { requireWithin } from "#services/limits.ts";
import { hashOf, openSealed, sealedFor } from "#services/sealing.ts";
import { accountOf } from "#services/vendor-account.ts";
import { askToRedact } from "./ask-to-redact.ts";

// An end user goes to a company that checks identities, and the company's result is fetched: when the browser
// comes back, when the company calls, and when the person asks. The first of these records it, and nothing
// after that changes anything.

/** Long enough to find and photograph a document. */
const LIFETIME_MS = 60 * 60_000;
/** Stops a page, or a replayed callback, that asks again and again; honest use stays far below. */
const STARTS_PER_PAGE = { limit: 20, windowSeconds: 600 } as const;
const LOOKS_PER_SESSION = { limit: 60, windowSeconds: 600 } as const;
const REFERENCE_BYTES = 20;

/**
 * The end user chooses a vendor: a session is made there, and our row for it.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED, METHOD_UNAVAILABLE, RATE_LIMIT_EXCEEDED,
 *   VENDOR_UNAVAILABLE: it does not answer; no attempt is used up
 */
export const goToVendor = async (ctx: Ctx, { secret, kind }: { secret: string; kind: string }) => {
  const { deps } = ctx;
  const asking = await requireOpenPage(ctx, secret);
  const { verification } = asking.page;
  const { id: verificationId, tenantId, mode, minimumAge, thresholds } = verification;
  const method = await takeMethod(asking, methodOfVendor(kind));
  const row = required(await findActiveVendor(deps.db.orm, tenantId, { kind, mode }), "METHOD_UNAVAILABLE");
  await requireWithin(
    deps,
    { key: `vendor-start:${verificationId}`, ...STARTS_PER_PAGE },
    () => "This page has asked vendors too many times. Wait a few minutes and try again.",
  );
  const vendor = required(accountOf(deps, row), "VENDOR_UNAVAILABLE");
  const createdAt = deps.now();
  const expiresAt = endWithin(verification, createdAt, LIFETIME_MS);
  const id = `vse_${Buffer.from(deps.random(REFERENCE_BYTES)).toString("hex")}`;
  const returnNote = noteOf(ctx, { id, path: VENDOR_RETURN, until: expiresAt });
  const context = { now: createdAt, minimumAge, thresholds, mode, vendor, returnNote };
  const { question, reason } = await askPerson(method, { channel: "redirect", id, expiresAt }, context);
  const session = sessionOfKept(question?.kept ?? "");
  if (!question?.link || !session) {
    deps.log.warn("a vendor cannot be asked", { requestId: ctx.requestId, vendorId: row.id, reason });
    throw new ServiceError("VENDOR_UNAVAILABLE");
  }
  // A browser without scripts has not yet reported that the page is open.
  await markOpened(asking);
  const cookie = newBrowserCookie(deps, secret);
  const isKept = await insertVendorSession(deps.db.orm, {
    id,
    verificationId,
    tenantId,
    vendorId: row.id,
    sessionHash: hashOf(deps, session.sessionId),
    cookieHash: hashOf(deps, cookieAtSite(ctx, cookie)),
    keptSealed: deps.secrets.seal(question.kept, sealedFor("vendorSession", id)),
    redactAt: expiresAt,
    createdAt,
    expiresAt,
  });
  if (!isKept) {
    // Removed while the person was on the way: nothing but the account in hand can undo the session there.
    const failed = await askToRedact(deps, vendor, session);
    if (failed !== null) {
      const seen = { requestId: ctx.requestId, vendorId: row.id, reference: id, reason: failed };
      deps.log.error("a vendor did not erase a session: ask it to", seen);
    }
    throw new ServiceError("METHOD_UNAVAILABLE");
  }
  const lifetimeSeconds = Math.ceil((expiresAt.getTime() - createdAt.getTime()) / 1000);
  return { verificationId, name: row.name, url: question.link, reference: id, cookie, lifetimeSeconds };
};

/** The vendor's id of a session, for its erasure; null: our key does not open it. */
export const vendorsIdOf = (
  { secrets }: Pick<Deps, "secrets">,
  { id, keptSealed }: Pick<VendorSessionRow, "id" | "keptSealed">,
): string | null =>
  sessionOfKept(openSealed(secrets, keptSealed, sealedFor("vendorSession", id)) ?? "")?.sessionId ?? null;

/** Whether the answer may still come: the vendor has none yet, or could not be asked. */
const isOpenYet = (finding: Finding): boolean =>
  finding.kind === "no_decision" && ["VENDOR_PENDING", "VENDOR_UNAVAILABLE"].includes(finding.code);

/**
 * Asks the vendor for the result and records it.
 * @returns null where nothing is left to ask: the verification has ended, or the vendor is switched off or
 * kept back
 * @throws RATE_LIMIT_EXCEEDED
 */
const look = async (ctx: CheckCtx, row: VendorRow, session: VendorSessionRow): Promise<Finding | null> => {
  const { deps, page } = ctx;
  const { minimumAge, thresholds, mode } = page.verification;
  const methodId = methodOfVendor(row.kind);
  const vendor = accountOf(deps, row);
  const method = methodNamed(deps.methods, methodId);
  const kept = openSealed(deps.secrets, session.keptSealed, sealedFor("vendorSession", session.id));
  if (isFinal(statusOf(ctx)) || !row.isActive || row.mode !== mode) return null;
  if (!vendor || !method || kept === null || (await isKeptBack(ctx, methodId))) return null;
  await requireWithin(
    deps,
    { key: `vendor-look:${session.id}`, ...LOOKS_PER_SESSION },
    () => "The vendor was asked too many times. Wait a few minutes and try again.",
  );
  const startedAt = deps.now();
  const submission = { contentType: "", body: new Uint8Array() };
  const context = { now: startedAt, minimumAge, thresholds, mode, vendor, kept };
  const finding = await method.answer(submission, context);
  if (finding.kind === "no_decision") {
    const { code, reason } = finding;
    const { requestId } = ctx;
    deps.log.info("a vendor's answer decided nothing", { requestId, method: methodId, code, reason });
  }
  if (!isOpenYet(finding))
    await recordAnswer(ctx, { method: methodId, finding, startedAt }, (db) =>
      endSession(db, session.id, deps.now()),
    );
  return finding;
};

/**
 * What the page gets: the code of an error that used up no attempt. A result still awaited is not an error.
 */
const problemOf = (finding: Finding | null): string | null =>
  finding?.kind === "no_decision" && finding.isUnopened && finding.code !== "VENDOR_PENDING"
    ? finding.code
    : null;

type Returned = { secret: string; problem: string | null; verificationId: string | null };

/**
 * The vendor sent a browser back: only the one that was sent gets to its page, and only at the site that it left.
 * @returns null in another browser or at another site, which learns and decides nothing
 * @throws RATE_LIMIT_EXCEEDED
 */
export const returnFromVendor = async (
  ctx: Ctx,
  { reference, cookie }: { reference: string; cookie: string | null },
): Promise<Returned | null> => {
  const { deps } = ctx;
  const secret = cookie === null ? null : pageOfCookie(cookie);
  if (cookie === null || secret === null) return null;
  const { db } = deps;
  const asked = await actingPage(ctx, secret);
  const shown = { id: reference, cookieHashes: hashesOf(deps.secrets, cookieAtSite(ctx, cookie)) };
  const session = asked && (await findSessionOfBrowser(db.orm, shown, deps.now()));
  // Answered already, or expired: the page says how things stand.
  if (!session || session.verificationId !== asked.page.verification.id)
    return { secret, problem: null, verificationId: null };
  const { verificationId, tenantId, vendorId } = session;
  await markReturned(db.orm, session.id, deps.now());
  const row = await findVendor(db.orm, tenantId, vendorId);
  const finding = row && (await look(asked, row, session));
  return { secret, problem: problemOf(finding), verificationId };
};

/**
 * The person asks whether the answer has arrived.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED, RATE_LIMIT_EXCEEDED
 */
export const lookAgain = async (ctx: Ctx, secret: string): Promise<Returned> => {
  const { deps } = ctx;
  const asked = await requireOpenPage(ctx, secret);
  const { id: verificationId, tenantId } = asked.page.verification;
  const session = await findAwaitedSession(deps.db.orm, tenantId, verificationId, deps.now());
  const row = session && (await findVendor(deps.db.orm, tenantId, session.vendorId));
  const finding = row && (await look(asked, row, session));
  return { secret, problem: problemOf(finding), verificationId };
};

/** The outcome of a callback; the vendor gets a 2xx for each of them, because it has nothing to send again. */
type Called = { verificationId: string | null; outcome: "ignored" | "waiting" | "taken" };

const NOT_THE_VENDORS = "The signature is not the vendor's.";

/** What else is wrong with a callback, by its reason. */
const CALLBACK_FAULTS: Readonly<Record<string, string>> = {
  callback_invalid: "The body is no event of the vendor's.",
  callback_thin: "A thin event has no data: let the endpoint send snapshots.",
};

const IGNORED: Called = { verificationId: null, outcome: "ignored" };

/**
 * A vendor reports news of a session. The report itself decides nothing: a genuine callback makes us ask. One
 * that is forged, repeated or late, or belongs to no open session of this vendor's, changes nothing.
 * @throws NOT_FOUND: no such vendor, or it is switched off; INVALID_REQUEST_BODY: not genuine; VENDOR_UNAVAILABLE and
 *   RATE_LIMIT_EXCEEDED: to be sent again
 */
export const vendorCalled = async (
  ctx: Ctx,
  { vendorId, callback }: { vendorId: string; callback: VendorCallback },
): Promise<Called> => {
  const { deps } = ctx;
  const { db, secrets } = deps;
  const row = required(
    isId("vendor", vendorId) ? await findVendorCalled(db.orm, vendorId) : null,
    "NOT_FOUND",
  );
  const account = required(accountOf(deps, row), "NOT_FOUND");
  const now = deps.now();
  let sessionId: string | null;
  try {
    sessionId = await deps.vendors[account.kind].sessionOf(account, callback, now);
  } catch (error) {
    if (!(error instanceof VendorFault)) throw error;
    const { requestId } = ctx;
    deps.log.warn("a vendor's callback was refused", { requestId, vendorId, reason: error.reason });
    throw new ServiceError("INVALID_REQUEST_BODY", CALLBACK_FAULTS[error.reason] ?? NOT_THE_VENDORS);
  }
  if (sessionId === null) return IGNORED;
  const { tenantId } = row;
  const wanted = { tenantId, vendorId, sessionHashes: hashesOf(secrets, sessionId) };
  const session = await findSessionOfVendor(db.orm, wanted, now);
  const asked = session && (await loadPageOf(ctx, session));
  if (!asked) return IGNORED;
  const { verificationId } = session;
  const finding = await look(asked, row, session);
  if (finding === null) return { verificationId, outcome: "ignored" };
  if (finding.kind === "no_decision" && finding.code === "VENDOR_UNAVAILABLE")
    throw new ServiceError("VENDOR_UNAVAILABLE", undefined, { retryAfterSeconds: 60 });
  return { verificationId, outcome: isOpenYet(finding) ? "waiting" : "taken" };
};

/** The name of the vendor whose answer an open page awaits; null: none. */
export const awaitedVendor = async ({ deps, page }: CheckCtx): Promise<string | null> => {
  const { id, tenantId } = page.verification;
  if (!page.providers.some(({ method }) => method.startsWith(methodOfVendor("")))) return null;
  return (await findAwaitedSession(deps.db.orm, tenantId, id, deps.now()))?.vendor.name ?? null;
};

/** The methods of those vendors on an open page that compare the person's face with the document. */
export const methodsWithSelfie = async ({ deps, page }: CheckCtx): Promise<readonly string[]> => {
  const { tenantId, mode } = page.verification;
  const kinds = page.providers.flatMap(({ method }) => vendorOfMethod(method) ?? []);
  const rows = kinds.some(hasSelfieChoice) ? await listVendors(deps.db.orm, tenantId) : [];
  const asking = rows.filter((row) => row.mode === mode && accountOf(deps, row)?.asksSelfie === true);
  const asksAt = (kind: string): boolean => asking.some((row) => row.kind === kind);
  return kinds.filter((kind) => comparesFace({ kind, asksSelfie: asksAt(kind) })).map(methodOfVendor);
};
