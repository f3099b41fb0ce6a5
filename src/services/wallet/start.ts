import { ServiceError } from "#core/errors.ts";
import { EU_AGE_VERIFICATION } from "#methods/wallet/credential-type.ts";
import type { WalletExpectation } from "#methods/wallet/expectation.ts";
import { euLink } from "#methods/wallet/openid4vp/eu-link.ts";
import { x509HashClientId } from "#methods/wallet/openid4vp/request-signer.ts";
import { newTransactionKey } from "#methods/wallet/transaction-key.ts";
import type { Ctx, Deps } from "../context.ts";
import { hashOf, newBrowserCookie, newCode } from "./browser-cookie.ts";
import { linkOf, responseUriOf } from "./link.ts";
import { endOf, openTransaction } from "./open-transaction.ts";
import { openVerificationOf } from "./page-verification.ts";
import { newTransactionId } from "./transaction-id.ts";
import { type WalletApp, type WalletWays, walletWays } from "./ways.ts";

export type WalletStart = { channel: "link" | "qr"; app: WalletApp };

export type StartedWallet = WalletStart & {
  transactionId: string;
  link: string;
  expiresAt: Date;
  /** For the browser to keep; only a link has one. */
  cookie: string | null;
};

type Asked = { id: string; app: WalletApp; minimumAge: number; expiresAt: Date };

const expectationFor = (
  deps: Deps,
  { types }: WalletWays,
  { id, app, ...asked }: Asked,
): WalletExpectation => {
  const common = {
    ...asked,
    responseUri: responseUriOf(deps, id),
    nonce: newCode(deps),
    state: newCode(deps),
  };
  if (app === "eu") return euLink({ ...common, type: EU_AGE_VERIFICATION }).expectation;
  const { requestSigner } = deps.wallet;
  if (!requestSigner) throw new ServiceError("METHOD_UNAVAILABLE");
  const clientId = x509HashClientId(requestSigner);
  return { ...common, channel: "signed_link", types, clientId, key: newTransactionKey() };
};

/**
 * Asks a wallet by a link or by a code to scan. Each is a transaction of its own: what a link brings is for the browser
 * that asked, and what a code brings is for the page.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED, METHOD_UNAVAILABLE, RATE_LIMIT_EXCEEDED
 */
export const startWallet = async (
  ctx: Ctx,
  { secret, channel, app }: WalletStart & { secret: string },
): Promise<StartedWallet> => {
  const { deps } = ctx;
  const verification = await openVerificationOf(ctx, secret);
  const ways = await walletWays(deps, verification);
  if (!ways.apps.includes(app)) throw new ServiceError("METHOD_UNAVAILABLE");
  const id = newTransactionId(deps);
  const expiresAt = endOf(ctx, verification, channel);
  const { minimumAge } = verification;
  const expectation = expectationFor(deps, ways, { id, app, minimumAge, expiresAt });
  const cookie = channel === "link" ? newBrowserCookie(deps, secret) : null;
  const cookieHash = cookie === null ? null : hashOf(deps, cookie);
  await openTransaction(ctx, verification, {
    id,
    channel,
    expectations: [expectation],
    cookieHash,
    expiresAt,
  });
  const link = linkOf(deps, id, expectation)?.link ?? "";
  return { transactionId: id, channel, app, link, expiresAt, cookie };
};
