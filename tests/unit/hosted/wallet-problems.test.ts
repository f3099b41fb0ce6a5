import { expect, test } from "vitest";
import { en } from "#hosted/texts/en.ts";
import { shownAs } from "#hosted/wallet/ask-browser.ts";

test.each(["CHECK_IN_PROGRESS", "SERVICE_UNAVAILABLE"])(
  "%s of a wallet's answer is said in words about wallets, and that it is no attempt",
  (code) => {
    const texts: Record<string, { title: string; what: string }> = en.problems.refusals;
    const shown = texts[shownAs(code)] ?? expect.fail("no words");
    expect(shown.title).toContain("wallet");
    expect(shown.what).toContain("does not count as an attempt");
  },
);

test("what the service refused otherwise is shown as before", () => {
  expect(["METHOD_FAILED", "METHOD_UNAVAILABLE", "WALLET_DECLINED"].map(shownAs)).toEqual([
    "WALLET_REFUSED",
    "WALLET_REFUSED",
    "WALLET_DECLINED",
  ]);
});
