import type { Page } from "@playwright/test";
import { violations } from "./support/axe.ts";
import { expect, test } from "./support/console.ts";

/** On a desktop in light and on a phone in dark: nothing for axe, and a picture where one is asked for. */
const look = async (page: Page, name: string): Promise<void> => {
  for (const [width, colorScheme] of [
    [1440, "light"],
    [390, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}-${width}.png` });
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 800 });
};

test("an owner adds a provider, mends a typing error of it, and removes it; its short name is free again", async ({
  page,
  open,
}) => {
  test.slow();
  await open("providers");
  const add = async (issuer: string): Promise<void> => {
    await page.getByRole("button", { name: "Add provider" }).click();
    const dialog = page.getByRole("dialog", { name: "Add an identity provider" });
    await dialog.getByLabel("Issuer").fill(issuer);
    await dialog.getByLabel("Client id").fill("shop-client");
    await dialog.getByLabel("Client secret").fill("its-secret-of-forty-letters");
    // The address that it is registered with is there before anything is saved.
    await expect(dialog.getByText(/\/v\/idp\/callback\/idp_/)).toBeVisible();
    await look(page, "provider-add");
    await dialog.getByRole("button", { name: "Add provider" }).click();
    await expect(dialog).toBeHidden();
  };
  await add("https://id.exmaple.org");
  const card = page.getByText("https://id.exmaple.org", { exact: true });
  await expect(card).toBeVisible();
  await look(page, "provider-card");

  await page.getByRole("button", { name: /^Change MitID/ }).click();
  const change = page.getByRole("dialog", { name: "Change this provider" });
  await expect(change.getByLabel("Issuer")).toHaveValue("https://id.exmaple.org");
  await change.getByLabel("Issuer").fill("https://id.example.org");
  // Another issuer never gets the secret of the one before.
  await expect(change.getByLabel("Client secret", { exact: true })).toHaveAttribute("required", "");
  await change.getByLabel("Client secret", { exact: true }).fill("another-secret-of-forty-letters");
  await look(page, "provider-change");
  await change.getByRole("button", { name: "Save changes" }).click();
  await expect(change).toBeHidden();
  await expect(page.getByText("https://id.example.org", { exact: true })).toBeVisible();
  await expect(card).toHaveCount(0);

  await page.getByRole("button", { name: /^Remove MitID/ }).click();
  const remove = page.getByRole("dialog", { name: /^Remove MitID/ });
  await look(page, "provider-remove");
  await remove.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No live identity providers yet")).toBeVisible();
  await add("https://id.example.org");
  await expect(page.getByText("https://id.example.org", { exact: true })).toBeVisible();
});
