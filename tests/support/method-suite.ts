import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { ERRORS } from "#core/errors.ts";
import type { Finding, Method, MethodContext, Submission } from "#methods/method.ts";
import type { WalletQuestion } from "#methods/wallet/answer.ts";

export type MethodSamples = {
  /** Fresh bytes at every call: a method drops what it was given. */
  adult(): Promise<Submission> | Submission;
  minor(): Promise<Submission> | Submission;
  /** Something that no decision can be reached on. */
  poor(): Promise<Submission> | Submission;
  /** The mode in which the method runs. */
  mode: "live" | "test";
  /** What was asked, for a method whose evidence is an answer. */
  question?: WalletQuestion;
};

const EVIDENCE_FIELDS = ["age", "assurance", "confidence", "documentType", "meetsMinimumAge"];
const NO_DECISION_FIELDS = ["code", "hint", "isUnopened", "kind", "reason"];

const contextOf = (samples: MethodSamples, more: Partial<MethodContext> = {}): MethodContext => ({
  now: new Date("2026-11-21T12:00:00Z"),
  minimumAge: 18,
  mode: samples.mode,
  ...(samples.question ? { question: samples.question } : {}),
  ...more,
});

const evidenceOf = (finding: Finding) => {
  if (finding.kind !== "evidence") throw new Error(`expected evidence, got ${JSON.stringify(finding)}`);
  return finding.evidence;
};

const checkShape = (finding: Finding): void => {
  if (finding.kind === "evidence") {
    // The only one that a method may leave out.
    const { documentDigest, ...evidence } = finding.evidence;
    expect(documentDigest ?? new Uint8Array(32)).toHaveLength(32);
    expect(new Set(Object.keys(evidence))).toEqual(new Set(EVIDENCE_FIELDS));
    expect(finding.evidence.confidence).toBeGreaterThanOrEqual(0);
    expect(finding.evidence.confidence).toBeLessThanOrEqual(1);
    expect(finding.evidence.assurance).not.toBe("");
  } else if (finding.kind === "no_decision") {
    expect(NO_DECISION_FIELDS).toEqual(expect.arrayContaining(Object.keys(finding)));
    expect(ERRORS).toHaveProperty(finding.code);
    expect(finding.hint.length).toBeGreaterThan(10);
  }
};

/** What every method must hold, whatever it looks at. */
export const methodSuite = (name: string, method: Method, samples: MethodSamples): void => {
  describe(`the ${name} method as every method`, () => {
    afterAll(() => method.close?.());

    test("is offered in the mode that its samples are for, with a bound on what it takes", () => {
      expect(method.modes).toContain(samples.mode);
      expect(method.maxBodyBytes).toBeGreaterThan(0);
    });

    test("an adult's evidence meets 18, and says nothing beyond the promised fields", async () => {
      const finding = await method.submit(await samples.adult(), contextOf(samples));
      checkShape(finding);
      expect(evidenceOf(finding)).toMatchObject({ meetsMinimumAge: true });
    });

    test("a minor's evidence is evidence too: a decision, not a failure", async () => {
      const finding = await method.submit(await samples.minor(), contextOf(samples));
      checkShape(finding);
      expect(evidenceOf(finding)).toMatchObject({ meetsMinimumAge: false });
    });

    test("what cannot be decided on is no decision, with a known code and a hint that helps", async () => {
      const finding = await method.submit(await samples.poor(), contextOf(samples));
      checkShape(finding);
      expect(finding.kind).toBe("no_decision");
    });

    test("whether the age is enough follows from the age and from nothing else", async () => {
      const { age, meetsMinimumAge } = evidenceOf(
        await method.submit(await samples.adult(), contextOf(samples, { minimumAge: 21 })),
      );
      if (age !== null) expect(meetsMinimumAge).toBe(age >= 21);
    });

    test("any bytes of any type lead to a finding, never to a throw", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.uint8Array({ maxLength: 200 }),
          fc.constantFrom("", "image/jpeg", "image/png", "text/plain", "application/json", "\u0000"),
          async (body, contentType) => {
            checkShape(await method.submit({ body: new Uint8Array(body), contentType }, contextOf(samples)));
          },
        ),
        { numRuns: 25 },
      );
    });

    test("an adult is still recognised after hostile input", async () => {
      const finding = await method.submit(await samples.adult(), contextOf(samples));
      expect(evidenceOf(finding).meetsMinimumAge).toBe(true);
    });
  });
};
