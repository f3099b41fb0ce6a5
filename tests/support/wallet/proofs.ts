import { encode } from "cborg";
import { sealResponse } from "../../../lab/demo-wallet/wallet/iso-mdoc.ts";
import { type Claim, proveWith, standInProof } from "../../../lab/zk/stand-in.ts";
import {
  EU_AGE_VERIFICATION,
  type MdocType,
  MOBILE_DRIVING_LICENCE,
} from "../../../packages/wallet-verifier/src/credential-type.ts";
import type {
  DcApiExpectation,
  IsoMdocExpectation,
} from "../../../packages/wallet-verifier/src/expectation.ts";
import { dcApiTranscript, isoMdocTranscript } from "../../../packages/wallet-verifier/src/mdoc/transcript.ts";
import { proofsFor, proofsInQuery } from "../../../packages/wallet-verifier/src/openid4vp/ask-for-proofs.ts";
import { jwkThumbprint } from "../../../packages/wallet-verifier/src/transaction-key.ts";
import type { TrustAnchor } from "../../../packages/wallet-verifier/src/trust/anchor.ts";
import { verifyAnswer } from "../../../packages/wallet-verifier/src/verify-answer.ts";
import { type Circuit, circuitsFrom, labelOf } from "../../../packages/wallet-verifier/src/zk/circuits.ts";
import type { ProofAsking } from "../../../packages/wallet-verifier/src/zk/offer.ts";
import type {
  ProofVerdict,
  ProofVerifier,
  ProvedClaim,
} from "../../../packages/wallet-verifier/src/zk/proof-verifier.ts";
import { NOW } from "./authority.ts";
import { ORIGIN, type World } from "./world.ts";

// Wallets that answer with a stand-in's proof, and a verifier of these that counts.

/** Version 6 for one element and for two, version 7 for one. */
export const HASHES = {
  six: "137e5a75ce72735a37c8a72da1a8a0a5df8d13365c2ae3d2c2bd6a0e7197c7c6",
  sixTwo: "b4bb6f01b7043f4f51d8302a30b36e3d4d2d0efc3c24557ab9212ad524a9764e",
  seven: "8d079211715200ff06c5109639245502bfe94aa869908d31176aae4016182121",
} as const;

export const CIRCUITS = circuitsFrom(Object.values(HASHES).map((hash) => ({ hash, parameters: null })));
const circuitOf = (hash: string): Circuit => {
  const found = CIRCUITS.find((circuit) => circuit.hash === hash);
  if (!found) throw new Error("no such circuit");
  return found;
};
export const label = (hash: string): string => labelOf(circuitOf(hash));

export const asking = (policy: "prefer" | "require", circuits = CIRCUITS): ProofAsking => ({
  policy,
  circuits,
  typesWithStatus: [],
});

/** The stand-in's verifier in this process. */
export const countingVerifier = (verdict?: ProofVerdict) => {
  const claims: ProvedClaim[] = [];
  const verifier: ProofVerifier = {
    name: "stand-in",
    verify: async (claim, proof) => {
      claims.push(claim);
      const { circuit, docType, nameSpace, elements, time, issuerChain, transcript } = claim;
      const expected = standInProof({
        ...{ transcript, docType, nameSpace, time, circuitHash: circuit.hash, signer: issuerChain[0] },
        elements: elements.map(({ name, value }) => [name, value] as const),
      });
      return verdict ?? (Buffer.from(expected).equals(proof) ? "valid" : "invalid");
    },
  };
  return { claims, verifier };
};

const YES = encode(true);
export const NO = encode(false);

export const timeText = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;

export const isoMdocFor = (
  world: World,
  type: MdocType,
  proofs: ProofAsking | null,
  asked: { minimumAge?: number; thresholds?: number[] } = {},
): IsoMdocExpectation => {
  const expectation = { ...world.isoMdoc, ...asked };
  return { ...expectation, ...proofsFor([type], expectation, proofs) };
};

export const dcApiFor = (
  world: World,
  proofs: ProofAsking | null,
  minimumAge = 18,
  thresholds: number[] = [],
): DcApiExpectation => {
  const types = [EU_AGE_VERIFICATION, MOBILE_DRIVING_LICENCE];
  const expectation = { ...world.dcApi, minimumAge, thresholds, types };
  return { ...expectation, ...proofsInQuery(types, expectation, proofs) };
};

export const transcriptOf = (expectation: IsoMdocExpectation | DcApiExpectation): Uint8Array =>
  expectation.channel === "iso_mdoc"
    ? isoMdocTranscript(expectation)
    : dcApiTranscript({ ...expectation, thumbprint: jwkThumbprint(expectation.key.publicJwk) });

/** What an honest wallet claims: over 18 by a proof of age. */
export const claimFor = (world: World, transcript: Uint8Array, change: Partial<Claim> = {}): Claim => ({
  transcript,
  circuitHash: HASHES.six,
  docType: EU_AGE_VERIFICATION.type,
  nameSpace: EU_AGE_VERIFICATION.nameSpace,
  elements: [["age_over_18", YES]],
  time: timeText(NOW),
  signer: world.signer.der,
  ...change,
});

export type Answering = Partial<Parameters<typeof proveWith>[1]> & { claims?: readonly Claim[] };

/** A DeviceResponse with a proof, for a question; honest if nothing was changed. */
export const prove = (
  world: World,
  expectation: IsoMdocExpectation | DcApiExpectation,
  { claims = [claimFor(world, transcriptOf(expectation))], ...change }: Answering = {},
): Uint8Array => proveWith(claims, { zkSystemId: label(HASHES.six), chain: world.signer.der, ...change });

/** What the method says about a DeviceResponse that was sealed to a question of org-iso-mdoc. */
export const judge = async (
  expectation: IsoMdocExpectation,
  deviceResponse: Uint8Array,
  options: { anchors: TrustAnchor[]; verifier: ProofVerifier; circuits?: readonly Circuit[]; now?: Date },
) => {
  const { anchors, verifier, circuits = CIRCUITS, now = NOW } = options;
  const data = await sealResponse(deviceResponse, expectation.key.publicJwk, transcriptOf(expectation));
  const body = new TextEncoder().encode(JSON.stringify({ protocol: "org-iso-mdoc", data }));
  return verifyAnswer(body, { expectations: [expectation], anchors, judging: { circuits, verifier } }, now);
};

export { ORIGIN };
