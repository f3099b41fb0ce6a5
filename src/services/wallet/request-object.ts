import { findPendingTransaction } from "#data/wallet-transactions.ts";
import { signedLinkRequest } from "#methods/wallet/openid4vp/signed-link.ts";
import type { Ctx } from "../context.ts";
import { expectationOf, isTransactionId } from "./transactions.ts";

/**
 * The signed request behind a link (RFC 9101, OpenID4VP 1.0 §5.10).
 * @returns null when there is no such open transaction, or its request is not a signed one
 */
export const requestObject = async (
  { deps }: Ctx,
  id: string,
  walletNonce: string | null,
): Promise<string | null> => {
  const { requestSigner } = deps.wallet;
  if (!isTransactionId(id) || !requestSigner) return null;
  const transaction = await findPendingTransaction(deps.db.orm, id, deps.now());
  const expectation = transaction ? expectationOf(deps, transaction) : undefined;
  if (expectation?.channel !== "signed_link") return null;
  return signedLinkRequest(expectation, requestSigner, walletNonce);
};
