import { expect, test } from "vitest";
import { wordsOf } from "#console/verifications/verification-timeline.tsx";

const attempt = (detail: Record<string, unknown>) =>
  wordsOf({ at: new Date(0), kind: "attempt", detail: { number: 1, method: "document", ...detail } });

test("an attempt whose evidence decided is not called undecided", () => {
  expect(attempt({ finding: "evidence", durationMs: 900 })).toMatchObject({
    title: "Attempt 1",
    notes: ["ID document", "900 ms"],
  });
});

test("an attempt without a decision says what was wrong, by its code", () => {
  expect(attempt({ finding: "DOCUMENT_QUALITY_LOW", reason: "blurred" })).toMatchObject({
    title: "Attempt 1: no decision",
    notes: ["ID document", "DOCUMENT_QUALITY_LOW", "blurred"],
  });
});
