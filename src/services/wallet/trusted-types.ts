import type { Mode } from "#core/verification.ts";
import type { CredentialType } from "#methods/wallet/credential-type.ts";
import type { TrustAnchor } from "#methods/wallet/trust/anchor.ts";
import { TEST_ANCHORS } from "#methods/wallet/trust/test-anchors.ts";
import type { Deps } from "../context.ts";
import { anchorsFor, trustedCredentialTypes } from "../trust/anchors.ts";

/**
 * The types that are enabled and that somebody's signature counts for. In test mode that is the test issuer's and nobody
 * else's, so that every deployment can be tried out; in live mode it never counts.
 */
export const trustedTypes = async (
  { db, wallet, now }: Pick<Deps, "db" | "wallet" | "now">,
  mode: Mode,
): Promise<CredentialType[]> => {
  if (mode === "test") return [...wallet.types];
  const trusted = await trustedCredentialTypes({ db }, now());
  return wallet.types.filter(({ type }) => trusted.has(type));
};

/** Whose signature counts for a verification of this mode. */
export const anchorsOfMode = async (
  { db, wallet }: Pick<Deps, "db" | "wallet">,
  mode: Mode,
): Promise<TrustAnchor[]> => {
  const types = wallet.types.map(({ type }) => type);
  if (mode === "live") return anchorsFor({ db }, types);
  return TEST_ANCHORS.filter(({ credentialType }) => types.includes(credentialType));
};
