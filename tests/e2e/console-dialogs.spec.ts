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

test("a key may erase where its box was checked, and the list says so and who created it", async ({
  page,
  open,
}) => {
  await open("keys");
  const create = async (name: string, mayErase: boolean): Promise<void> => {
    await page.getByRole("button", { name: "Create key" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Create API key" });
    await dialog.getByLabel("Name").fill(name);
    const box = dialog.getByRole("checkbox", { name: "May erase verifications" });
    await expect(box).not.toBeChecked();
    if (mayErase) await box.check();
    await dialog.getByRole("button", { name: "Create key" }).click();
    const made = page.getByRole("dialog", { name: "Your new key" });
    await made.getByRole("button", { name: "I have stored it" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
  };
  await create("Eraser", true);
  await create("Checkout", false);
  const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });
  await expect(row("Eraser").getByRole("cell", { name: "Yes", exact: true })).toBeVisible();
  // Neither may it listen, which the next column says.
  await expect(row("Checkout").getByRole("cell", { name: "No", exact: true })).toHaveCount(2);
  await expect(row("Eraser")).toContainText("Created by Ada Demo");
});
