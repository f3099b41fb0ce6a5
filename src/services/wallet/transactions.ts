import { type AgeBand, bandOfFacts, NOTHING_KNOWN } from "#core/age-over.ts";
import { addDays, endWithin } from "#core/day.ts";
import { ServiceError } from "#core/errors.ts";
import { KEPT_SECONDS } from "#core/practice/retentions.ts";
import { purge } from "#data/service/retention.ts";
import {
  countTransactions,
  endOverdueTransactions,
  insertWalletTransaction,
  type PendingTransaction,
  releaseResult,
  type WalletChannel,
} from "#data/verifications/wallet-transactions.ts";
import type { Question } from "#methods/method.ts";
import { readSealedExpectations, type WalletExpectation } from "#methods/wallet/expectation.ts";
import { evidenceOf } from "#methods/wallet/wallet-method.ts";
import { hashesOf } from "#platform/secrets.ts";
import { actingPage, requireOpenPage } from "#services/check/page.ts";
import { cookieAtSite, newBrowserCookie, pageOfCookie } from "#services/check/page-secret.ts";
import { recordUsedEvidence } from "#services/check/record-answer.ts";
import { takeMethod } from "#services/check/visitors-check.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { siteContext } from "#services/hosts/site.ts";
import { hashOf, openSealed, sealedFor } from "#services/sealing.ts";

// One question to a wallet: its id, its codes, and what its row stores until the answer arrives.

const ID_BYTES = 20;
const KEPT_DAYS = KEPT_SECONDS.wallet / 86_400;

/** Stops a page that asks again and again; honest use stays far below. */
const MAX_TRANSACTIONS = 60;
const LIFETIME_MS = { link: 5 * 60_000, qr: 5 * 60_000, dc_api: 10 * 60_000 } as const;

/**
 * 160 random bits and no time: the id is in the address that a wallet posts to, so it must be impossible to
 * guess.
 */
const newTransactionId = ({ random }: Pick<Deps, "random">): string =>
  `wtx_${Buffer.from(random(ID_BYTES)).toString("hex")}`;

export const isTransactionId = (text: string): boolean => /^wtx_[0-9a-f]{40}$/.test(text);

/** What a transaction stores of its question; empty if this deployment's key does not open it. */
export const unsealExpectations = (
  { secrets }: Pick<Deps, "secrets">,
  { id, expectationsSealed }: Pick<PendingTransaction, "id" | "expectationsSealed">,
): string => openSealed(secrets, expectationsSealed, sealedFor("expectations", id)) ?? "";

/** The expectation of a link or a code. */
export const expectationOf = (
  deps: Pick<Deps, "secrets" | "wallet">,
  transaction: Pick<PendingTransaction, "id" | "expectationsSealed">,
): WalletExpectation | undefined =>
  readSealedExpectations(unsealExpectations(deps, transaction), deps.wallet.types)[0];

/** A question that was asked. */
type OpenedTransaction = {
  transactionId: string;
  question: Question;
  expiresAt: Date;
  /** For the browser to keep; only a link has one. */
  cookie: string | null;
};

/**
 * Asks a wallet and stores what its answer is checked against, sealed for this row, because it contains a private key.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED, METHOD_UNAVAILABLE, RATE_LIMIT_EXCEEDED
 */
export const openTransaction = async (
  ctx: Ctx,
  { secret, channel, app }: { secret: string; channel: WalletChannel; app?: string },
): Promise<OpenedTransaction> => {
  const { deps } = ctx;
  const asking = await requireOpenPage(ctx, secret);
  const { verification } = asking.page;
  const method = await takeMethod(asking, "wallet");
  const { id: verificationId, tenantId, minimumAge, thresholds, mode } = verification;
  const id = newTransactionId(deps);
  const now = deps.now();
  const expiresAt = endWithin(verification, now, LIFETIME_MS[channel]);
  const asked = { channel, id, expiresAt, ...(app === undefined ? {} : { app }) };
  const question = await method.start(asked, {
    now,
    minimumAge,
    thresholds,
    mode,
    tenantId,
    ...siteContext(ctx),
  });
  if (!question) throw new ServiceError("METHOD_UNAVAILABLE");
  if ((await countTransactions(deps.db.orm, tenantId, verificationId)) >= MAX_TRANSACTIONS) {
    throw new ServiceError(
      "RATE_LIMIT_EXCEEDED",
      "This page has asked for a wallet too many times. Wait a few minutes and try again.",
      { retryAfterSeconds: LIFETIME_MS.link / 1000 },
    );
  }
  const cookie = channel === "link" ? newBrowserCookie(deps, secret) : null;
  await insertWalletTransaction(deps.db.orm, {
    id,
    channel,
    expiresAt,
    verificationId,
    tenantId,
    cookieHash: cookie === null ? null : hashOf(deps, cookieAtSite(ctx, cookie)),
    expectationsSealed: deps.secrets.seal(question.kept, sealedFor("expectations", id)),
    createdAt: deps.now(),
  });
  return { transactionId: id, question, expiresAt, cookie };
};

/** The longest that a link waits, many times over. */
const RETIRED_MS = 3_600_000;

/**
 * Ends transactions whose time is up, with their keys; deletes those of the day before, and certificates
 * replaced an hour ago. Returns how many.
 */
export const purgeWalletTransactions = async ({ deps }: Ctx, limit: number): Promise<number> => {
  const now = deps.now();
  const ended = await endOverdueTransactions(deps.db.orm, now, limit);
  const deleted = await purge("wallet_transaction")(deps.db.orm, addDays(now, -KEPT_DAYS), limit);
  const retired = new Date(now.getTime() - RETIRED_MS);
  const replaced = await purge("wallet_certificate")(deps.db.orm, retired, limit);
  return ended + deleted + replaced + (await purge("registrar_certificate")(deps.db.orm, retired, limit));
};

const bandOf = (isOver: boolean, threshold: number): AgeBand =>
  bandOfFacts([{ threshold, isOver }]) ?? NOTHING_KNOWN;

type Return = { id: string; responseCode: string; cookie: string | null };

/**
 * The wallet sent a browser back. Only the browser that asked for the link, with the code that only the wallet has, gets
 * the result: a link passed on to another person proves nothing for the one who passed it on.
 * @returns the secret of the page to go on with; null in another browser, which learns and decides nothing
 */
export const releaseWallet = async (
  ctx: Ctx,
  { id, responseCode, cookie }: Return,
): Promise<string | null> => {
  const { deps } = ctx;
  const secret = cookie === null ? null : pageOfCookie(cookie);
  if (cookie === null || secret === null || !isTransactionId(id)) return null;
  const asked = await actingPage(ctx, secret);
  if (!asked) return null;
  const { verification } = asked.page;
  const { secrets } = deps;
  const proof = {
    id,
    cookieHashes: hashesOf(secrets, cookieAtSite(ctx, cookie)),
    responseCodeHashes: hashesOf(secrets, responseCode),
  };
  await recordUsedEvidence(asked, { method: "wallet", startedAt: deps.now(), key: null }, async (db) => {
    const released = await releaseResult(db, proof, deps.now());
    if (released?.verificationId !== verification.id) return null;
    const { isOver, ageAtLeast: atLeast, ageBelow: below, credentialType } = released;
    // A process of the previous version held no more than the minimum age's answer.
    const band =
      atLeast === null && below === null ? bandOf(isOver, verification.minimumAge) : { atLeast, below };
    return evidenceOf({ band, credentialType }, verification.mode);
  });
  // Whatever the outcome, this browser holds the page's own secret: the page says how things stand.
  return secret;
};
