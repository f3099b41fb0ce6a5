import { ServiceError } from "#core/errors.ts";
import { HANDOFF_SECONDS, type HandoffState, handoffState } from "#core/handoff.ts";
import type { Network } from "#core/network.ts";
import { effectiveStatus, isFinal } from "#core/verification.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import { findLogo, findSettings } from "#data/tenants/tenants.ts";
import { lockVerification } from "#data/verifications/checks.ts";
import { claimHandoff, endHandoffs, findHandoffByCode, insertHandoff } from "#data/verifications/handoffs.ts";
import { findVerification } from "#data/verifications/verifications.ts";
import { endTransactions } from "#data/verifications/wallet-transactions.ts";
import { qrSvg } from "#platform/qr-svg.ts";
import { hashesOf, type Secrets } from "#platform/secrets.ts";
import { brandOf } from "#services/brand.ts";
import { type PageCtx, requirePage, statusOf } from "#services/check/page.ts";
import { newSessionSecret } from "#services/check/page-secret.ts";
import type { At, Ctx, Deps } from "#services/context.ts";
import { isOwnSite, originOf } from "#services/hosts/site.ts";
import { newId } from "#services/ids.ts";
import { requireWithin } from "#services/limits.ts";
import { hashOf } from "#services/sealing.ts";

// 18 bytes: 144 bits, and no padding.
const CODE_BYTES = 18;
const CODE_PATTERN = /^[A-Za-z0-9_-]{24}$/;

// A phone needs two. Guessing 144 bits is hopeless anyway; this also limits its cost.
const CODES_PER_NETWORK = { limit: 40, windowSeconds: 60 } as const;
const STARTS_PER_PAGE = { limit: 12, windowSeconds: 600 } as const;

/**
 * The code of a hand-off, derived from the first page's secret: a reload shows the same code, no table stores it, and
 * neither the database alone nor the pepper alone reveals it.
 */
const handoffCode = (secrets: Pick<Secrets, "hash">, secret: string, handoffId: string): string =>
  Buffer.from(secrets.hash(`handoff:${handoffId}:${secret}`))
    .subarray(0, CODE_BYTES)
    .toString("base64url");

/**
 * The code of a hand-off that was begun with this pepper or, during a change of peppers, with the older one.
 */
const waitingCode = ({ secrets }: Pick<Deps, "secrets">, secret: string, handoff: WaitingHandoff): string => {
  const { older } = secrets;
  const olderCode = older && handoffCode(older, secret, handoff.id);
  const isOlder = olderCode !== null && older?.hash(olderCode).equals(handoff.codeHash) === true;
  return isOlder ? olderCode : handoffCode(secrets, secret, handoff.id);
};

type WaitingHandoff = { id: string; codeHash: Uint8Array };

export type HandoffView = {
  state: HandoffState;
  /** The code on the first device's screen while it waits for a phone, as an image's data URL. */
  picture: string | null;
};

/** The state of a hand-off, for the page of this request. */
export const handoffViewOf = (ctx: PageCtx): HandoffView | null => {
  const { deps, secret } = ctx;
  const { device, handoff } = ctx.page;
  if (!handoff) return null;
  const state = handoffState(handoff, deps.now());
  if (device === "phone" || state !== "waiting") return { state, picture: null };
  const url = `${originOf(ctx)}/c/${waitingCode(deps, secret, handoff)}`;
  return { state, picture: `data:image/svg+xml,${encodeURIComponent(qrSvg(url))}` };
};

/** The page of the first device; only it can hand over and take back. @throws VERIFICATION_NOT_FOUND */
const firstPage = async (ctx: Ctx, secret: string): Promise<PageCtx> => {
  const found = await requirePage(ctx, secret);
  if (found.page.device !== "first") throw new ServiceError("VERIFICATION_NOT_FOUND");
  return found;
};

/** Ends waiting codes, the phone's page and its questions to wallets, so that the phone can no longer decide. */
const endPhones = async (
  db: Db,
  { id, tenantId }: { id: string; tenantId: string },
  now: Date,
): Promise<void> => {
  // Serialised: two starts at once must not leave two codes.
  await lockVerification(db, tenantId, id);
  await endHandoffs(db, id, now);
  await endTransactions(db, id);
};

/**
 * Shows a new code on the first device's screen; ends an older one and the phone that took it.
 * @throws VERIFICATION_NOT_FOUND (from a phone), VERIFICATION_ALREADY_COMPLETED, RATE_LIMIT_EXCEEDED
 */
export const startHandoff = async (ctx: Ctx, secret: string): Promise<void> => {
  const { deps } = ctx;
  const first = await firstPage(ctx, secret);
  const { verification } = first.page;
  const { id: verificationId, tenantId } = verification;
  if (isFinal(statusOf(first))) throw new ServiceError("VERIFICATION_ALREADY_COMPLETED");
  const now = deps.now();
  const starts = { key: `handoff-start:${verificationId}`, ...STARTS_PER_PAGE };
  await requireWithin(
    deps,
    starts,
    () => "Too many codes in a short time. Wait a few minutes and try again.",
  );
  const id = newId(deps, "handoff");
  await inTransaction(deps.db, async (db) => {
    await endPhones(db, verification, now);
    await insertHandoff(db, {
      id,
      verificationId,
      tenantId,
      codeHash: hashOf(deps, handoffCode(deps.secrets, secret, id)),
      createdAt: now,
      expiresAt: new Date(now.getTime() + HANDOFF_SECONDS * 1000),
    });
  });
};

/** Continues the check on the first device; ends the code and the phone's page. @throws VERIFICATION_NOT_FOUND */
export const takeBack = async (ctx: Ctx, secret: string): Promise<void> => {
  const { deps, page } = await firstPage(ctx, secret);
  await inTransaction(deps.db, (db) => endPhones(db, page.verification, deps.now()));
};

/** @throws RATE_LIMIT_EXCEEDED */
const limitCodes = (deps: Deps, network: Network): Promise<void> =>
  requireWithin(
    deps,
    { key: `handoff-codes:${network}`, ...CODES_PER_NETWORK },
    () => "Too many codes from this network. Wait a minute and try again.",
  );

/** A code and its open verification. A photo of the code reveals nothing about a check that has ended. */
const findOffered = async ({ deps, site }: At, code: string) => {
  const db = deps.db.orm;
  const handoff = CODE_PATTERN.test(code) ? await findHandoffByCode(db, hashesOf(deps.secrets, code)) : null;
  const verification = handoff && (await findVerification(db, handoff.tenantId, handoff.verificationId));
  if (!verification || isFinal(effectiveStatus(verification, deps.now()))) return null;
  return isOwnSite({ site }, verification.tenantId) ? { handoff, verification } : null;
};

/**
 * The check behind a code: what a phone shows after it has read one. Looking does not use the code up: cameras and messengers open addresses by themselves.
 * @param network the caller's
 * @returns null for a code that is unknown, used, expired or taken back, all alike
 * @throws RATE_LIMIT_EXCEEDED
 */
export const lookAtHandoff = async (ctx: Ctx, code: string, network: Network) => {
  const { deps } = ctx;
  await limitCodes(deps, network);
  const offered = await findOffered(ctx, code);
  if (!offered || handoffState(offered.handoff, deps.now()) !== "waiting") return null;
  const { tenantId, mode, minimumAge } = offered.verification;
  const db = deps.db.orm;
  const [settings, logo] = await Promise.all([findSettings(db, tenantId), findLogo(db, tenantId)]);
  return settings && { brand: brandOf(settings, logo), mode, minimumAge };
};

/**
 * A phone takes over the check: it gets a separate page, which the first device can end.
 * @param network the caller's
 * @returns the secret of the phone's page; null if the code is unknown or expired, or another phone was first
 * @throws RATE_LIMIT_EXCEEDED
 */
export const acceptHandoff = async (ctx: Ctx, code: string, network: Network) => {
  const { deps } = ctx;
  await limitCodes(deps, network);
  if (!(await findOffered(ctx, code))) return null;
  const secret = newSessionSecret(deps);
  const claimed = await claimHandoff(deps.db.orm, {
    codeHashes: hashesOf(deps.secrets, code),
    phoneSecretHash: hashOf(deps, secret),
    now: deps.now(),
  });
  return claimed && { secret, verificationId: claimed.verificationId, tenantId: claimed.tenantId };
};
