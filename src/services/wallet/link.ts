import type { WalletExpectation } from "#methods/wallet/expectation.ts";
import { euLink } from "#methods/wallet/openid4vp/eu-link.ts";
import { signedLink } from "#methods/wallet/openid4vp/signed-link.ts";
import type { Deps } from "../context.ts";
import type { WalletApp } from "./ways.ts";

type Addressed = Pick<Deps, "settings">;

export const responseUriOf = ({ settings }: Addressed, id: string): string =>
  `${settings.publicUrl}/openid4vp/response/${id}`;
export const requestUriOf = ({ settings }: Addressed, id: string): string =>
  `${settings.publicUrl}/openid4vp/request/${id}`;
export const returnUriOf = ({ settings }: Addressed, id: string, code: string): string =>
  `${settings.publicUrl}/openid4vp/return/${id}?response_code=${code}`;

/** The link of a transaction, made anew from what it keeps; null for one that has none. */
export const linkOf = (
  deps: Addressed,
  id: string,
  expectation: WalletExpectation | undefined,
): { app: WalletApp; link: string } | null => {
  if (expectation?.channel === "eu_link") return { app: "eu", link: euLink(expectation).link };
  if (expectation?.channel === "signed_link") {
    return { app: "openid4vp", link: signedLink(expectation, requestUriOf(deps, id)) };
  }
  return null;
};
