import type { NoRead } from "@lintel/document-reader";
import { expect, test } from "vitest";
import type { FindingCode } from "#core/policy/finding-codes.ts";
import { createDocumentMethod } from "#methods/document/document-method.ts";

/** Said about a document that was read. */
type OfAssessment = "DOCUMENT_EXPIRED" | "BIRTHDAY_TODAY";

// Where this does not compile, the service has a code for documents that nothing gives.
const GIVEN_BY_NOTHING: Record<Exclude<FindingCode<"document">, NoRead["code"] | OfAssessment>, string> = {};

test("each code that the service has for documents is given by the reader or by the assessment", () => {
  expect(Object.keys(GIVEN_BY_NOTHING)).toEqual([]);
});

test("a reader that takes no more pictures decides nothing: the service says when to come back", async () => {
  const method = createDocumentMethod({
    processes: 1,
    queueLimit: 0,
    timeoutMs: 1_000,
    acceptSamples: false,
  });
  await method.close?.();
  const picture = { contentType: "image/jpeg", body: new Uint8Array([1, 2, 3]) };
  const context = { now: new Date("2026-11-30T12:00:00Z"), minimumAge: 18, mode: "live" as const };
  await expect(method.answer(picture, context)).rejects.toMatchObject({
    name: "ServiceError",
    code: "SERVICE_UNAVAILABLE",
    details: { retryAfterSeconds: 1 },
  });
  expect(picture.body).toEqual(new Uint8Array(3));
});
