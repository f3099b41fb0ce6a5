import { releaseResult } from "#data/wallet-transactions.ts";
import type { Ctx } from "../context.ts";
import { findBySecret } from "../hosted/page.ts";
import { hashOf, pageOfCookie } from "./browser-cookie.ts";
import { completeByWallet } from "./complete.ts";
import { isTransactionId } from "./transaction-id.ts";

type Return = { id: string; responseCode: string; cookie: string | null };

/**
 * The wallet sent a browser back. Only the one that asked for the link, with the code that only the wallet was told, gets
 * the result: a link that was passed on to somebody else proves nothing for whoever passed it on.
 * @returns the secret of the page to go on with; null when this is another browser, which learns and decides nothing
 */
export const releaseWallet = async (
  ctx: Ctx,
  { id, responseCode, cookie }: Return,
): Promise<string | null> => {
  const { deps } = ctx;
  const secret = cookie === null ? null : pageOfCookie(cookie);
  if (cookie === null || secret === null || !isTransactionId(id)) return null;
  const verification = await findBySecret(deps, secret);
  if (!verification) return null;
  const proof = { id, cookieHash: hashOf(deps, cookie), responseCodeHash: hashOf(deps, responseCode) };
  await completeByWallet(ctx, verification, deps.now(), async (db) => {
    const released = await releaseResult(db, proof, deps.now());
    return released?.verificationId === verification.id ? released : null;
  });
  // Whatever came of it, this browser holds the page's own secret: the page says how things stand.
  return secret;
};
