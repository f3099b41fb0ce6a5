import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { reaches } from "#core/age-over.ts";
import type { ProviderClient } from "#core/identity/provider.ts";
import type { VendorAccount } from "#core/identity/vendor.ts";
import { entryFor } from "#core/json.ts";
import { COMMON_CODES, FINDING_CODES } from "#core/policy/finding-codes.ts";
import {
  type Asked,
  type Finding,
  FORM,
  type Method,
  type MethodContext,
  type Question,
  type Submission,
} from "#methods/method.ts";

type Sample = (question: Question) => Promise<Submission> | Submission;

export type MethodSamples = {
  /** Fresh bytes at every call: a method drops what it was given. */
  adult: Sample;
  /** Null: the method has evidence of those who are old enough only. */
  minor: Sample | null;
  /** Something that no decision can be reached on. */
  poor: Sample;
  /** The mode in which the method runs. */
  mode: "live" | "test";
  /** The way in which the samples are asked for, and one in which the method does not ask. */
  asked: Asked;
  notAsked: Asked;
  /** Absent: one day in November 2026. */
  now?: () => Date;
  /** Whom the method asks, for the one that needs to be told. */
  provider?: ProviderClient;
  vendor?: VendorAccount;
  /** What the service finds for an answer and hands to the method, which reads nothing else; absent: it reads the answer. */
  found?: (submission: Submission) => string;
};

const EVIDENCE_FIELDS = ["age", "assurance", "confidence", "documentType", "band"];
const NO_DECISION_FIELDS = ["code", "hint", "isUnopened", "kind", "reason"];

const contextOf = (samples: MethodSamples, more: Partial<MethodContext> = {}): MethodContext => ({
  now: samples.now?.() ?? new Date("2026-11-21T12:00:00Z"),
  minimumAge: 18,
  mode: samples.mode,
  ...(samples.provider && { provider: samples.provider }),
  ...(samples.vendor && { vendor: samples.vendor }),
  ...more,
});

const evidenceOf = (finding: Finding) => {
  if (finding.kind !== "evidence") throw new Error(`expected evidence, got ${JSON.stringify(finding)}`);
  return finding.evidence;
};

const codesOf = ({ id }: Method): readonly string[] => [
  ...COMMON_CODES,
  ...(entryFor<readonly string[]>(FINDING_CODES, id) ?? []),
];

const checkShape = (method: Method, finding: Finding): void => {
  if (finding.kind === "evidence") {
    // The only ones that a method may leave out.
    const { documentDigest, trustLabel = "", ...evidence } = finding.evidence;
    expect(documentDigest ?? new Uint8Array(32)).toHaveLength(32);
    expect(trustLabel).toEqual(expect.any(String));
    expect(new Set(Object.keys(evidence))).toEqual(new Set(EVIDENCE_FIELDS));
    expect(finding.evidence.confidence).toBeGreaterThanOrEqual(0);
    expect(finding.evidence.confidence).toBeLessThanOrEqual(1);
    expect(finding.evidence.assurance).not.toBe("");
  } else if (finding.kind === "no_decision") {
    expect(NO_DECISION_FIELDS).toEqual(expect.arrayContaining(Object.keys(finding)));
    expect(codesOf(method)).toContain(finding.code);
    expect(finding.hint.length).toBeGreaterThan(10);
  }
};

/** The methods that went through the suite, by id. */
export const suited = new Set<string>();

/** What every method must hold, whatever it looks at. */
export const methodSuite = (name: string, method: Method, samples: MethodSamples): void => {
  suited.add(method.id);
  /** Asks, and hands in what the sample answers: the one way of every method. */
  const checkSample = async (sample: Sample, more: Partial<MethodContext> = {}): Promise<Finding> => {
    const context = contextOf(samples, more);
    const question = await method.start(samples.asked, context);
    if (!question) throw new Error("the method does not ask in the way of its samples");
    const submission = await sample(question);
    return method.answer(submission, { ...context, kept: samples.found?.(submission) ?? question.kept });
  };

  describe(`the ${name} method as every method`, () => {
    afterAll(() => method.close?.());

    test("is offered in the mode that its samples are for, with a bound on what it takes", () => {
      expect(method.modes).toContain(samples.mode);
      expect(method.maxBodyBytes).toBeGreaterThan(0);
    });

    test("asks in its own way and in no other", async () => {
      expect(await method.start(samples.asked, contextOf(samples))).toMatchObject({
        kept: expect.any(String),
        requests: expect.any(Array),
      });
      expect(await method.start(samples.notAsked, contextOf(samples))).toBeNull();
    });

    test("the answer to a question that nobody asked, or that cannot be read any more, is no decision or needs none", async () => {
      const context = contextOf(samples);
      const question = await method.start(samples.asked, context);
      for (const kept of ["", "[]", "\u0000", '["{}"]']) {
        const finding = await method.answer(await samples.adult(question ?? FORM), { ...context, kept });
        checkShape(method, finding);
        expect(finding.kind === "evidence").toBe(question?.kept === "" && !samples.found);
      }
    });

    test("an adult's evidence meets 18, and says nothing beyond the promised fields", async () => {
      const finding = await checkSample(samples.adult);
      checkShape(method, finding);
      expect(reaches(evidenceOf(finding).band, 18)).toBe(true);
    });

    const { minor } = samples;
    if (minor !== null)
      test("a minor's evidence is evidence too: a decision, not a failure", async () => {
        const finding = await checkSample(minor);
        checkShape(method, finding);
        expect(reaches(evidenceOf(finding).band, 18)).toBe(false);
      });

    test("what cannot be decided on is no decision, with a known code and a hint that helps", async () => {
      const finding = await checkSample(samples.poor);
      checkShape(method, finding);
      expect(finding.kind).toBe("no_decision");
    });

    test("whether the age is enough follows from the age and from nothing else", async () => {
      const { age, band } = evidenceOf(await checkSample(samples.adult, { minimumAge: 21 }));
      if (age !== null) expect(reaches(band, 21)).toBe(age >= 21);
    });

    test("any bytes of any type lead to a finding, never to a throw", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.uint8Array({ maxLength: 200 }),
          fc.constantFrom("", "image/jpeg", "image/png", "text/plain", "application/json", "\u0000"),
          async (body, contentType) => {
            checkShape(method, await checkSample(() => ({ body: new Uint8Array(body), contentType })));
          },
        ),
        { numRuns: 25 },
      );
    });

    test("an adult is still recognised after hostile input", async () => {
      const finding = await checkSample(samples.adult);
      expect(reaches(evidenceOf(finding).band, 18)).toBe(true);
    });
  });
};
