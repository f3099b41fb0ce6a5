import {
  anchorsOfMode,
  askWallet,
  isDerived,
  type ProofVerifier,
  provableAges,
  readSealedExpectations,
  type StatusLists,
  verifyAnswer,
  type WalletAsking,
  type WalletProof,
} from "@lintel/wallet-verifier";
import type { ProvingLevel } from "#core/assurance.ts";
import { ServiceError } from "#core/errors.ts";
import type { WalletProofs } from "#core/tenant.ts";
import type { Mode } from "#core/verification.ts";
import { type Evidence, type Finding, type Method, noDecision, verifies } from "#methods/method.ts";
import { createCoolDowns, PROOF_COOL_DOWN_MS } from "./cool-down.ts";
import { maxResponseBytes } from "./settings.ts";

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

type Given = WalletAsking & {
  /** If null or absent, proofs are neither asked for nor accepted. */
  proofVerifier?: ProofVerifier | null;
  /** The status of verified credentials; if null or absent, no list is looked at. */
  statusLists?: StatusLists | null;
  /** Closes what the verifier of proofs has open. */
  close?: Method["close"];
};

/** A credential in the person's wallet, signed by its issuer; in test mode by the test issuer. */
export const createWalletMethod = (given: Given): Method => {
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
    start: async (asked, context) => {
      if (asked.channel === "form" || asked.channel === "redirect" || asked.channel === "passkey")
        return null;
      const isInTrouble = trouble.isOn(context.tenantId ?? "", context.now);
      return askWallet(isInTrouble ? withoutPreferred(given) : given, asked, context);
    },
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
