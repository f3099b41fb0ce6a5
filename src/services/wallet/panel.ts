import { hasDeclinedLately, pendingTransactionsOf } from "#data/verifications/wallet-transactions.ts";
import { linkOf, type WalletApp, type WalletWays } from "#methods/wallet/question.ts";
import { qrSvg } from "#platform/qr-svg.ts";
import { hashesOf } from "#platform/secrets.ts";
import type { CheckCtx } from "#services/check/page.ts";
import { cookieAtSite } from "#services/check/page-secret.ts";
import { expectationOf } from "./transactions.ts";

/** A question that waits for its answer. */
type Waiting = { app: WalletApp; link: string; expiresAt: Date };

/** The wallet panel of the hosted page. */
export type WalletPanel = {
  apps: readonly WalletApp[];
  /** Asked for by this browser. */
  link: Waiting | null;
  /** With the code as an SVG image. */
  qr: (Waiting & { svg: string }) | null;
  /** A wallet's answer proved nothing. */
  hasRefused: boolean;
  /** The person declined in the wallet, and has not asked again since. */
  hasDeclined: boolean;
  /** The demo wallet's address for this question, in test mode. */
  demoUrl: string | null;
};

const isOneOf = (hash: Uint8Array, hashes: readonly Uint8Array[]): boolean =>
  hashes.some((own) => own.every((byte, i) => byte === hash[i]));

/**
 * Null if the verification offers no wallet. Shows the newest question.
 * @param cookies the browser's cookies for its links
 */
export const panelOf = async (
  { deps, site, page }: CheckCtx,
  { types, apps }: WalletWays,
  cookies: readonly string[],
): Promise<WalletPanel | null> => {
  if (types.length === 0) return null;
  const { tenantId, id, mode } = page.verification;
  const own = cookies.flatMap((cookie) => hashesOf(deps.secrets, cookieAtSite({ site }, cookie)));
  const open = await pendingTransactionsOf(deps.db.orm, tenantId, id, deps.now());
  const shown = open.find(
    ({ channel, cookieHash }) =>
      channel === "qr" || (channel === "link" && cookieHash !== null && isOneOf(cookieHash, own)),
  );
  const made = shown && linkOf(deps.settings.publicUrl, shown.id, expectationOf(deps, shown));
  const waiting = shown && made ? { ...made, expiresAt: shown.expiresAt } : null;
  const hasDeclined = !waiting && (await hasDeclinedLately(deps.db.orm, tenantId, id, deps.now()));
  const demo = mode === "test" ? deps.wallet.demoUrl : null;
  return {
    apps,
    link: shown?.channel === "link" ? waiting : null,
    qr: shown?.channel === "qr" && waiting ? { ...waiting, svg: qrSvg(waiting.link) } : null,
    // The Digital Credentials API reports it itself.
    hasRefused: open.some(({ channel, attempts }) => channel !== "dc_api" && attempts > 0),
    hasDeclined,
    demoUrl: demo && waiting ? `${demo}/?request=${encodeURIComponent(waiting.link)}` : null,
  };
};
