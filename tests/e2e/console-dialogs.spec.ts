import { expect, test } from "./support/console.ts";

test("Tab goes round inside an open dialog, in both directions", async ({ page, open }) => {
  await open("keys");
  await page.getByRole("button", { name: "Create key" }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let press = 1; press <= 16; press += 1) {
      await page.keyboard.press(key);
      expect(
        await dialog.evaluate((element) => element.contains(document.activeElement)),
        `${key} ${press}`,
      ).toBe(true);
    }
  }
});

test("the buttons of a dialog that is taller than the screen are at its bottom, with nothing below them", async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await open("keys?new=key");
  const dialog = page.getByRole("dialog", { name: "Create API key" });
  const actions = dialog.locator("footer");
  await expect(actions).toBeVisible();
  await expect
    .poll(() => actions.evaluate((row) => Math.round(row.getBoundingClientRect().bottom - innerHeight)))
    .toBe(0);
});
