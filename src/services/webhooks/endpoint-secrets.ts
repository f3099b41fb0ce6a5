import type { Deps } from "../context.ts";

type SealedSecrets = {
  endpointId: string;
  secretSealed: string;
  previousSecretSealed: string | null;
  previousSecretUntil: Date | null;
};

/** An endpoint's secret as it is kept: bound to the endpoint, so that it opens nowhere else. */
export const sealSecret = (deps: Pick<Deps, "secrets">, endpointId: string, secret: string): string =>
  deps.secrets.seal(secret, `webhook-secret:${endpointId}`);

const openSecret = (deps: Pick<Deps, "secrets">, endpointId: string, sealed: string): string =>
  deps.secrets.open(sealed, `webhook-secret:${endpointId}`);

/** The secrets that sign at this instant: the current one, and the one before while its overlap lasts. */
export const signingSecrets = (deps: Pick<Deps, "secrets">, kept: SealedSecrets, now: Date): string[] => {
  const { endpointId, secretSealed, previousSecretSealed, previousSecretUntil } = kept;
  const current = openSecret(deps, endpointId, secretSealed);
  const overlaps = previousSecretUntil !== null && previousSecretUntil.getTime() > now.getTime();
  return overlaps && previousSecretSealed !== null
    ? [current, openSecret(deps, endpointId, previousSecretSealed)]
    : [current];
};
