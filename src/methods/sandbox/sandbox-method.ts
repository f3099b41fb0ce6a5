import { bandOfAge } from "#core/age-over.ts";
import { entryFor } from "#core/json.ts";
import { SANDBOX_OUTCOMES, type SandboxOutcome } from "#core/verification.ts";
import { type Finding, FORM, type Method, noDecision, verifies } from "#methods/method.ts";

const evidence = (age: number): Finding => ({
  kind: "evidence",
  evidence: {
    age,
    band: bandOfAge(age),
    confidence: 1,
    documentType: "test_document",
    assurance: "none_test_mode",
  },
});

const OUTCOMES: Record<SandboxOutcome, (minimumAge: number) => Finding> = {
  approve: (minimumAge) => evidence(minimumAge + 12),
  under_age: (minimumAge) => evidence(minimumAge - 1),
  poor_document: () =>
    noDecision("DOCUMENT_QUALITY_LOW", "Test: this plays a blurred photo. Choose again.", "blurry"),
  provider_error: () => noDecision("METHOD_FAILED", "Test: this plays a provider that broke. Choose again."),
  expire: () => ({ kind: "expire" }),
};

const unknownOutcome = noDecision("METHOD_FAILED", `Choose one of: ${SANDBOX_OUTCOMES.join(", ")}.`);

/** Test mode's method: the body is the outcome's name; everything after that is the live code path. */
export const createSandboxMethod = (): Method => ({
  id: "sandbox",
  traits: { ...verifies("sandbox"), category: "self_declared" },
  modes: ["test"],
  maxBodyBytes: 64,
  start: async ({ channel }) => (channel === "form" ? FORM : null),
  answer: async ({ body }, { minimumAge }) => {
    const outcome = new TextDecoder().decode(body).trim();
    const find = entryFor(OUTCOMES, outcome);
    return find?.(minimumAge) ?? unknownOutcome;
  },
});
