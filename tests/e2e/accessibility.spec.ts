import type { Page } from "@playwright/test";
import { violations } from "./support/axe.ts";
import { expect, sample, test } from "./support/fixtures.ts";
import { hostedPage } from "./support/hosted-page.ts";

const hasNoSidewaysScroll = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test.describe("in light and dark", () => {
  test.use({ reducedMotion: "reduce" });

  test("axe finds nothing on the way from start to approval", async ({ page, backend, shop }) => {
    const { sessionUrl } = await backend.start({ callback_url: shop.url });
    await page.goto(sessionUrl);
    expect(await violations(page)).toEqual([]);
    await hostedPage(page).begin();
    await page.getByText("What is kept, and who learns what").click();
    expect(await violations(page)).toEqual([]);
    await hostedPage(page).choose(sample("blurred"));
    await expect(page.getByRole("img").or(page.locator("figure img")).first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Check my age" }).click();
    await expect(page.getByText("You can try 2 more times.")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await hostedPage(page).send(sample("adult"));
    await page.getByRole("button", { name: "Stay here" }).click();
    expect(await violations(page)).toEqual([]);
  });

  test("axe finds nothing on the other outcomes, the test bar and what is not there", async ({
    page,
    testBackend,
  }) => {
    for (const choice of [/^Under age/, /^Expire/, /^Provider error/]) {
      await page.goto((await testBackend.start()).sessionUrl);
      await page.getByRole("button", { name: choice }).click();
      await expect(page.locator("h1:focus, h2:focus")).toBeVisible();
      expect(await violations(page)).toEqual([]);
    }
    await page.goto(`/v/vs_${"x".repeat(43)}`);
    expect(await violations(page)).toEqual([]);
  });

  test("axe finds nothing on the ways to a wallet", async ({ page, testBackend }) => {
    const { sessionUrl } = await testBackend.start();
    await page.goto(`${sessionUrl}?method=wallet`);
    await expect(page.getByRole("button", { name: "Continue with a wallet" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const ways = page.getByRole("group", { name: "EU age verification app" });
    await ways.getByRole("button", { name: "Show a code for my phone" }).click();
    await expect(page.getByRole("img", { name: "QR code for your wallet app" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await ways.getByRole("button", { name: "Open an app on this device" }).click();
    await expect(page.getByRole("link", { name: "Open the app" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.goto("/wallet/elsewhere");
    expect(await violations(page)).toEqual([]);
  });

  test("axe finds nothing where somebody stops, nor when the time is short", async ({ page, backend }) => {
    await page.goto((await backend.start({ expiresInSeconds: 300 })).sessionUrl);
    await expect(page.getByText("This page stays open for 4 more minutes.")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "I don’t want to do this" }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Yes, stop" }).click();
    await expect(page.getByRole("heading", { name: "You stopped this check" })).toBeFocused();
    expect(await violations(page)).toEqual([]);
  });

  for (const path of ["/", "/docs"]) {
    test(`axe finds nothing on ${path}`, async ({ page }) => {
      test.slow(); // the reference of the whole interface is a long page
      await page.goto(path);
      expect(await violations(page)).toEqual([]);
    });
  }
});

test("the whole way by keyboard alone", async ({ page, backend, shop }) => {
  const { sessionUrl } = await backend.start({ callback_url: shop.url });
  // Asked for early: the browser has to know before the key is pressed that a test will choose the file.
  const chooser = page.waitForEvent("filechooser");
  await page.goto(sessionUrl);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByRole("button", { name: "Choose a photo" }).waitFor();
  // The two facts unfold; the way on is next.
  for (let facts = 0; facts < 3; facts += 1) await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Choose a photo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(sample("adult"));
  await expect(page.getByRole("button", { name: "Check my age" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Continue to Corner Shop" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/back\?/);
});

for (const width of [320, 390]) {
  test(`nothing scrolls sideways at ${width} px, nor at twice the text size`, async ({
    page,
    backend,
    testBackend,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    const live = (await backend.start()).sessionUrl;
    const ended = await testBackend.start();
    for (const url of [live, ended.sessionUrl, "/", "/docs", "/nowhere"]) {
      await page.goto(url);
      expect(await hasNoSidewaysScroll(page), url).toBe(true);
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      expect(await hasNoSidewaysScroll(page), `${url} at 200 %`).toBe(true);
    }
  });
}
