import { isId } from "#core/ids.ts";
import { type OidcAuthMethod, type OidcTokenAlg, type OidcUnderAge, TRIAL } from "#core/oidc/age-request.ts";
import type { Mode } from "#core/verification.ts";
import { type PublicKeys, publicKeysFromJson } from "#data/service/columns.ts";
import { findOpenClient } from "#data/tenants/oidc-clients.ts";
import { constantTimeIncludes } from "#platform/secrets.ts";
import { type Deps, openSealed } from "#services/context.ts";

// The sites of tenants as the OpenID Provider reads them.

/** A client as the provider needs it. */
export type RelyingParty = {
  clientId: string;
  tenantId: string;
  mode: Mode;
  name: string;
  redirectUris: string[];
  authMethod: OidcAuthMethod;
  /** Of private_key_jwt. */
  jwks: PublicKeys | null;
  tokenAlg: OidcTokenAlg;
  thresholds: number[];
  underAge: OidcUnderAge;
  requiresPkce: boolean;
};

const storedClient = async (deps: Deps, mode: Mode, clientId: string) =>
  isId("oidcClient", clientId) ? findOpenClient(deps.db, mode, clientId) : null;

/** The client with this id, of an open tenant and of this mode; or the trial of a test client. */
export const findRelyingParty = async (
  deps: Deps,
  mode: Mode,
  clientId: string,
): Promise<RelyingParty | null> => {
  const isTrial = mode === "test" && clientId.startsWith(TRIAL.prefix);
  const found = await storedClient(deps, mode, isTrial ? clientId.slice(TRIAL.prefix.length) : clientId);
  if (!found) return null;
  const { tenantId, name, redirectUris, authMethod, jwks, tokenAlg, thresholds, underAge, requiresPkce } =
    found;
  const settings = { clientId, tenantId, mode, name, tokenAlg, thresholds, underAge };
  if (!isTrial)
    return { ...settings, redirectUris, authMethod, jwks: publicKeysFromJson(jwks), requiresPkce };
  const page = deps.settings.publicUrl + TRIAL.path(tenantId);
  return { ...settings, redirectUris: [page], authMethod: "none", jwks: null, requiresPkce: true };
};

const contextOf = (clientId: string): string => `oidc-secret:${clientId}`;

const SECRET_BYTES = 32;

/** A new secret, 256 bits, as it is shown and as it is stored. */
export const newClientSecret = (
  { random, secrets }: Pick<Deps, "random" | "secrets">,
  clientId: string,
): { secret: string; secretSealed: string } => {
  const secret = `cs_${Buffer.from(random(SECRET_BYTES)).toString("base64url")}`;
  return { secret, secretSealed: secrets.seal(secret, contextOf(clientId)) };
};

/** Whether a text is the client's secret, or the one before within its time. */
export const isClientSecret = async (
  deps: Deps,
  mode: Mode,
  clientId: string,
  given: string,
): Promise<boolean> => {
  const found = await storedClient(deps, mode, clientId);
  if (!found) return false;
  const { secretSealed, previousSecretSealed, previousSecretUntil } = found;
  const isPreviousGood = previousSecretUntil !== null && previousSecretUntil > deps.now();
  const good = [secretSealed, isPreviousGood ? previousSecretSealed : null].flatMap(
    (sealed) => openSealed(deps.secrets, sealed, contextOf(clientId)) ?? [],
  );
  return constantTimeIncludes(good, given);
};
