import { expect, test } from "./support/fixtures.ts";

const FINAL = [
  { choice: /^Approve/, heading: "You have shown that you are 18 or over", status: "completed" },
  { choice: /^Under age/, heading: "The check shows an age under 18", status: "completed" },
  { choice: /^Expire/, heading: "This page has run out of time", status: "expired" },
] as const;

for (const { choice, heading, status } of FINAL) {
  test(`a test key's page plays ${choice.source.slice(1)}`, async ({ page, testBackend, shop }) => {
    const { verificationId, sessionUrl } = await testBackend.start({ callback_url: shop.url });
    await page.goto(sessionUrl);
    await expect(page.getByRole("complementary", { name: "Test mode" })).toBeVisible();
    await page.getByRole("button", { name: choice }).click();
    await expect(page.getByRole("heading", { name: heading })).toBeFocused();
    await expect(page.getByRole("complementary", { name: "Test mode" })).toBeVisible();
    await page.getByRole("link", { name: /Demo Shop$/ }).click();
    await page.waitForURL(/\/back\?/);
    expect(shop.visits[0]?.get("status")).toBe(status);
    expect(shop.visits[0]?.has("token")).toBe(choice.source === "^Approve");
    expect((await testBackend.status(verificationId)).status).toBe(status);
  });
}

const AGAIN = [
  { choice: /^Poor document/, heading: "The photo is blurred", code: "DOCUMENT_QUALITY_LOW" },
  { choice: /^Provider error/, heading: "The check was interrupted", code: "METHOD_FAILED" },
] as const;

for (const { choice, heading, code } of AGAIN) {
  test(`a test key's page plays ${choice.source.slice(1)}, three times to the end`, async ({
    page,
    testBackend,
  }) => {
    const { verificationId, sessionUrl } = await testBackend.start();
    await page.goto(sessionUrl);
    for (const left of ["You can try 2 more times.", "You can try one more time."]) {
      await page.getByRole("button", { name: choice }).click();
      await expect(page.getByText(left)).toBeVisible();
      await expect(page.getByRole("heading", { name: heading })).toBeFocused();
    }
    await page.getByRole("button", { name: choice }).click();
    await expect(page.getByRole("heading", { name: "We could not check your age" })).toBeFocused();
    expect(await testBackend.status(verificationId)).toMatchObject({ status: "failed", error: { code } });
  });
}
