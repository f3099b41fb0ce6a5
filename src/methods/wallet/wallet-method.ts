import type { ProvingLevel } from "#core/assurance.ts";
import { ServiceError } from "#core/errors.ts";
import type { WalletProofs } from "#core/tenant.ts";
import type { Mode } from "#core/verification.ts";
import { type Evidence, type Finding, type Method, noDecision, verifies } from "#methods/method.ts";
import type { VerifiedCredential } from "#methods/wallet/status/status-claim.ts";
import type { StatusLists } from "#methods/wallet/status/status-lists.ts";
import type { TrustAnchor } from "#methods/wallet/trust/anchor.ts";
import { isDerived } from "./credential-type.ts";
import type { WalletExpectation } from "./expectation.ts";
import { readSealedExpectations } from "./expectation.ts";
import type { WalletProof } from "./proof.ts";
import { anchorsOfMode, askWallet, provableAges, type WalletAsking } from "./question.ts";
import { PASSED, type Result, refuse } from "./result.ts";
import { maxResponseBytes } from "./settings.ts";
import { verifyWalletResponse } from "./verify-response.ts";
import { createCoolDowns, PROOF_COOL_DOWN_MS } from "./zk/cool-down.ts";
import type { ProofJudging } from "./zk/verify-proof.ts";

/** What was asked: one expectation for a link, one for each protocol that the Digital Credentials API was offered. */
type WalletQuestion = {
  expectations: readonly WalletExpectation[];
  /** The issuers whose word counts. */
  anchors: readonly TrustAnchor[];
  /** Null: no list is consulted. */
  lists?: StatusLists | null | undefined;
  /** What judges zero-knowledge proofs; null or absent: nothing does. */
  judging?: ProofJudging | null | undefined;
};

/**
 * An answer belongs to the expectation whose protocol it came in. Where several share a protocol
 * (`org-iso-mdoc` has one for each type), it belongs to the one whose key it was sealed to: no other key
 * opens it.
 */
export const verifyAnswer = async (
  body: Uint8Array,
  { expectations, anchors, lists = null, judging = null }: WalletQuestion,
  now: Date,
): Promise<Result<WalletProof>> => {
  let refusal = refuse("protocol_mismatch");
  for (const expectation of expectations) {
    const credentials: VerifiedCredential[] = [];
    const onVerified = (credential: VerifiedCredential) => void credentials.push(credential);
    const result = await verifyWalletResponse(body, expectation, { anchors, now, judging, onVerified });
    if (result.ok) {
      // Last: no list is fetched for a credential that no trusted issuer has signed.
      const standing = (await lists?.check(credentials)) ?? PASSED;
      return standing.ok ? result : standing;
    }
    const isForAnother = result.code === "protocol_mismatch" || result.code === "decryption_failed";
    if (!isForAnother) return result;
    if (result.code === "decryption_failed") refusal = result;
  }
  return refusal;
};

const levelOf = (credentialType: string): ProvingLevel =>
  isDerived(credentialType) ? "derived_device_bound" : "high_device_bound";

/**
 * The wallet says "over" or "under" for some ages, and never states an age. The device's key binds the
 * credential to its device (docs/assurance.md); what the test issuer signs proves nothing.
 */
export const evidenceOf = (
  { band, credentialType }: Pick<WalletProof, "band" | "credentialType">,
  mode: Mode,
): Evidence => ({
  age: null,
  band,
  confidence: 1,
  documentType: credentialType,
  assurance: mode === "live" ? levelOf(credentialType) : "none_test_mode",
});

const HINT = "Ask the wallet again, or choose another way.";

const unlessPreferred = (policy: WalletProofs): WalletProofs => (policy === "prefer" ? "off" : policy);

/**
 * Leaves out proofs that are only preferred: while the verifier is away, the credential itself should come. A required
 * proof is still asked for.
 */
const withoutPreferred = (given: WalletAsking): WalletAsking => {
  const { settings, walletProofsOf } = given;
  const { proofs } = settings;
  if (!proofs) return given;
  return {
    ...given,
    settings: { ...settings, proofs: { ...proofs, policy: unlessPreferred(proofs.policy) } },
    walletProofsOf: async (tenantId) => {
      const own = (await walletProofsOf?.(tenantId)) ?? null;
      return own && unlessPreferred(own);
    },
  };
};

/** A credential in the person's wallet, signed by its issuer; in test mode by the test issuer. */
export const createWalletMethod = (
  given: WalletAsking & { /** Closes what the verifier of proofs has open. */ close?: Method["close"] },
): Method => {
  const trouble = createCoolDowns();
  return {
    id: "wallet",
    // The EU attestation promises 18 and nothing else; whether a wallet holds more is up to its issuer.
    traits: { ...verifies("wallet", "phone"), answers: [18] },
    modes: ["live", "test"],
    maxBodyBytes: maxResponseBytes(given.settings),
    failedAs: "WALLET_REFUSED",
    levels: [...new Set(given.settings.types.map(({ type }) => levelOf(type)))],
    provableAges: (now, own, trustedFor) => provableAges(given.settings, now, own, trustedFor),
    ...(given.close ? { close: given.close } : {}),
    start: (asked, context) =>
      askWallet(
        trouble.isOn(context.tenantId ?? "", context.now) ? withoutPreferred(given) : given,
        asked,
        context,
      ),
    answer: async ({ body }, { kept = "", mode, now, tenantId = "" }): Promise<Finding> => {
      const expectations = readSealedExpectations(kept, given.settings.types);
      const anchors = await anchorsOfMode(given, mode);
      // The test issuer keeps no lists.
      const lists = mode === "live" ? given.statusLists : null;
      const { settings, proofVerifier: verifier } = given;
      const judging = settings.proofs && verifier ? { circuits: settings.proofs.circuits, verifier } : null;
      const result = await verifyAnswer(body, { expectations, anchors, lists, judging }, now);
      if (result.ok) {
        const { trustLabel, proofVerifier } = result.value;
        const found = { trustLabel, ...(proofVerifier === undefined ? {} : { proofVerifier }) };
        return { kind: "evidence", evidence: { ...evidenceOf(result.value, mode), ...found } };
      }
      if (result.code === "proof_unavailable") {
        trouble.begin(tenantId, now);
        // The proof was not looked at, so it says nothing about the person.
        throw new ServiceError("SERVICE_UNAVAILABLE", "The proof cannot be verified now. Try again.", {
          retryAfterSeconds: PROOF_COOL_DOWN_MS / 1000,
        });
      }
      const code = result.code === "response_error" ? "WALLET_DECLINED" : "METHOD_FAILED";
      return noDecision(code, HINT, result.code);
    },
  };
};
