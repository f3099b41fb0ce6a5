import { z } from "zod";
import type { WalletProofs } from "#core/tenant.ts";
import type { Mode } from "#core/verification.ts";
import { CBOR_FALSE, CBOR_TRUE, cborInt, cborList, cborMap, cborText } from "#methods/wallet/cbor/encode.ts";
import { elementFor, type MdocType, thresholdsOf } from "#methods/wallet/credential-type.ts";
import { type AskedAges, COMMON_THRESHOLD } from "#methods/wallet/proof.ts";
import { type Circuit, labelOf, ZK_SYSTEM } from "./circuits.ts";

// Which zero-knowledge proofs a request offers to take, and what is kept of that offer.

const CIRCUIT = z.object({
  hash: z.string(),
  version: z.number(),
  attributes: z.number(),
  blockEncHash: z.number(),
  blockEncSig: z.number(),
});

const OFFERED = z.object({
  /** The names of the elements; a proof is about all of them. */
  elements: z.array(z.string()),
  /** By the labels that a wallet may answer with. */
  circuits: z.record(z.string(), CIRCUIT),
});

/** What a transaction stores of it. */
export const PROOF_OFFER = z.object({
  /** A plain credential is not an answer. */
  isRequired: z.boolean(),
  /** By document type. */
  types: z.record(z.string(), OFFERED),
});
export type ProofOffer = z.output<typeof PROOF_OFFER>;

/** What a deployment makes possible: only there can a tenant choose. */
export type ProofSettings = {
  /** Of tenants that have not chosen. */
  policy: WalletProofs;
  /** The verifier's name. */
  verifier: string;
  /** Those that may be used, the preferred one first. */
  circuits: readonly Circuit[];
  /** Document types whose status must be seen, which a proof does not show. */
  typesWithStatus: readonly string[];
};

/** How proofs are asked for; null anywhere means: not at all. */
export type ProofAsking = Pick<ProofSettings, "circuits" | "typesWithStatus"> & {
  policy: Exclude<WalletProofs, "off">;
};

/**
 * What counts for a verification. In test mode nothing is asked for: the test issuer's word proves nothing anyway, and the
 * demo wallet makes no proofs.
 * @param own the tenant's choice; null: it has made none
 */
export const proofAsking = (
  settings: ProofSettings | null | undefined,
  own: WalletProofs | null,
  mode: Mode,
): ProofAsking | null => {
  const policy = own ?? settings?.policy ?? "off";
  if (policy === "off" || mode !== "live") return null;
  // A tenant that takes only proofs must not get plain credentials because an operator's setting went missing.
  if (!settings) return policy === "require" ? { policy, circuits: [], typesWithStatus: [] } : null;
  const { circuits, typesWithStatus } = settings;
  return { policy, circuits, typesWithStatus };
};

/** The elements of a request that is answered with a proof, and the circuits that prove exactly so many. */
type ProvableSet = { thresholds: readonly number[]; circuits: readonly Circuit[] };

/**
 * A circuit proves a fixed number of elements, and a proof is about all of them or there is none. So a preferred proof is
 * about exactly what the plain request asks for. A required one is about a second element only where the tenant wants that
 * threshold itself: otherwise about one, the minimum age, or 18 for a lower one, which every issuer attests.
 * @param wanted the thresholds that the plain request has
 * @returns null where no circuit fits
 */
const provableSet = (
  type: MdocType,
  { minimumAge, thresholds = [] }: AskedAges,
  wanted: readonly number[],
  { policy, circuits, typesWithStatus }: ProofAsking,
): ProvableSet | null => {
  if (typesWithStatus.includes(type.type)) return null;
  const proving = (count: number) => circuits.filter(({ attributes }) => attributes === count);
  const fitting = proving(wanted.length);
  const single = proving(1);
  const isWanted = wanted.every((threshold) => threshold === minimumAge || thresholds.includes(threshold));
  const isPlain = policy === "prefer" || isWanted || single.length === 0;
  if (isPlain && fitting.length > 0) return { thresholds: wanted, circuits: fitting };
  if (policy === "prefer" || single.length === 0) return null;
  const known = thresholdsOf(type)?.find((threshold) => threshold >= minimumAge);
  return { thresholds: [known ?? Math.max(minimumAge, COMMON_THRESHOLD)], circuits: single };
};

const offeredFor = (type: MdocType, { thresholds, circuits }: ProvableSet): z.output<typeof OFFERED> => ({
  elements: thresholds.flatMap((threshold) => elementFor(type, threshold) ?? []),
  // Google's published answer has the hash in place of a label, and its form of `meta` has no label.
  circuits: Object.fromEntries(
    circuits.flatMap((circuit) => [
      [labelOf(circuit), circuit],
      [circuit.hash, circuit],
    ]),
  ),
});

/**
 * What a transaction has to remember of the proofs that it offers to take; undefined where none can be taken.
 * @param wantedOf the thresholds that the plain request for a type has
 */
export const proofOffer = (
  types: readonly MdocType[],
  asked: AskedAges,
  asking: ProofAsking | null,
  wantedOf: (type: MdocType, asked: AskedAges) => readonly number[],
): ProofOffer | undefined => {
  if (!asking) return undefined;
  const offered = types.flatMap((type) => {
    const set = provableSet(type, asked, wantedOf(type, asked), asking);
    return set ? [[type.type, offeredFor(type, set)] as const] : [];
  });
  const isRequired = asking.policy === "require";
  return offered.length === 0 && !isRequired ? undefined : { isRequired, types: Object.fromEntries(offered) };
};

/** The part of an offer that is for one type, with each circuit once. */
export const offerFor = (
  offer: ProofOffer | undefined,
  { type }: Pick<MdocType, "type">,
): { elements: readonly string[]; circuits: readonly Circuit[]; isRequired: boolean } | null => {
  const found = offer && Object.hasOwn(offer.types, type) ? offer.types[type] : undefined;
  if (!offer || !found) return null;
  const byHash = new Map(Object.values(found.circuits).map((circuit) => [circuit.hash, circuit]));
  return { elements: found.elements, circuits: [...byHash.values()], isRequired: offer.isRequired };
};

/** ISO/IEC 18013-5:2025 §10.2.7, ZkRequest: the systems that a proof may be made with. */
export const zkRequest = (circuits: readonly Circuit[], isRequired: boolean): Uint8Array =>
  cborMap(
    [
      "systemSpecs",
      cborList(
        ...circuits.map((circuit) =>
          cborMap(
            ["zkSystemId", cborText(labelOf(circuit))],
            ["system", cborText(ZK_SYSTEM)],
            [
              "params",
              cborMap(
                ["circuit_hash", cborText(circuit.hash)],
                ["version", cborInt(circuit.version)],
                ["num_attributes", cborInt(circuit.attributes)],
                ["block_enc_hash", cborInt(circuit.blockEncHash)],
                ["block_enc_sig", cborInt(circuit.blockEncSig)],
              ),
            ],
          ),
        ),
      ),
    ],
    ["zkRequired", isRequired ? CBOR_TRUE : CBOR_FALSE],
  );

/**
 * The `meta` of a DCQL query for a proof, as Google's wallet and multipaz read it; no specification has it yet. multipaz
 * needs `id`, and Google prints this very `verifier_message`, which no part of the proof covers.
 */
export const zkMeta = ({ type }: MdocType, circuits: readonly Circuit[]) => ({
  doctype_value: type,
  zk_system_type: circuits.map((circuit) => ({
    system: ZK_SYSTEM,
    id: labelOf(circuit),
    circuit_hash: circuit.hash,
    num_attributes: circuit.attributes,
    version: circuit.version,
    block_enc_hash: circuit.blockEncHash,
    block_enc_sig: circuit.blockEncSig,
  })),
  verifier_message: "challenge",
});
