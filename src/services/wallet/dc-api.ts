import { ServiceError } from "#core/errors.ts";
import { findPendingTransaction, useTransaction } from "#data/wallet-transactions.ts";
import type { DcApiExpectation, IsoMdocExpectation } from "#methods/wallet/expectation.ts";
import { encryptionInfo, isoMdocRequest } from "#methods/wallet/iso-mdoc/iso-mdoc-request.ts";
import { unsignedDcApiRequest } from "#methods/wallet/openid4vp/dc-api-request.ts";
import { newTransactionKey } from "#methods/wallet/transaction-key.ts";
import type { Ctx } from "../context.ts";
import { findPage } from "../hosted/page.ts";
import { type HostedView, hostedViewOf } from "../hosted/view.ts";
import { newCode } from "./browser-cookie.ts";
import { completeByWallet } from "./complete.ts";
import { judgeAnswer } from "./judge.ts";
import { endOf, openTransaction } from "./open-transaction.ts";
import { openVerificationOf } from "./page-verification.ts";
import { isTransactionId, newTransactionId } from "./transaction-id.ts";
import { isMdoc, walletWays } from "./ways.ts";

const NONCE_BYTES = 32;

/** The site as browsers see it: from the configured address, never from a Host header. */
export const originOf = (publicUrl: string): string => new URL(publicUrl).origin;

export type DcApiRequest = { protocol: string; data: object };
export type StartedDcApi = { transactionId: string; requests: DcApiRequest[]; expiresAt: Date };

/**
 * The requests that one call of the Digital Credentials API offers, each with a nonce and a key of its own; whichever the
 * wallet answers uses the transaction up.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED, METHOD_UNAVAILABLE, RATE_LIMIT_EXCEEDED
 */
export const startDcApi = async (ctx: Ctx, secret: string): Promise<StartedDcApi> => {
  const { deps } = ctx;
  const verification = await openVerificationOf(ctx, secret);
  const { types } = await walletWays(deps, verification);
  if (types.length === 0) throw new ServiceError("METHOD_UNAVAILABLE");
  const expiresAt = endOf(ctx, verification, "dc_api");
  const common = {
    minimumAge: verification.minimumAge,
    expiresAt,
    origin: originOf(deps.settings.publicUrl),
  };
  const openid4vp: DcApiExpectation = {
    ...common,
    channel: "dc_api",
    protocol: "openid4vp-v1-unsigned",
    types,
    nonce: newCode(deps),
    key: newTransactionKey(),
  };
  const mdocs = types.filter(isMdoc);
  // ISO/IEC 18013-5 §8.3.2.1.2.1: the DocRequests of one request are all answered, so alternatives are requests of their own.
  const isoMdoc = mdocs.map((type) => {
    const key = newTransactionKey();
    const expectation: IsoMdocExpectation = {
      ...common,
      channel: "iso_mdoc",
      types: mdocs,
      encryptionInfo: encryptionInfo(deps.random(NONCE_BYTES), key.publicJwk),
      key,
    };
    return { expectation, request: isoMdocRequest(expectation, type) };
  });
  const id = newTransactionId(deps);
  await openTransaction(ctx, verification, {
    id,
    channel: "dc_api",
    expectations: [openid4vp, ...isoMdoc.map(({ expectation }) => expectation)],
    cookieHash: null,
    expiresAt,
  });
  const requests = [unsignedDcApiRequest(openid4vp), ...isoMdoc.map(({ request }) => request)];
  return { transactionId: id, requests, expiresAt };
};

/**
 * The browser hands over what the wallet gave it. Only the page that asked can: the transaction is found together with its
 * verification's secret.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED, METHOD_UNAVAILABLE: no such open transaction;
 *   METHOD_FAILED: it proved nothing; WALLET_DECLINED: the wallet says that the person declined
 */
export const answerDcApi = async (
  ctx: Ctx,
  { secret, id }: { secret: string; id: string },
  readBody: (verificationId: string) => Promise<Uint8Array>,
): Promise<HostedView> => {
  const { deps } = ctx;
  const startedAt = deps.now();
  const verification = await openVerificationOf(ctx, secret);
  const transaction = isTransactionId(id) ? await findPendingTransaction(deps.db.orm, id, startedAt) : null;
  if (transaction?.channel !== "dc_api" || transaction.verificationId !== verification.id) {
    throw new ServiceError("METHOD_UNAVAILABLE");
  }
  const judged = await judgeAnswer(ctx, transaction, verification.mode, await readBody(verification.id));
  if (judged.kind === "refused") throw new ServiceError("METHOD_FAILED");
  if (judged.kind === "declined") throw new ServiceError("WALLET_DECLINED");
  const { isOver, credentialType, trustLabel } = judged.proof;
  const result = { isOver, credentialType, trustLabel };
  await completeByWallet(ctx, verification, startedAt, async (db) =>
    (await useTransaction(db, id, result, deps.now())) ? result : null,
  );
  const page = await findPage(deps, secret);
  if (!page) throw new ServiceError("VERIFICATION_NOT_FOUND");
  return hostedViewOf(deps, page, secret);
};
