export {
  CREDENTIAL_TYPES,
  type CredentialType,
  EU_AGE_VERIFICATION,
  isDerived,
  type OwnType,
  ownType,
} from "./credential-type.ts";
export { readSealedExpectations, type WalletExpectation } from "./expectation.ts";
export { MAX_PROVED_RESPONSE_BYTES, MAX_RESPONSE_BYTES } from "./limits.ts";
export { whyNoType } from "./openid4vp/ask-for-proofs.ts";
export { signedLinkRequest } from "./openid4vp/link.ts";
export type { WalletProof } from "./proof.ts";
export { askWallet, linkOf, type WalletAsking, type WalletQuestion } from "./question.ts";
export { type Result, WALLET_CODES, type WalletCode } from "./result.ts";
export type { StatusRules } from "./status/status-claim.ts";
export { type AskForList, createStatusLists, type StatusLists } from "./status/status-lists.ts";
export { verifyAnswer } from "./verify-answer.ts";
export {
  type AskingSettings,
  anchorsOfMode,
  NO_WAYS,
  provableAges,
  WALLET_APPS,
  type WalletApp,
  type WalletWays,
  waysOf,
} from "./ways.ts";
export { circuitsFrom } from "./zk/circuits.ts";
export type { ProofSettings } from "./zk/offer.ts";
export type { ProofVerifier } from "./zk/proof-verifier.ts";
export { createReferenceVerifier, REFERENCE_VERIFIER } from "./zk/reference-verifier.ts";
