import { olderSecretsFromJson } from "#data/service/columns.ts";
import type { Deps } from "#services/context.ts";
import { sealedFor } from "#services/sealing.ts";

type SealedSecrets = {
  endpointId: string;
  secretSealed: string;
  previousSecretSealed: string | null;
  previousSecretUntil: Date | null;
  /** As stored. */
  olderSecrets: unknown;
};

/** An endpoint's secret as stored, bound to the endpoint, so that it opens nowhere else. */
export const sealSecret = (deps: Pick<Deps, "secrets">, endpointId: string, secret: string): string =>
  deps.secrets.seal(secret, sealedFor("webhookSecret", endpointId));

/** The secrets that sign now: the current one, then earlier ones within their overlap, newest first. */
export const signingSecrets = (deps: Pick<Deps, "secrets">, kept: SealedSecrets, now: Date): string[] => {
  const { endpointId, secretSealed, previousSecretSealed, previousSecretUntil, olderSecrets } = kept;
  const earlier = [
    { sealed: previousSecretSealed, until: previousSecretUntil },
    ...olderSecretsFromJson(olderSecrets).map(({ sealed, until }) => ({ sealed, until: new Date(until) })),
  ];
  const sealed = [secretSealed];
  for (const one of earlier) {
    if (one.sealed !== null && one.until && one.until.getTime() > now.getTime()) sealed.push(one.sealed);
  }
  return sealed.map((each) => deps.secrets.open(each, sealedFor("webhookSecret", endpointId)));
};
