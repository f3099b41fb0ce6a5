import type { WalletApp } from "#methods/wallet/question.ts";
import { qrSvg } from "#platform/qr-svg.ts";
import type { Ctx } from "../context.ts";
import { openTransaction } from "./transactions.ts";

type WalletStart = { channel: "link" | "qr"; app: WalletApp };

type StartedWallet = WalletStart & {
  transactionId: string;
  link: string;
  expiresAt: Date;
  /** The link as an SVG picture, to be scanned by another device. */
  qrSvg?: string;
  /** For the browser to keep; only a link has one. */
  cookie: string | null;
};

/**
 * Asks a wallet by a link or by a code to scan. Each is a separate transaction: what a link brings is for the browser
 * that asked, and what a code brings is for the page.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED, METHOD_UNAVAILABLE, RATE_LIMIT_EXCEEDED
 */
export const startWallet = async (
  ctx: Ctx,
  { secret, channel, app }: WalletStart & { secret: string },
): Promise<StartedWallet> => {
  const { transactionId, question, expiresAt, cookie } = await openTransaction(ctx, { secret, channel, app });
  const link = question.link ?? "";
  const picture = channel === "qr" ? { qrSvg: qrSvg(link) } : {};
  return { transactionId, channel, app, link, expiresAt, cookie, ...picture };
};
