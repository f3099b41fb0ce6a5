import type { Browser, Page } from "@playwright/test";
import { violations } from "./support/axe.ts";
import { expect, sample, test } from "./support/fixtures.ts";
import { hostedPage } from "./support/hosted-page.ts";
import { scanQr } from "./support/scan-qr.ts";

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: "en-GB" };

const onPhone = async (browser: Browser, url: string): Promise<Page> => {
  const phone = await (await browser.newContext(PHONE)).newPage();
  await phone.goto(url);
  return phone;
};

const showCode = async (page: Page): Promise<string> => {
  await page.getByRole("button", { name: "Continue on your phone" }).click();
  await expect(page.getByRole("heading", { name: "Continue on your phone" })).toBeFocused();
  return scanQr(page);
};

test("from the computer to the phone and back: the photo is taken there, the shop gets its visitor here", async ({
  page,
  browser,
  backend,
  shop,
}) => {
  const { sessionUrl } = await backend.start({ callback_url: shop.url });
  await page.goto(sessionUrl);
  const phone = await onPhone(browser, await showCode(page));
  await expect(
    phone.getByRole("heading", { name: "Continue the age check of Corner Shop on this phone" }),
  ).toBeVisible();
  await phone.getByRole("button", { name: "Continue here" }).click();
  await expect(page.getByRole("heading", { name: "Opened on your phone" })).toBeFocused();

  await hostedPage(phone).send(sample("adult"));
  await expect(phone.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeVisible();
  await expect(phone.getByText("Go back to your computer")).toBeVisible();
  await expect(phone.getByRole("link", { name: "Continue to Corner Shop" })).toHaveCount(0);
  await page.waitForURL(/\/back\?/);
  expect(await backend.validate(shop.visits[0]?.get("token") ?? "")).toMatchObject({ valid: true });
  expect(shop.visits).toHaveLength(1);
  await phone.context().close();
});

test("the computer takes the check back, and the phone says so by itself", async ({
  page,
  browser,
  backend,
}) => {
  await page.goto((await backend.start()).sessionUrl);
  const phone = await onPhone(browser, await showCode(page));
  await phone.getByRole("button", { name: "Continue here" }).click();
  await expect(phone.locator("form[enctype]").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Opened on your phone" })).toBeVisible();
  await page.getByRole("button", { name: "Continue here instead" }).click();
  await expect(page.locator("form[enctype]").first()).toBeVisible();
  await expect(phone.getByRole("heading", { name: "This check continues on your computer" })).toBeVisible();
  await phone.context().close();
});

test("a code that was used leads to a page that says what to do", async ({ page, browser, backend }) => {
  await page.goto((await backend.start()).sessionUrl);
  const url = await showCode(page);
  const [first, second] = [await onPhone(browser, url), await onPhone(browser, url)];
  await first.getByRole("button", { name: "Continue here" }).click();
  await expect(first.locator("form[enctype]").first()).toBeVisible();
  await second.getByRole("button", { name: "Continue here" }).click();
  await expect(second.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  expect((await second.goto(url))?.headers()).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  });
  await first.context().close();
  await second.context().close();
});

test("a phone is not asked to go on at a phone", async ({ browser, backend }) => {
  const phone = await onPhone(browser, (await backend.start()).sessionUrl);
  await expect(phone.locator("form[enctype]").first()).toBeVisible();
  await expect(phone.getByRole("button", { name: "Continue on your phone" })).toBeHidden();
  await phone.context().close();
});

test("without JavaScript it works by plain forms and a link that looks for news", async ({
  browser,
  backend,
}) => {
  const { sessionUrl } = await backend.start();
  const plain = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB" });
  const page = await plain.newPage();
  await page.goto(sessionUrl);
  const phone = await onPhone(browser, await showCode(page));
  await phone.getByRole("button", { name: "Continue here" }).click();
  await expect(phone.locator("form[enctype]").first()).toBeVisible();
  await page.getByRole("link", { name: /see whether there is news/ }).click();
  await expect(page.getByRole("heading", { name: "Opened on your phone" })).toBeFocused();
  await page.getByRole("button", { name: "Continue here instead" }).click();
  await expect(page.locator("form[enctype]").first()).toBeVisible();
  await plain.close();
  await phone.context().close();
});

test("axe finds nothing on either device, in light and dark", async ({ browser, backend }) => {
  const computer = await browser.newContext({ reducedMotion: "reduce", locale: "en-GB" });
  const phones = await browser.newContext({ ...PHONE, reducedMotion: "reduce" });
  const [page, phone] = [await computer.newPage(), await phones.newPage()];
  await page.goto((await backend.start()).sessionUrl);
  const url = await showCode(page);
  expect(await violations(page)).toEqual([]);
  await phone.goto(url);
  expect(await violations(phone)).toEqual([]);
  await phone.getByRole("button", { name: "Continue here" }).click();
  await expect(page.getByRole("heading", { name: "Opened on your phone" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await phone.goto(url);
  await expect(phone.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  expect(await violations(phone)).toEqual([]);
  await computer.close();
  await phones.close();
});
