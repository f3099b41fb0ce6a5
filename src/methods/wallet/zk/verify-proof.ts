import type { AgeFact } from "#core/age-over.ts";
import { asList, type CborMap } from "#methods/wallet/cbor/decode.ts";
import { isDraftPhotoId, type MdocType, thresholdIn } from "#methods/wallet/credential-type.ts";
import { MAX_PROVED_PRESENTATION_BYTES, PROOF_SKEW_MS } from "#methods/wallet/limits.ts";
import { hasProofs, openDeviceResponse } from "#methods/wallet/mdoc/read-device-response.ts";
import type { SessionTranscript } from "#methods/wallet/mdoc/transcript.ts";
import { verifyMdocAge } from "#methods/wallet/mdoc/verify-document.ts";
import { type AskedAges, proofFrom, type WalletProof } from "#methods/wallet/proof.ts";
import { accept, type Result, refuse } from "#methods/wallet/result.ts";
import type { VerifiedCredential } from "#methods/wallet/status/status-claim.ts";
import type { TrustAnchor } from "#methods/wallet/trust/anchor.ts";
import { checkChain, type TrustedSigner } from "#methods/wallet/trust/check-chain.ts";
import { type Circuit, isSameCircuit } from "./circuits.ts";
import type { ProofOffer } from "./offer.ts";
import type { ProofVerifier, ProvedElement } from "./proof-verifier.ts";
import { type ClaimedProof, readProof } from "./read-proof.ts";

/** What judges proofs in this deployment now. */
export type ProofJudging = { circuits: readonly Circuit[]; verifier: ProofVerifier };

type ProofContext = AskedAges & {
  /** The types that this answer may be of. */
  types: readonly MdocType[];
  transcript: SessionTranscript;
  anchors: readonly TrustAnchor[];
  now: Date;
  /** How many plain documents may come. */
  maxDocuments?: number;
  onVerified?: ((credential: VerifiedCredential) => void) | undefined;
  offer: ProofOffer;
  /** Null: proofs were switched off after the question. */
  judging: ProofJudging | null;
};

/** A tdate (#6.0(tstr)) of 20 characters, the only form of a circuit's `now`. */
const WHOLE_SECOND = /^\xc0\x74(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z)$/;

/** The time of a proof, as written, if it is a whole second near ours: it is the wallet's word. */
const timeOf = (timestamp: Uint8Array, now: Date): string | null => {
  const time = WHOLE_SECOND.exec(Buffer.from(timestamp).toString("latin1"))?.[1];
  const at = new Date(time ?? Number.NaN).getTime();
  // JavaScript reads 30 February as 2 March; no issuer's dates can be compared with such a text.
  if (time === undefined || Number.isNaN(at) || !new Date(at).toISOString().startsWith(time.slice(0, 19)))
    return null;
  return Math.abs(at - now.getTime()) <= PROOF_SKEW_MS ? time : null;
};

/** RFC 8949 §3.3: the one byte that each of the two is, and that no other item begins with. */
const BOOLEANS: ReadonlyMap<number | undefined, boolean> = new Map([
  [0xf4, false],
  [0xf5, true],
]);

/**
 * The ages that a proof states; null unless it names each element that was asked for once, and no other. The order is the
 * wallet's: the proof holds only in that order.
 */
const agesOf = (
  type: MdocType,
  elements: readonly ProvedElement[],
  asked: readonly string[],
): AgeFact[] | null => {
  const names = new Set(elements.map(({ name }) => name));
  const isAsked = names.size === elements.length && asked.every((name) => names.has(name));
  if (!isAsked || elements.length !== asked.length) return null;
  const ages = elements.flatMap(({ name, value }) => {
    const threshold = thresholdIn(type, name);
    const isOver = BOOLEANS.get(value[0]);
    return threshold === null || isOver === undefined ? [] : [{ threshold, isOver }];
  });
  return ages.length === elements.length ? ages : null;
};

/** A circuit has one curve, and its public input is only the signer's key. */
const hasP256 = ({ certificate }: TrustedSigner): boolean => {
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.x509.publicKey;
  return asymmetricKeyType === "ec" && asymmetricKeyDetails?.namedCurve === "prime256v1";
};

type Checked = { circuit: Circuit; time: string; ages: AgeFact[] };

/** All that can be known without looking at the proof: what it claims is an answer to this request. */
const checkClaim = (
  claimed: ClaimedProof,
  { offer, judging, now }: Pick<ProofContext, "offer" | "judging" | "now">,
  type: MdocType,
): Result<Checked> => {
  const offered = Object.hasOwn(offer.types, type.type) ? offer.types[type.type] : undefined;
  if (!offered) return refuse("proof_not_asked");
  // A label is compared and never taken apart: what it looks like says nothing.
  const circuit = Object.hasOwn(offered.circuits, claimed.zkSystemId)
    ? offered.circuits[claimed.zkSystemId]
    : undefined;
  if (!circuit) return refuse("proof_system");
  const isAllowed = judging?.circuits.some((allowed) => isSameCircuit(allowed, circuit)) === true;
  if (!isAllowed || circuit.attributes !== claimed.elements.length) return refuse("proof_circuit");
  const ages = claimed.nameSpace === type.nameSpace ? agesOf(type, claimed.elements, offered.elements) : null;
  if (!ages) return refuse("proof_elements");
  const time = timeOf(claimed.timestamp, now);
  return time === null ? refuse("proof_time") : accept({ circuit, time, ages });
};

/** The one proof of an answer. Documents beside it would leave open which of the two is the answer. */
const soleProof = (response: CborMap): Result<ClaimedProof> => {
  const [entry, ...more] = asList(response.get("zkDocuments")) ?? [];
  return more.length > 0 ? refuse("proof_count") : readProof(entry);
};

/**
 * ISO/IEC 18013-5:2025 §10.2.7: what a DeviceResponse proves without showing it. The order is fixed: first everything that
 * can be compared, then the issuer, last the proof, which is the dearest. The dates of the credential are part of the proof.
 */
const verifyProof = async (response: CborMap, context: ProofContext): Promise<Result<WalletProof>> => {
  const { types, transcript, anchors, now, judging } = context;
  const read = soleProof(response);
  if (!read.ok) return read;
  const { docType, nameSpace, elements, chain, proof } = read.value;
  const type = types.find((candidate) => candidate.type === docType);
  if (!type) return refuse(isDraftPhotoId(docType) ? "doctype_of_draft" : "doctype_mismatch");
  const claim = checkClaim(read.value, context, type);
  if (!claim.ok) return claim;
  const signer = checkChain(chain, { credentialType: docType, anchors, now });
  if (!signer.ok) return signer;
  if (!hasP256(signer.value)) return refuse("proof_issuer_key");
  const { anchor } = signer.value;
  const { circuit, time, ages } = claim.value;
  const [leaf, ...above] = chain;
  // What says nothing about the age needs no proof.
  const said = proofFrom({ attestations: ages, disclosedMore: false, anchor }, context);
  if (!said.ok || !leaf || !judging) return said.ok ? refuse("proof_unavailable") : said;
  const issuerChain = [leaf, ...above] as const;
  const claimed = { circuit, docType, nameSpace, elements, time, issuerChain, transcript };
  const verdict = await judging.verifier.verify(claimed, proof);
  if (verdict !== "valid") return refuse(verdict === "invalid" ? "proof_invalid" : "proof_unavailable");
  // The status is among what a proof keeps to itself: rules that need one refuse.
  context.onVerified?.({ format: "mso_mdoc", anchor, status: undefined });
  return accept({ ...said.value, proofVerifier: judging.verifier.name });
};

const hasDocuments = (response: CborMap): boolean => {
  const documents = response.get("documents");
  return documents !== undefined && asList(documents)?.length !== 0;
};

/** Verifies an answer to a request that offered to take a proof: a proof, or a plain credential if that is enough. */
export const verifyMdocOrProof = async (
  bytes: Uint8Array,
  context: ProofContext,
): Promise<Result<WalletProof>> => {
  const opened = openDeviceResponse(bytes, MAX_PROVED_PRESENTATION_BYTES);
  if (!opened.ok) return opened;
  if (hasProofs(opened.value))
    return hasDocuments(opened.value) ? refuse("proof_and_document") : verifyProof(opened.value, context);
  if (context.offer.isRequired) return refuse("proof_required");
  const { offer: _offer, judging: _judging, ...plain } = context;
  return verifyMdocAge(bytes, plain);
};
