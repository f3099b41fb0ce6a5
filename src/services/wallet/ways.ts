import type { Verification } from "#core/verification.ts";
import { methodsOffered } from "#methods/registry.ts";
import type { CredentialType, MdocType } from "#methods/wallet/credential-type.ts";
import { EU_AGE_VERIFICATION } from "#methods/wallet/credential-type.ts";
import type { Deps } from "../context.ts";
import { trustedTypes } from "./trusted-types.ts";

/** The kinds of wallet that take a link: the EU's age verification app, and those of the high assurance profile. */
export const WALLET_APPS = ["eu", "openid4vp"] as const;
export type WalletApp = (typeof WALLET_APPS)[number];

/** What a verification's wallet page can offer. Without any type there is no wallet to ask. */
export type WalletWays = {
  types: readonly CredentialType[];
  apps: readonly WalletApp[];
};

export const isMdoc = (type: CredentialType): type is MdocType => type.format === "mso_mdoc";

const NO_WAYS: WalletWays = { types: [], apps: [] };

/** Which ways to a wallet this verification has, by what is trusted and configured. */
export const walletWays = async (
  deps: Pick<Deps, "db" | "wallet" | "now" | "methods">,
  verification: Pick<Verification, "mode" | "methods">,
): Promise<WalletWays> => {
  if (!methodsOffered(deps.methods, verification).some(({ id }) => id === "wallet")) return NO_WAYS;
  const types = await trustedTypes(deps, verification.mode);
  const apps: WalletApp[] = [];
  // By name: the bundler gives endpoints and pages a copy of each module, and so of the constant.
  if (types.some(({ type }) => type === EU_AGE_VERIFICATION.type)) apps.push("eu");
  if (types.length > 0 && deps.wallet.requestSigner) apps.push("openid4vp");
  return { types, apps };
};
