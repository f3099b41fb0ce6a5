import { type AgeBand, type AgeFact, bandOfFacts, NOTHING_KNOWN, narrowTo, reaches } from "#core/age-over.ts";
import type { TrustAnchor } from "#methods/wallet/trust/anchor.ts";
import { accept, type Result, refuse } from "./result.ts";

/**
 * The ages among named values; null when one is neither yes nor no. Every other value is dropped unread.
 * @param thresholdIn a name's threshold; null for one that names no age
 */
export const agesIn = (
  values: Iterable<[string, unknown]>,
  thresholdIn: (name: string) => number | null,
): AgeFact[] | null => {
  const ages: AgeFact[] = [];
  for (const [key, isOver] of values) {
    const threshold = thresholdIn(key);
    if (threshold === null) continue;
    if (typeof isOver !== "boolean") return null;
    ages.push({ threshold, isOver });
  }
  return ages;
};

/** What a wallet is asked: the minimum age, which must be answered, and the thresholds that a tenant wants besides it. */
export type AskedAges = { minimumAge: number; thresholds?: readonly number[] | undefined };

/** The higher threshold requested in addition to the one that is needed: every licence and every EU proof has it. */
export const COMMON_THRESHOLD = 18;
const HIGHER_THRESHOLD = 21;

/**
 * Which thresholds can prove the age, in order of preference: first the one that says least about the person.
 * Issuers attest few thresholds, so a check for 16 has to be content with "over 18".
 */
export const thresholdsFor = (minimumAge: number): number[] => [
  minimumAge,
  ...[COMMON_THRESHOLD, HIGHER_THRESHOLD].filter((threshold) => threshold > minimumAge),
];

/** Everything that is kept of a presentation. No name, no number, no digest, no key, no certificate. */
export type WalletProof = {
  minimumAge: number;
  isOver: boolean;
  /** In terms of what was asked: even a credential that attests every year does not reveal the year. */
  band: AgeBand;
  /** Document type or vct. */
  credentialType: string;
  /** The trust anchor's label. */
  trustLabel: string;
  /** The wallet sent more than ages. The rest was not read, but that it came is worth counting. */
  disclosedMore: boolean;
  /** For a zero-knowledge proof: the program that verified it. */
  proofVerifier?: string;
};

/** What a verified credential says about ages, whatever its format. */
export type AgeStatement = {
  /** null: an age is neither yes nor no. */
  attestations: readonly AgeFact[] | null;
  disclosedMore: boolean;
  anchor: TrustAnchor;
};

/**
 * What several credentials of one answer say together: all of their attestations count, so that two which
 * contradict each other prove nothing. The first that decides on its own is named; the same person's others
 * are not.
 */
export const proofFromAll = (statements: readonly AgeStatement[], asked: AskedAges): Result<WalletProof> => {
  const alone = statements.map((statement) => proofFrom(statement, asked));
  const named = statements[alone.findIndex(({ ok }) => ok)] ?? statements[0];
  if (!named) return refuse("age_undetermined");
  const isReadable = statements.every(({ attestations }) => attestations !== null);
  const attestations = isReadable ? statements.flatMap((statement) => statement.attestations ?? []) : null;
  const disclosedMore = statements.some((statement) => statement.disclosedMore);
  return proofFrom({ attestations, disclosedMore, anchor: named.anchor }, asked);
};

/**
 * ISO/IEC 18013-5 §7.2.5: the nearest attestation answers. "Over 21" proves 18, "not over 16" disproves it;
 * "over 16" and "not over 21" say nothing about 18, and attestations that contradict each other prove nothing
 * at all. An honest "no" is a result. What cannot be decided is a refusal, never a "no".
 */
export const proofFrom = (
  statement: AgeStatement,
  { minimumAge, thresholds = [] }: AskedAges,
): Result<WalletProof> => {
  const { attestations, disclosedMore, anchor } = statement;
  const known = attestations && bandOfFacts(attestations);
  const isOver = known && reaches(known, minimumAge);
  if (isOver === null) return refuse("age_undetermined");
  return accept({
    minimumAge,
    isOver,
    band: narrowTo(known ?? NOTHING_KNOWN, [...thresholds, minimumAge, COMMON_THRESHOLD]),
    credentialType: anchor.credentialType,
    trustLabel: anchor.label,
    disclosedMore,
  });
};
