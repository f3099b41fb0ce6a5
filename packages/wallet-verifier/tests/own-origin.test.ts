import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { EU_AGE_VERIFICATION, MOBILE_DRIVING_LICENCE } from "../src/credential-type.ts";
import { readSealedExpectations } from "../src/expectation.ts";
import { askWallet, type WalletAsking } from "../src/question.ts";

// What a question to a wallet takes from the host of its page: docs/hosts.md.

const MAIN = "https://age.example.com";
const HOST = "https://verify.shop.example";
const TYPES = [EU_AGE_VERIFICATION, MOBILE_DRIVING_LICENCE];
const EXPIRES = new Date("2026-11-26T12:05:00Z");

const given: WalletAsking = {
  settings: { types: TYPES, requestSigner: null, proofs: null },
  publicUrl: MAIN,
  random: randomBytes,
  anchorsFor: async () => [],
};

const context = {
  now: new Date("2026-11-26T12:00:00Z"),
  minimumAge: 18,
  thresholds: [18],
  mode: "test" as const,
};

test("the browser's own requests expect the origin of the host that served the page", async () => {
  const asked = { channel: "dc_api", id: "wtx_1", expiresAt: EXPIRES } as const;
  for (const [origin, expected] of [[HOST, HOST] as const, [undefined, MAIN] as const]) {
    const question = await askWallet(given, asked, { ...context, ...(origin && { origin }) });
    const expectations = readSealedExpectations(question?.kept ?? "", TYPES);
    expect(expectations.length).toBeGreaterThan(1);
    for (const expectation of expectations) expect(expectation).toMatchObject({ origin: expected });
  }
});

test("a link leads the wallet to the main host, and the browser back to the host that it left", async () => {
  const asked = { channel: "link", app: "eu", id: "wtx_1", expiresAt: EXPIRES } as const;
  const question = await askWallet(given, asked, { ...context, origin: HOST });
  expect(decodeURIComponent(question?.link ?? "")).toContain(`${MAIN}/openid4vp/response/wtx_1`);
  expect(question?.link).not.toContain("verify.shop.example");
  expect(readSealedExpectations(question?.kept ?? "", TYPES)[0]).toMatchObject({ returnTo: HOST });
  const atMain = await askWallet(given, asked, context);
  expect(readSealedExpectations(atMain?.kept ?? "", TYPES)[0]).not.toHaveProperty("returnTo");
});
