import { describe, expect, test } from "vitest";
import { undecidedText } from "#console/verifications/undecided.ts";
import { findingWords, nextStep, triesText, type Undecided } from "#console/words/finding-words.ts";
import { COMMON_CODES, FINDING_CODES, INCONCLUSIVE } from "#core/policy/finding-codes.ts";

const CODES = [
  ...Object.values(FINDING_CODES).flat(),
  ...COMMON_CODES,
  INCONCLUSIVE,
  "CANCELLED",
  "CANCELLED_BY_USER",
];

const photo = (reason: string | null): Undecided => ({
  method: "document",
  finding: "DOCUMENT_QUALITY_LOW",
  reason,
});
const cancelled: Undecided = { method: "oidc:eid", finding: "IDENTITY_PROVIDER_DECLINED", reason: null };

describe("a code in words", () => {
  test.each([...new Set(CODES)])("%s says what was wrong and what to do, and shows no code", (code) => {
    const { what, was, next } = findingWords(code, null);
    for (const text of [what, next]) expect(text).toMatch(/^[A-Z][^_]+[^.]$/);
    expect(was).toMatch(/^[a-z][^_]+[^.]$/);
  });

  test("has more to say where a reason is stored, whatever the code", () => {
    expect(findingWords("DOCUMENT_QUALITY_LOW", "glare").what).toBe(
      "A reflection covered part of the document",
    );
    expect(findingWords("METHOD_FAILED", "too_dark").what).toBe("The photo was too dark");
    expect(findingWords("METHOD_FAILED", null).next).toContain("another method");
    expect(findingWords("METHOD_FAILED", "age_undetermined")).toEqual(findingWords("METHOD_FAILED", null));
  });

  test("keeps the code of an earlier release, and has none for the names that every object has", () => {
    expect(findingWords("OLD_CODE", null).what).toContain("OLD_CODE");
    expect(findingWords("constructor", "toString").what).toContain("constructor");
  });
});

describe("several attempts in one sentence", () => {
  const CASES: [tries: Undecided[], text: string | null][] = [
    [[], null],
    [[photo("blurry")], "The photo was blurred"],
    [[photo("blurry"), photo("blurry")], "Two photos, both blurred"],
    [[photo("blurry"), photo("too_dark"), photo("blurry")], "Three photos, all blurred or dark"],
    [
      [photo("blurry"), photo("too_dark"), cancelled],
      "Two photos (blurred or dark) and one sign-in (cancelled)",
    ],
    [
      [0, 1].map(() => ({ method: "undisclosed", finding: "METHOD_FAILED", reason: null })),
      "Two attempts, both without a decision",
    ],
  ];

  test.each(CASES)("%j", (tries, text) => {
    expect(triesText(tries)).toBe(text);
  });

  test("a voucher is offered where it counts and would help, and nowhere else", () => {
    expect(nextStep(photo("too_dark"), true)).toBe("Ask for daylight, or issue a voucher.");
    expect(nextStep(photo("too_dark"), false)).toBe("Ask for daylight.");
    expect(nextStep({ method: "", finding: "CANCELLED", reason: null }, true)).not.toContain("voucher");
  });
});

describe("the sentence on a verification's page", () => {
  const attempt = (reason: string) => ({
    at: new Date(0),
    kind: "attempt" as const,
    detail: { number: 1, method: "document", finding: "DOCUMENT_QUALITY_LOW", reason, durationMs: 900 },
  });
  const failed = {
    status: "failed" as const,
    methods: ["document", "voucher"],
    method: "document",
    errorCode: "DOCUMENT_QUALITY_LOW",
    reason: "blurry",
    timeline: ["blurry", "too_dark", "blurry"].map(attempt),
  };

  test("sums up the attempts and says what to do", () => {
    expect(undecidedText(failed, true)).toBe(
      "Three photos, all blurred or dark. Ask for daylight and a steady hand, or issue a voucher.",
    );
    expect(undecidedText(failed, false)).not.toContain("voucher");
    expect(undecidedText({ ...failed, methods: ["document"] }, true)).not.toContain("voucher");
  });

  test("says who cancelled it, after what was tried", () => {
    const stopped = { ...failed, method: null, errorCode: "CANCELLED_BY_USER", reason: null };
    expect(undecidedText({ ...stopped, timeline: [attempt("blurry")] }, true)).toBe(
      "The photo was blurred. The person cancelled the check. They can start again from your site.",
    );
  });

  test("says nothing where there is a decision, or nothing has gone wrong yet", () => {
    const decided = { ...failed, status: "completed" as const, errorCode: null, reason: null };
    expect(undecidedText(decided, true)).toBeNull();
    const open = { ...failed, status: "pending" as const, errorCode: null, reason: null, timeline: [] };
    expect(undecidedText(open, true)).toBeNull();
  });
});
