import { type Evidence, type Finding, FORM, type Method } from "#methods/method.ts";

/** The outcomes that a test key's hosted page offers. */
const SANDBOX_OUTCOMES = ["approve", "under_age", "poor_document", "provider_error", "expire"] as const;

type SandboxOutcome = (typeof SANDBOX_OUTCOMES)[number];

const evidence = (age: number, minimumAge: number): Evidence => ({
  age,
  meetsMinimumAge: age >= minimumAge,
  confidence: 1,
  documentType: "test_document",
  assurance: "none_test_mode",
});

const findings: Record<SandboxOutcome, (minimumAge: number) => Finding> = {
  approve: (minimumAge) => ({ kind: "evidence", evidence: evidence(minimumAge + 12, minimumAge) }),
  under_age: (minimumAge) => ({ kind: "evidence", evidence: evidence(minimumAge - 1, minimumAge) }),
  poor_document: () => ({
    kind: "no_decision",
    code: "DOCUMENT_QUALITY_LOW",
    reason: "blurry",
    hint: "Test: this plays a blurred photo. Choose again.",
  }),
  provider_error: () => ({
    kind: "no_decision",
    code: "METHOD_FAILED",
    hint: "Test: this plays a provider that broke. Choose again.",
  }),
  expire: () => ({ kind: "expire" }),
};

const unknownOutcome: Finding = {
  kind: "no_decision",
  code: "METHOD_FAILED",
  hint: `Choose one of: ${SANDBOX_OUTCOMES.join(", ")}.`,
};

const isOutcome = (text: string): text is SandboxOutcome =>
  SANDBOX_OUTCOMES.some((outcome) => outcome === text);

/** The test mode's method: the body is the outcome's name; everything after it is the live code path. */
export const createSandboxMethod = (): Method => ({
  id: "sandbox",
  modes: ["test"],
  maxBodyBytes: 64,
  start: async ({ channel }) => (channel === "form" ? FORM : null),
  answer: async ({ body }, { minimumAge }) => {
    const outcome = new TextDecoder().decode(body).trim();
    return isOutcome(outcome) ? findings[outcome](minimumAge) : unknownOutcome;
  },
});
