import { ServiceError } from "#core/errors.ts";
import type { Verification } from "#core/verification.ts";
import { countTransactions, insertWalletTransaction, type WalletChannel } from "#data/wallet-transactions.ts";
import type { WalletExpectation } from "#methods/wallet/expectation.ts";
import type { Ctx } from "../context.ts";
import { sealExpectations } from "./kept.ts";

/** A page that was reloaded over and over is told to wait; an honest one stays far below. */
const MAX_TRANSACTIONS = 60;
const LIFETIME_MS = { link: 5 * 60_000, qr: 5 * 60_000, dc_api: 10 * 60_000 } as const;

/** When a transaction that is opened now is over: never after its verification. */
export const endOf = ({ deps }: Ctx, { expiresAt }: Verification, channel: WalletChannel): Date =>
  new Date(Math.min(deps.now().getTime() + LIFETIME_MS[channel], expiresAt.getTime()));

type Opened = {
  id: string;
  channel: WalletChannel;
  expectations: readonly WalletExpectation[];
  cookieHash: Uint8Array<ArrayBuffer> | null;
  expiresAt: Date;
};

/** @throws RATE_LIMIT_EXCEEDED */
export const openTransaction = async (
  { deps }: Ctx,
  verification: Verification,
  { expectations, ...opened }: Opened,
): Promise<void> => {
  const { id: verificationId, tenantId } = verification;
  if ((await countTransactions(deps.db.orm, tenantId, verificationId)) >= MAX_TRANSACTIONS) {
    throw new ServiceError("RATE_LIMIT_EXCEEDED", "This page has asked for a wallet too often.", {
      retryAfterSeconds: LIFETIME_MS.link / 1000,
    });
  }
  await insertWalletTransaction(deps.db.orm, {
    ...opened,
    verificationId,
    tenantId,
    expectationsSealed: sealExpectations(deps, opened.id, expectations),
    createdAt: deps.now(),
  });
};
