import { isId } from "#core/ids.ts";
import { TRIAL } from "#core/oidc/age-request.ts";
import type { Mode } from "#core/verification.ts";
import { findOpenClient, type OpenClient } from "#data/tenants/oidc-clients.ts";
import { constantTimeIncludes } from "#platform/secrets.ts";
import type { Deps } from "#services/context.ts";
import { openSealed, sealedFor } from "#services/sealing.ts";
import { logUnreadable } from "#services/unreadable.ts";

// The sites of tenants as the OpenID Provider reads them.

type Secrets = "secretSealed" | "previousSecretSealed" | "previousSecretUntil";

/** A client as the provider needs it; `jwks` are for private_key_jwt. */
export type RelyingParty = Omit<OpenClient, "id" | Secrets> & { clientId: string };

const storedClient = async (deps: Deps, mode: Mode, clientId: string): Promise<OpenClient | null> =>
  isId("oidcClient", clientId) ? findOpenClient(deps.db, mode, clientId) : null;

const cachedClient = async (deps: Deps, mode: Mode, clientId: string): Promise<OpenClient | null> =>
  isId("oidcClient", clientId)
    ? deps.siteCache.find(`${mode} ${clientId}`, async () => {
        const client = await findOpenClient(deps.db, mode, clientId);
        if (client) logUnreadable(deps, client.tenant);
        return client;
      })
    : null;

/**
 * The client with this id, of an open tenant and of this mode; or the trial of a test client. The answer can be up to 5
 * seconds old.
 */
export const findRelyingParty = async (
  deps: Deps,
  mode: Mode,
  clientId: string,
): Promise<RelyingParty | null> => {
  const isTrial = mode === "test" && clientId.startsWith(TRIAL.prefix);
  const found = await cachedClient(deps, mode, isTrial ? clientId.slice(TRIAL.prefix.length) : clientId);
  if (!found) return null;
  const { tenant, name, redirectUris, authMethod, jwks, tokenAlg, thresholds, underAge, requiresPkce } =
    found;
  const settings = { clientId, tenant, mode, name, tokenAlg, thresholds, underAge };
  if (!isTrial) return { ...settings, redirectUris, authMethod, jwks, requiresPkce };
  const page = deps.settings.publicUrl + TRIAL.path(tenant.id);
  return { ...settings, redirectUris: [page], authMethod: "none", jwks: null, requiresPkce: true };
};

const isSecretOf = (deps: Deps, client: OpenClient | null, given: string): boolean => {
  if (!client) return false;
  const { id, secretSealed, previousSecretSealed, previousSecretUntil } = client;
  const isPreviousGood = previousSecretUntil !== null && previousSecretUntil > deps.now();
  const good = [secretSealed, isPreviousGood ? previousSecretSealed : null].flatMap(
    (sealed) => openSealed(deps.secrets, sealed, sealedFor("oidcSecret", id)) ?? [],
  );
  return constantTimeIncludes(good, given);
};

/**
 * Whether a text is the client's secret, or the previous one within its time. A new one is valid at once, in
 * every process; one that was taken back stays valid for up to 5 seconds more.
 */
export const isClientSecret = async (
  deps: Deps,
  mode: Mode,
  clientId: string,
  given: string,
): Promise<boolean> => {
  const isGood = async (find: typeof storedClient) =>
    isSecretOf(deps, await find(deps, mode, clientId), given);
  return (await isGood(cachedClient)) || isGood(storedClient);
};
