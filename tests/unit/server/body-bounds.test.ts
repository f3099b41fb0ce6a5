import { expect, test } from "vitest";
import { trust } from "#contracts/public/endpoints.ts";
import { bodyBounds } from "#server/bounded-request.ts";
import { MAX_IMAGE_BYTES } from "../../../packages/document-reader/src/image/image-format.ts";
import {
  MAX_PROVED_RESPONSE_BYTES,
  MAX_RESPONSE_BYTES,
} from "../../../packages/wallet-verifier/src/limits.ts";

const KIB = 1024;

test.each([
  ["/v/vs_secret/document", MAX_IMAGE_BYTES],
  ["/v/vs_secret/document?method=document", MAX_IMAGE_BYTES],
  ["/v/vs_secret/document/", MAX_IMAGE_BYTES],
  ["/v/vs_secret/wallet", MAX_RESPONSE_BYTES],
  ["/v/vs_secret/wallet/credential/wtx_1", MAX_RESPONSE_BYTES],
  ["/openid4vp/response/wtx_1", MAX_RESPONSE_BYTES],
  ["/api/trpc/settings.setLogo", 256 * KIB],
  ["/api/trpc/a,b?batch=1", 256 * KIB],
  ["/verify/start", 64 * KIB],
  ["/admin/trust-anchors", trust.importTrustAnchors.maxBodyBytes],
  ["/admin/trust-anchors/", trust.importTrustAnchors.maxBodyBytes],
  ["/admin/trust-anchors/tra_1", 64 * KIB],
  ["/api/console/export/verifications", 64 * KIB],
  ["/api/auth/callback/oidc", 16 * KIB],
])("at %s the reader's own limit answers first", (address, limit) => {
  // A multipart form brings boundaries and headers along.
  expect(bodyBounds(address).bytes).toBeGreaterThan(limit + 16 * KIB);
});

test("where proofs are taken, the reader's own limit for them answers first too", () => {
  const { bytes } = bodyBounds("/v/vs_secret/wallet/credential/wtx_1", true);
  expect(bytes).toBeGreaterThan(MAX_PROVED_RESPONSE_BYTES + 16 * KIB);
});

test("wallets and JSON have ten seconds", () => {
  const wallets = ["/openid4vp/response/wtx_1", "/v/vs_x/wallet", "/v/vs_x/wallet/credential/wtx_1"];
  for (const address of [...wallets, "/verify/start", "/nothing"]) {
    expect(bodyBounds(address)).toMatchObject({ graceSeconds: 10, bytesPerSecond: null });
  }
});

test.each([
  ["a photo", "/v/vs_x/document"],
  ["a zero-knowledge proof", "/v/vs_x/wallet/credential/wtx_1"],
])("%s comes through at the pace of the slowest phones", (_name, address) => {
  const { bytesPerSecond, graceSeconds } = bodyBounds(address, true);
  const gprs = 3 * KIB; // two slots upwards
  expect(bytesPerSecond).toBeGreaterThan(0);
  expect(bytesPerSecond).toBeLessThan(gprs);
  expect(graceSeconds).toBeGreaterThanOrEqual(15); // a phone that changes cells
});

test.each([
  "/",
  "/console",
  "/console/ten_1/keys",
  "/docs",
  "/nothing/here",
  "/_next/static/chunks/a.js",
  "/v/vs_secret",
  "/v/vs_secret/cancel",
  // Next would log the address of a page with a body over 10 MB, and with it the page's secret.
  "/v/vs_secret/data",
  "/v/vs_secret/data?lang=de",
  "/v/vs_secret/a-page-of-later",
  "/key",
  "/practice/ten_1",
  "/c/ABCD/open",
  "/health",
  // Only lists of authorities are larger.
  "/admin/trust-anchors/tra_1",
  "/admin/tenants",
  "//v/x/document",
  "",
])("at %s, where nobody reads a body, it is small", (address) => {
  expect(bodyBounds(address).bytes).toBeLessThanOrEqual(128 * KIB);
});
