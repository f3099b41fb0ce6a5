import type { CredentialType } from "#methods/wallet/credential-type.ts";
import { thresholdsFor } from "#methods/wallet/proof.ts";

const twoDigits = (threshold: number): string => String(threshold).padStart(2, "0");

/**
 * The only claims that are ever asked for. §B.2.4: `intent_to_retain` false, because nothing is kept; it is a member
 * of mdoc queries alone.
 */
const claimFor = (type: CredentialType, threshold: number) => {
  const id = `a${twoDigits(threshold)}`;
  return type.format === "mso_mdoc"
    ? { id, path: [type.nameSpace, `age_over_${twoDigits(threshold)}`], intent_to_retain: false }
    : { id, path: [type.ageClaim, String(threshold)] };
};

const credentialFor = (type: CredentialType, thresholds: readonly number[]) => {
  const claims = thresholds.map((threshold) => claimFor(type, threshold));
  return {
    id: type.id,
    format: type.format,
    meta: type.format === "mso_mdoc" ? { doctype_value: type.type } : { vct_values: [type.type] },
    claims,
    // §6.4.1: one of the sets, the first that the wallet has. Each threshold has its own set, so
    // that the wallet gives one answer and not all it has.
    ...(claims.length > 1 ? { claim_sets: claims.map(({ id }) => [id]) } : {}),
  };
};

/** OpenID4VP 1.0 §6: asks for one of the credentials, in the order of preference; each can answer with any threshold that suffices. */
export const dcqlQuery = (types: readonly CredentialType[], minimumAge: number) => {
  const thresholds = thresholdsFor(minimumAge);
  return {
    credentials: types.map((type) => credentialFor(type, thresholds)),
    ...(types.length > 1 ? { credential_sets: [{ options: types.map(({ id }) => [id]) }] } : {}),
  };
};

const EU_MANDATORY_THRESHOLD = 18;

/**
 * As the EU age verification profile has it: one credential, plain claims. Its wallets are only sure to hold
 * age_over_18, and a plain claim is required, so a check for less asks for that one.
 */
export const euDcqlQuery = (type: CredentialType, minimumAge: number) => ({
  credentials: [credentialFor(type, [Math.max(minimumAge, EU_MANDATORY_THRESHOLD)])],
});
