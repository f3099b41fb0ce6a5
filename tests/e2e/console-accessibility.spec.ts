import type { Page } from "@playwright/test";
import { violations } from "./support/axe.ts";
import { CONSOLE_PAGES, detailPages, expect, test } from "./support/console.ts";

/** What sticks out of a page that scrolls sideways; nothing where it does not. */
const widerThanThePage = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => element.outerHTML.slice(0, 160));
  });

test.describe("in light and dark", () => {
  test.use({ reducedMotion: "reduce" });
  test.slow();

  test("axe finds nothing on any page", async ({ page, open, tenant, demo }) => {
    for (const path of [...CONSOLE_PAGES, ...(await detailPages(page, demo, tenant))]) {
      await open(path);
      await expect(page.getByText("Loading…").first()).toBeHidden();
      expect.soft(await violations(page)).toEqual([]);
    }
  });

  test("axe finds nothing in dialogs, menus, the palette and the sign-in", async ({
    page,
    open,
    context,
  }) => {
    await open("keys");
    const actions = page.getByRole("button", { name: /^Actions for/ }).first();
    const menu = page.getByRole("menu");
    await actions.click();
    await expect(menu).toBeVisible();
    // A menu is in no landmark.
    expect.soft(await violations(page, { disabledRules: ["region"] })).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(actions).toBeFocused();

    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    expect.soft(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();

    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "Page, action or id" })).toBeFocused();
    expect.soft(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();

    await context.clearCookies();
    await page.goto("/console/sign-in?error=id_token_nonce");
    expect.soft(await violations(page)).toEqual([]);
  });
});

test("no page scrolls sideways at 390 px and at 320 px", async ({ page, open, tenant, demo }) => {
  test.slow();
  const details = await detailPages(page, demo, tenant);
  for (const path of [...CONSOLE_PAGES, ...details]) {
    await page.setViewportSize({ width: 390, height: 800 });
    await open(path);
    expect.soft(await widerThanThePage(page), path).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect.soft(await widerThanThePage(page), path).toEqual([]);
  }
});

test("on a phone the menu is a drawer, and closes where it led to", async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open();
  await page.getByRole("button", { name: "Open menu" }).click();
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await drawer.getByRole("link", { name: "API keys" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
  await expect(drawer).toBeHidden();
});
