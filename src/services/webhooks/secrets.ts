import type { OlderSecret } from "#data/webhooks/webhook-endpoints.ts";
import type { Deps } from "#services/context.ts";

type SealedSecrets = {
  endpointId: string;
  secretSealed: string;
  previousSecretSealed: string | null;
  previousSecretUntil: Date | null;
  olderSecrets: readonly OlderSecret[];
};

/** An endpoint's secret as it is kept: bound to the endpoint, so that it opens nowhere else. */
export const sealSecret = (deps: Pick<Deps, "secrets">, endpointId: string, secret: string): string =>
  deps.secrets.seal(secret, `webhook-secret:${endpointId}`);

const openSecret = (deps: Pick<Deps, "secrets">, endpointId: string, sealed: string): string =>
  deps.secrets.open(sealed, `webhook-secret:${endpointId}`);

/** The secrets that sign at this instant: the current one, then those before it whose overlap lasts, the newest first. */
export const signingSecrets = (deps: Pick<Deps, "secrets">, kept: SealedSecrets, now: Date): string[] => {
  const { endpointId, secretSealed, previousSecretSealed, previousSecretUntil, olderSecrets } = kept;
  const earlier = [
    { sealed: previousSecretSealed, until: previousSecretUntil },
    ...olderSecrets.map(({ sealed, until }) => ({ sealed, until: new Date(until) })),
  ];
  const sealed = [secretSealed];
  for (const one of earlier) {
    if (one.sealed !== null && one.until && one.until.getTime() > now.getTime()) sealed.push(one.sealed);
  }
  return sealed.map((each) => openSecret(deps, endpointId, each));
};
