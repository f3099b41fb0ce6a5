import { describe, expect, test } from "vitest";
import { answerOf, bodyFault, keyFault, rateWords, targetOf } from "#docs-page/playground/trial.ts";
import { OPERATIONS, trialOf } from "#docs-page/reference.ts";

describe("a key on the reference page", () => {
  test.each([
    ["avk_live_abc", "This is a live key, and it was not sent."],
    ["avk_live_", "This is a live key"],
    ["sk_test_abc", "This is not a test key, and it was not sent."],
    ["avk_test_", "not a test key"],
    ["avk_test_a b", "not a test key"],
    ["avk_test_a\nx-admin-key: b", "not a test key"],
    ["", "Type a test key."],
  ])("%j is refused before anything is sent", (key, words) => {
    expect(keyFault(key)).toContain(words);
  });

  test("a test key may be sent", () => {
    expect(keyFault("avk_test_0123456789abcdefABCDEF_-")).toBeNull();
  });
});

test("a body that is not JSON is not sent, and the reader learns why", () => {
  expect(bodyFault('{"a": 1}')).toBeNull();
  expect(bodyFault('{"a": }')).toMatch(/^The body is not JSON: /);
});

test("queries without a value are left out, and others are escaped", () => {
  expect(targetOf("/verify/status", { verificationId: "ver_1&x=2", expand: "" })).toBe(
    "/verify/status?verificationId=ver_1%26x%3D2",
  );
  expect(targetOf("/usage", {})).toBe("/usage");
});

describe("an answer", () => {
  const headers = (more: Record<string, string> = {}) => new Headers({ "x-request-id": "req_1", ...more });

  test("has its status, request, body and what the next step needs", () => {
    const text = '{"verificationId":"ver_1","sessionUrl":"https://age.example/v/x"}';
    expect(answerOf(200, headers(), text)).toMatchObject({
      status: 200,
      requestId: "req_1",
      verificationId: "ver_1",
      sessionUrl: "https://age.example/v/x",
      body: JSON.stringify(JSON.parse(text), null, 2),
    });
  });

  test.each(['{"sessionUrl":"javascript:alert(1)"}', '{"sessionUrl":7}', "[]", "null", "<html>", ""])(
    "%s offers nothing to open",
    (text) => expect(answerOf(502, headers(), text)).not.toHaveProperty("sessionUrl"),
  );

  test("says how many calls are left", () => {
    const words = (value: string) => rateWords([["ratelimit", value]]);
    expect(words('"minute";r=58;t=31')).toBe("58 calls are left; the limit is full again in 31 s.");
    expect(words('"minute";r=1;t=5')).toBe("1 call is left; the limit is full again in 5 s.");
    expect(rateWords([])).toBeNull();
  });
});

test("only the tenant's endpoints can be tried: no admin key is ever asked for", () => {
  for (const operation of OPERATIONS)
    expect(trialOf(operation) === null, operation.id).toBe(operation.auth !== "tenant");
});
