import { expect, test } from "vitest";
import { CERTIFICATE_WORDS, certificateFaultOf } from "#core/identity/certificate-fault.ts";

const withCode = (code: unknown, cause?: unknown): Error =>
  Object.assign(new Error("connect", { cause }), { code });

test.each([
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "unknown_authority"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "unknown_authority"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "unknown_authority"],
  ["UNABLE_TO_GET_ISSUER_CERT", "unknown_authority"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "unknown_authority"],
  ["CERT_HAS_EXPIRED", "expired"],
  ["CERT_NOT_YET_VALID", "not_yet_valid"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "other_name"],
  ["CERT_REVOKED", "refused"],
] as const)("%s is a certificate that is not trusted, and what to do is said", (code, fault) => {
  expect(certificateFaultOf(withCode(code))).toBe(fault);
  expect(CERTIFICATE_WORDS[fault]).toMatch(/^its certificate .+; [a-z]/);
});

test("a certificate's fault is found below what wraps it", () => {
  const fetchFailed = new TypeError("fetch failed", { cause: withCode("CERT_HAS_EXPIRED") });
  expect(certificateFaultOf(new Error("outer", { cause: fetchFailed }))).toBe("expired");
});

test("another failure is no certificate's, and a circle of causes ends", () => {
  const circle = withCode("ECONNREFUSED");
  circle.cause = circle;
  const others = [circle, withCode("constructor"), withCode(7), new Error("x"), "CERT_HAS_EXPIRED", null];
  for (const error of others) expect(certificateFaultOf(error)).toBeNull();
});
