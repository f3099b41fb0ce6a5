import { releaseResult } from "#data/wallet-transactions.ts";
import { evidenceOf } from "#methods/wallet/answer.ts";
import type { Ctx } from "../context.ts";
import { actingPage } from "../hosted/page.ts";
import { recordUsedEvidence } from "../hosted/record.ts";
import { hashOf, isTransactionId, pageOfCookie } from "./transactions.ts";

type Return = { id: string; responseCode: string; cookie: string | null };

/**
 * The wallet sent a browser back. Only the one that asked for the link, with the code that only the wallet has, gets the
 * result: a link that was passed on to another person proves nothing for the one that passed it on.
 * @returns the secret of the page to go on with; null when this is another browser, which learns and decides nothing
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
  const proof = { id, cookieHash: hashOf(deps, cookie), responseCodeHash: hashOf(deps, responseCode) };
  await recordUsedEvidence(asked, { method: "wallet", startedAt: deps.now() }, async (db) => {
    const released = await releaseResult(db, proof, deps.now());
    return released?.verificationId === verification.id ? evidenceOf(released, verification.mode) : null;
  });
  // Whatever the outcome, this browser holds the page's own secret: the page says how things stand.
  return secret;
};
