import { expect, sample, test } from "./support/fixtures.ts";
import { hostedPage } from "./support/hosted-page.ts";

test.use({ javaScriptEnabled: false });

test("an adult is approved and goes back by a link: a plain page never leaves by itself", async ({
  page,
  backend,
  shop,
}) => {
  const { sessionUrl } = await backend.start({ callback_url: shop.url });
  await page.goto(sessionUrl);
  await hostedPage(page).begin();
  await page.getByLabel("Photo of your document").setInputFiles(sample("adult"));
  await page.getByRole("button", { name: "Check my age" }).click();
  await expect(page.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeFocused();
  await expect(page).toHaveURL(sessionUrl);
  await expect(page.locator("meta[http-equiv=refresh]")).toHaveCount(0);
  await page.getByRole("link", { name: "Continue to Corner Shop" }).click();
  await page.waitForURL(/\/back\?/);
  expect(await backend.validate(shop.visits[0]?.get("token") ?? "")).toMatchObject({
    valid: true,
    over18: true,
  });
});

test("a minor is rejected, and the link leads back", async ({ page, backend, shop }) => {
  const { sessionUrl } = await backend.start({ callback_url: shop.url });
  await page.goto(sessionUrl);
  await hostedPage(page).begin();
  await page.getByLabel("Photo of your document").setInputFiles(sample("minor"));
  await page.getByRole("button", { name: "Check my age" }).click();
  await expect(page.getByRole("heading", { name: "The check shows an age under 18" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Corner Shop" }).click();
  await page.waitForURL(/\/back\?/);
  expect(shop.visits[0]?.has("token")).toBe(false);
});

test("three poor photos are told one by one and end as failed", async ({ page, backend }) => {
  const { verificationId, sessionUrl } = await backend.start();
  await page.goto(sessionUrl);
  await hostedPage(page).begin();
  for (const text of ["You can try 2 more times.", "You can try one more time.", "All attempts are used"]) {
    await page.getByLabel("Photo of your document").setInputFiles(sample("blurred"));
    await page.getByRole("button", { name: "Check my age" }).click();
    await expect(page.getByText(text)).toBeVisible();
  }
  expect((await backend.status(verificationId)).status).toBe("failed");
});

test("a file that is no picture is refused in words and costs no attempt", async ({ page, backend }) => {
  const { sessionUrl } = await backend.start();
  await page.goto(sessionUrl);
  await hostedPage(page).begin();
  await page
    .getByLabel("Photo of your document")
    .setInputFiles({ name: "notes.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") });
  await page.getByRole("button", { name: "Check my age" }).click();
  await expect(page.getByRole("heading", { name: "We could not open this file" })).toBeVisible();
  await expect(page.getByText("This does not count as an attempt. You can try 3 more times.")).toBeVisible();
});

test("a photo that is too large is refused in words and costs no attempt", async ({ page, backend }) => {
  const { sessionUrl } = await backend.start();
  await page.goto(sessionUrl);
  await hostedPage(page).begin();
  const buffer = Buffer.alloc(12.5 * 1024 * 1024, 1);
  await page
    .getByLabel("Photo of your document")
    .setInputFiles({ name: "large.jpg", mimeType: "image/jpeg", buffer });
  await page.getByRole("button", { name: "Check my age" }).click();
  await expect(page.getByRole("heading", { name: "The file is too large" })).toBeVisible();
  await expect(page.getByText("This does not count as an attempt.")).toBeVisible();
});

test("the camera has a form of its own on a phone, and none elsewhere", async ({
  browser,
  page,
  backend,
}) => {
  const { sessionUrl } = await backend.start();
  await page.goto(sessionUrl);
  await hostedPage(page).begin();
  await expect(page.getByLabel("Take a photo")).toBeHidden();
  const phone = await browser.newContext({
    javaScriptEnabled: false,
    isMobile: true,
    hasTouch: true,
    viewport: { width: 390, height: 844 },
  });
  const onPhone = await phone.newPage();
  await onPhone.goto(sessionUrl);
  await hostedPage(onPhone).begin();
  await expect(onPhone.getByLabel("Take a photo")).toHaveAttribute("capture", "environment");
  await phone.close();
});

test("a test key's page takes an outcome", async ({ page, testBackend }) => {
  const { verificationId, sessionUrl } = await testBackend.start();
  await page.goto(sessionUrl);
  await page.getByRole("button", { name: /^Poor document/ }).click();
  await expect(page.getByRole("heading", { name: "The photo is blurred" })).toBeFocused();
  await page.getByRole("button", { name: /^Approve/ }).click();
  await expect(page.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeVisible();
  expect((await testBackend.status(verificationId)).status).toBe("completed");
});

test("an unknown page is a page that says so, with status 404", async ({ page }) => {
  const response = await page.goto(`/v/vs_${"x".repeat(43)}`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});
