import { describe, expect, test } from "vitest";
import { Sealed } from "#core/sealed.ts";
import { answerOf, isOurs } from "#methods/vendor/didit/decision.ts";

const NOW = new Date("2026-06-15T12:00:00Z");

const APPROVED = {
  session_id: "11111111-2222-4333-8444-555555555555",
  session_kind: "user",
  status: "Approved",
  environment: "live",
  workflow_id: "2b6f0c52-7f0d-4c1e-9a57-3f1a5e0c8d21",
  vendor_data: "vse_1",
  features: ["ID_VERIFICATION", "LIVENESS", "FACE_MATCH"],
  id_verifications: [{ status: "Approved", date_of_birth: "2000-01-31" }],
  liveness_checks: [{ status: "Approved" }],
  face_matches: [{ status: "Approved", source_image_session_id: null }],
};

const bornOn = (date_of_birth: string) =>
  answerOf({ ...APPROVED, id_verifications: [{ status: "Approved", date_of_birth }] }, NOW);

describe("the age in a decision of Didit's", () => {
  test.each([
    ["2008-06-13", 18, { atLeast: 18, below: 19 }],
    ["2008-06-17", 17, { atLeast: 17, below: 18 }],
    ["2000-01-31", 26, { atLeast: 26, below: 27 }],
  ])("born on %s: %i years", (birth, age, band) => {
    expect(bornOn(birth)).toEqual({ state: "decided", age, band, isFaceMatched: true });
  });

  test("is left open by a date without its day or its month, and never taken as the earlier one", () => {
    expect(bornOn("2008-06-00")).toMatchObject({ age: null, band: { atLeast: 17, below: 19 } });
    expect(bornOn("2008-00-00")).toMatchObject({ age: null, band: { atLeast: 17, below: 19 } });
    expect(bornOn("2008")).toMatchObject({ age: null, band: { atLeast: 17, below: 19 } });
  });

  test("is all that leaves it: no name, number or date", () => {
    const [document] = APPROVED.id_verifications;
    const told = { ...document, first_name: "Givenmark", document_number: "MARK-318" };
    expect(answerOf({ ...APPROVED, id_verifications: [told] }, NOW)).toStrictEqual({
      state: "decided",
      age: 26,
      band: { atLeast: 26, below: 27 },
      isFaceMatched: true,
    });
  });
});

test("features that are objects are read as those that are words", () => {
  const features = [{ feature: "LIVENESS", node_id: "feature_liveness" }];
  expect(answerOf({ ...APPROVED, features, liveness_checks: null }, NOW)).toEqual({
    state: "undecided",
    reason: "selfie_missing",
  });
});

test("a decision is ours by its ids, in capitals or not, and by its mode", () => {
  const account = {
    id: "vnd_1",
    kind: "didit" as const,
    mode: "live" as const,
    accountId: APPROVED.workflow_id,
    apiKey: new Sealed("k"),
    callbackKey: new Sealed(null),
    asksSelfie: false,
  };
  const session = { sessionId: APPROVED.session_id, reference: "vse_1" };
  expect(isOurs(account, session, APPROVED)).toBe(true);
  const inCapitals = { ...APPROVED, workflow_id: APPROVED.workflow_id.toUpperCase() };
  expect(isOurs(account, session, inCapitals)).toBe(true);
  expect(isOurs({ ...account, mode: "test" }, session, APPROVED)).toBe(false);
  expect(isOurs({ ...account, accountId: null }, session, { ...APPROVED, workflow_id: null })).toBe(false);
});
