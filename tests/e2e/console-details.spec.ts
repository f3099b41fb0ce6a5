import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support/console.ts";
import { backendOf } from "./support/service.ts";

const groundOf = (element: Locator): Promise<string> =>
  element.evaluate((node) => getComputedStyle(node).backgroundColor);

test("the members come first; what roles can do is there for who asks, on a phone too", async ({
  page,
  open,
}) => {
  await open("members");
  await expect(page.getByText("Ada Demo").last()).toBeVisible();
  const guide = page.getByText("What each role can do");
  const row = page.getByText(/^Change settings, identity providers, vendors/);
  await expect(row.first()).toBeHidden();
  await guide.click();
  await expect(page.getByRole("columnheader", { name: "Viewer" })).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  const item = page.locator("dl > div", { hasText: "Change settings" });
  await expect(item).toContainText("Owner, Admin");
  await item.scrollIntoViewIfNeeded();
  const box = await item.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
});

test("where the system paints in its own colours, the legend, the chosen mode and the present page still show", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  await backendOf(demo.baseUrl, tenant.liveKey).start();
  await page.emulateMedia({ forcedColors: "active" });
  await open();
  const option = (name: string) =>
    page.locator("fieldset label", { hasText: new RegExp(`^${name}$`) }).first();
  expect(await groundOf(option("Live"))).not.toBe(await groundOf(option("Test")));
  const place = (name: string) =>
    page.getByRole("navigation", { name: "Console" }).getByRole("link", { name });
  expect(await groundOf(place("Overview"))).not.toBe(await groundOf(place("API keys")));
  const swatches = page.locator("figcaption span > span");
  await expect(swatches.first()).toBeVisible();
  const colours = await swatches.evaluateAll((nodes) =>
    nodes.map((node) => getComputedStyle(node).backgroundColor),
  );
  expect(colours.length).toBeGreaterThan(2);
  expect(new Set(colours).size).toBe(colours.length);
});

const saveAge = async (page: Page, age: string): Promise<void> => {
  await page.getByLabel("Minimum age").fill(age);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
};

for (const width of [390, 1280]) {
  test(`notices are few, wait under the pointer, and never lie over Save, at ${width} px`, async ({
    page,
    open,
  }) => {
    await page.clock.install();
    await page.setViewportSize({ width, height: 800 });
    await open("settings");
    const region = page.getByRole("region", { name: "Notices" });
    // Notices wait while they have the focus: five saves may take longer than one of them lives.
    await region.dispatchEvent("focusin");
    for (const age of ["19", "20", "21", "22", "23"]) await saveAge(page, age);
    const notices = region.getByText("Settings saved");
    await expect(notices).toHaveCount(3);

    await page.getByLabel("Minimum age").fill("24");
    const save = page.getByRole("button", { name: "Save", exact: true });
    await save.scrollIntoViewIfNeeded();
    const saved = await save.boundingBox();
    for (const notice of await region.locator("> div").all()) {
      const box = await notice.boundingBox();
      if (!box || !saved) throw new Error("both are there");
      const isApart =
        box.x + box.width <= saved.x ||
        saved.x + saved.width <= box.x ||
        box.y + box.height <= saved.y ||
        saved.y + saved.height <= box.y;
      expect(isApart).toBe(true);
    }

    await notices.last().hover();
    await page.clock.fastForward("01:00");
    await expect(notices).toHaveCount(3);
    await page.mouse.move(width / 2, 400);
    await page.clock.fastForward("00:06");
    await expect(notices).toHaveCount(0);
  });
}

test("once the brand is saved, a button leads to a test page that shows it, down to its icons", async ({
  page,
  open,
}) => {
  await open("settings");
  const see = page.getByRole("button", { name: "Open a test page" });
  await page.getByLabel("Display name").fill("Corner Shop");
  await page.getByLabel("Colour", { exact: true }).fill("#7a1f5c");
  await expect(see).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
  const opened = page.context().waitForEvent("page");
  await see.click();
  const tab = await opened;
  // Other processes of the service follow within 10 seconds.
  await expect(async () => {
    await tab.reload();
    await expect(tab.getByText("Corner Shop").first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(tab.getByRole("complementary", { name: "Test mode" })).toBeVisible();
  const icons = await tab.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue("--icon"),
  );
  expect(icons.trim()).toBe("#7a1f5c");
});
