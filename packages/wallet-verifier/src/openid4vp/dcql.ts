import { THRESHOLDS } from "@lintel/age";
import {
  type CredentialType,
  elementFor,
  type MdocType,
  thresholdIn,
  thresholdsOf,
} from "../credential-type.ts";
import { type AskedAges, thresholdsFor } from "../proof.ts";
import type { TrustedAuthorities } from "../trust/anchor.ts";
import { offerFor, type ProofOffer, zkMeta } from "../zk/offer.ts";

const twoDigits = (threshold: number): string => String(threshold).padStart(2, "0");

/**
 * The only claims that are ever requested. §B.2.4: `intent_to_retain` is false because nothing is kept; only
 * mdoc queries have that member.
 */
const claimFor = (type: CredentialType, threshold: number) => {
  const id = `a${twoDigits(threshold)}`;
  return type.format === "mso_mdoc"
    ? { id, path: [type.nameSpace, elementFor(type, threshold)], intent_to_retain: false }
    : { id, path: [type.ageClaim, String(threshold)] };
};

/**
 * ISO/IEC 18013-5 §7.2.5: a reader may ask for at most two `age_over_NN`; wallets refuse a request for more.
 */
const MOST_OF_MDOC = 2;

/**
 * What a wallet may answer with, fullest first: all thresholds; all but one; one that can decide the minimum
 * age, the nearest first. Instead of sets that are too large for the format: the minimum age and one other,
 * higher ones first, because they tell more about a person who is old enough. Issuers attest few thresholds,
 * and a wallet gives the first set that it has in full (OpenID4VP 1.0 §6.4.1).
 */
const setsFor = (
  type: CredentialType,
  { minimumAge, thresholds = [] }: AskedAges,
  most: number,
): (readonly number[])[] => {
  const known = thresholdsOf(type);
  const above = thresholds.filter((threshold) => threshold > minimumAge);
  const below = thresholds.filter((threshold) => threshold < minimumAge).toReversed();
  // A type is not asked for thresholds that it has no element for; its other elements may decide too.
  const others = (known ?? []).filter((threshold) => threshold >= minimumAge);
  const alone = [...new Set([...thresholdsFor(minimumAge), ...above, ...others])].sort((a, b) => a - b);
  const together = thresholds.length < 2 ? [] : [thresholds];
  const allButOne = thresholds.length < 3 ? [] : thresholds.map((_, index) => thresholds.toSpliced(index, 1));
  const deciding = allButOne.filter((set) => set.some((threshold) => threshold >= minimumAge));
  const several =
    thresholds.length <= most
      ? [...together, ...deciding]
      : [...above, ...below].map((other) => [minimumAge, other].sort((a, b) => a - b));
  return [...several, ...alone.map((threshold) => [threshold])].filter((set) =>
    set.every((threshold) => known?.includes(threshold) ?? true),
  );
};

/** The set that an mdoc's query names first. */
export const firstSet = (type: MdocType, asked: AskedAges): readonly number[] =>
  setsFor(type, asked, MOST_OF_MDOC)[0] ?? [];

const credentialFor = (
  type: CredentialType,
  sets: readonly (readonly number[])[],
  authorities: readonly string[] = [],
) => {
  const thresholds = [...new Set(sets.flat())].sort((a, b) => a - b);
  const claims = thresholds.map((threshold) => claimFor(type, threshold));
  const idsOf = (set: readonly number[]) => set.map((threshold) => claimFor(type, threshold).id);
  return {
    id: type.id,
    format: type.format,
    meta: type.format === "mso_mdoc" ? { doctype_value: type.type } : { vct_values: [type.type] },
    // §6.1.1: keeps a wallet from offering what would be refused.
    ...(authorities.length > 0 ? { trusted_authorities: [{ type: "aki", values: authorities }] } : {}),
    claims,
    // §6.4.1: one of the sets, the first that the wallet has, so that it gives what is requested and not all
    // that it has.
    ...(claims.length > 1 ? { claim_sets: sets.map(idsOf) } : {}),
  };
};

type ProofQuery = {
  id: string;
  format: "mso_mdoc_zk";
  meta: ReturnType<typeof zkMeta>;
  trusted_authorities?: { type: string; values: readonly string[] }[];
  claims: ReturnType<typeof claimFor>[];
  /** Never set: see proofFor. */
  claim_sets?: string[][];
};

/** The query's id for a proof of a type: no type of the configuration can be called so. */
export const proofId = ({ id }: Pick<CredentialType, "id">): string => `${id}-zk`;

/**
 * Google's format for a proof instead of the credential. All its claims are asked for, and no sets of them: wallets choose
 * the circuit by their number.
 */
const proofFor = (
  type: CredentialType,
  offer: ProofOffer | undefined,
  authorities: readonly string[] = [],
): ProofQuery[] => {
  const offered = type.format === "mso_mdoc" ? offerFor(offer, type) : null;
  if (type.format !== "mso_mdoc" || !offered) return [];
  return [
    {
      id: proofId(type),
      format: "mso_mdoc_zk",
      meta: zkMeta(type, offered.circuits),
      ...(authorities.length > 0 ? { trusted_authorities: [{ type: "aki", values: authorities }] } : {}),
      claims: offered.elements.flatMap((name) => {
        const threshold = thresholdIn(type, name);
        return threshold === null ? [] : [claimFor(type, threshold)];
      }),
    },
  ];
};

/**
 * OpenID4VP 1.0 §6: asks for one of the credentials, in order of preference; each may answer with any set
 * that suffices.
 */
export const dcqlQuery = (
  types: readonly CredentialType[],
  asked: AskedAges & { authorities?: TrustedAuthorities | undefined; proofs?: ProofOffer | undefined },
) => {
  const most = (type: CredentialType): number =>
    type.format === "mso_mdoc" ? MOST_OF_MDOC : THRESHOLDS.most;
  const proofs = types.flatMap((type) => proofFor(type, asked.proofs, asked.authorities?.[type.id]));
  const plain = asked.proofs?.isRequired ? [] : types;
  const credentials = [
    ...proofs,
    ...plain.map((type) =>
      credentialFor(type, setsFor(type, asked, most(type)), asked.authorities?.[type.id]),
    ),
  ];
  return {
    credentials,
    ...(credentials.length > 1 ? { credential_sets: [{ options: credentials.map(({ id }) => [id]) }] } : {}),
  };
};

const EU_MANDATORY_THRESHOLD = 18;

/**
 * As the EU age verification profile prescribes: one credential, plain claims. Only age_over_18 is certain to
 * be in its wallets, and a plain claim is required, so a check for a lower age asks for that one. A second
 * plain claim that the wallet does not hold would leave it without an answer, so further thresholds are not
 * asked for.
 */
export const euDcqlQuery = (type: CredentialType, minimumAge: number) => ({
  credentials: [credentialFor(type, [[Math.max(minimumAge, EU_MANDATORY_THRESHOLD)]])],
});
