import { NO_WAYS, type WalletWays, waysOf, whyNoType } from "@lintel/wallet-verifier";
import { isInTime } from "@lintel/wallet-verifier/certificates";
import type { Verification } from "#core/verification.ts";
import type { Page } from "#data/verifications/hosted-page.ts";
import type { Deps } from "#services/context.ts";
import { anchorsFor } from "#services/trust/anchors.ts";

// What the page of a verification knows about wallets before it offers one.

const ID = "wallet";

/** Whether a wallet is among these methods. */
export const hasWallet = (methods: readonly string[]): boolean => methods.includes(ID);

/** The minimum ages for which a wallet can be asked on a page with these ways to one. */
export const agesByWallet = (
  { types, proofs }: WalletWays,
  minimumAge: number,
): ReadonlyMap<string, number[] | ReturnType<typeof whyNoType>> =>
  new Map([[ID, types.length === 0 ? whyNoType(proofs) : [minimumAge]]]);

/**
 * The ways to a wallet that this verification has, from the trust anchors and the configuration.
 * @param page with the anchors' version and the end of the tenant's certificate, read with the verification
 */
export const walletWays = async (
  { db, methods, now, wallet: settings }: Pick<Deps, "db" | "wallet" | "now" | "methods">,
  {
    mode,
    methods: own,
    minimumAge,
    thresholds,
  }: Pick<Verification, "mode" | "methods" | "minimumAge" | "thresholds">,
  {
    trustVersion,
    walletCertificateUntil,
    tenant: { walletProofs },
  }: Pick<Page, "trustVersion" | "walletCertificateUntil" | "tenant">,
): Promise<WalletWays> => {
  if (mode === "live" && !hasWallet(own)) return NO_WAYS;
  if (!methods.get(ID)?.modes.includes(mode)) return NO_WAYS;
  const hasOwn = walletCertificateUntil !== null && walletCertificateUntil > now();
  const shared = settings.requestSigner;
  const canSign = hasOwn || (shared !== null && isInTime(shared, now()));
  const given = {
    settings,
    anchorsFor: (types: readonly string[]) => anchorsFor({ db }, types, trustVersion),
  };
  return waysOf(given, { mode, canSign, minimumAge, thresholds, walletProofs }, now());
};
