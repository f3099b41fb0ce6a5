import { systemCtx } from "#runtime/runtime.ts";
import type { Deps } from "#services/context.ts";
import { importTrustAnchors } from "#services/trust/import-list.ts";
import { type Authority, createAuthority, pemOf } from "./authority.ts";

/** From now on the deployment trusts an issuer of every credential that it asks wallets for, in live mode. */
export const trustAnIssuer = async (deps: Deps): Promise<Authority> => {
  const authority = await createAuthority();
  await importTrustAnchors(systemCtx(deps), {
    format: "pem",
    content: pemOf(authority.der),
    credentialTypes: deps.wallet.types.map(({ type }) => type),
    eku: null,
    label: "Utopia",
  });
  return authority;
};
