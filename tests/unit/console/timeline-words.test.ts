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

test("an attempt without a decision says what was wrong in a sentence, and no code", () => {
  expect(attempt({ finding: "DOCUMENT_QUALITY_LOW", reason: "blurry" })).toMatchObject({
    title: "Attempt 1: no decision",
    notes: ["ID document", "The photo was blurred"],
  });
});

test("a reason that has no words is kept: it is all that says why a wallet or a vendor decided nothing", () => {
  expect(attempt({ method: "wallet", finding: "METHOD_FAILED", reason: "issuer_untrusted" }).notes).toEqual([
    ...["Wallet", "The check broke off without a decision", "issuer_untrusted"],
  ]);
  const detail = { errorCode: "VENDOR_UNDECIDED", method: "vendor:yoti", reason: "status_unknown" };
  expect(wordsOf({ at: new Date(0), kind: "failed", detail }).notes).toEqual([
    "The vendor could not confirm the age",
    "status_unknown",
  ]);
});

test("a failure says why in a sentence, and no code", () => {
  const detail = { errorCode: "METHOD_FAILED", method: "document", reason: "too_dark" };
  expect(wordsOf({ at: new Date(0), kind: "failed", detail })).toMatchObject({
    title: "Failed without a decision",
    notes: ["The photo was too dark"],
  });
});

test("the start says the mode, and that the person began an appeal", () => {
  const started = (detail: Record<string, string>) => wordsOf({ at: new Date(0), kind: "started", detail });
  expect(started({ mode: "live" })).toMatchObject({ title: "Started", notes: ["live mode"] });
  expect(started({ mode: "live", by: "appeal" })).toMatchObject({
    title: "Started by the person’s appeal",
    notes: ["live mode"],
  });
});
