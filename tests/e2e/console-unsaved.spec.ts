import type { Page } from "@playwright/test";
import { callApi, expect, test } from "./support/console.ts";
import { expectNotice } from "./support/notices.ts";

const menu = (page: Page) => page.getByRole("navigation", { name: "Console" });
const question = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

const change = async (page: Page): Promise<void> => {
  await page.getByLabel("Minimum age").fill("21");
  await expect(page.getByText("Not saved yet")).toBeVisible();
};

test("unsaved settings are asked about at a link, in the palette, at the way back and when the tab closes", async ({
  page,
  open,
}) => {
  await open();
  // A press before the scripts are there would load the next page as a whole.
  await page.waitForLoadState("networkidle");
  await menu(page).getByRole("link", { name: "Settings" }).click();
  await expect(heading(page, "Settings")).toBeVisible();
  await change(page);
  const leaves = [
    () => menu(page).getByRole("link", { name: "API keys" }).click(),
    async () => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("Members");
      await page.keyboard.press("Enter");
    },
    () => page.evaluate(() => window.history.back()),
  ];
  for (const leave of leaves) {
    await leave();
    await expect(question(page)).toBeVisible();
    await expect(question(page).getByText(/unsaved changes in Checks/)).toBeVisible();
    await question(page).getByRole("button", { name: "Stay on this page" }).click();
    await expect(question(page)).toBeHidden();
    await expect(page.getByLabel("Minimum age")).toHaveValue("21");
    await expect(page).toHaveURL(/\/settings$/);
  }
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  await (await asked).dismiss();
  await expect(page.getByLabel("Minimum age")).toHaveValue("21");

  await leaves[0]?.();
  await question(page).getByRole("button", { name: "Leave without saving" }).click();
  await expect(heading(page, "API keys")).toBeVisible();
  await page.evaluate(() => window.history.back());
  await expect(heading(page, "Settings")).toBeVisible();
  await expect(page.getByLabel("Minimum age")).toHaveValue("18");
});

test("the way back is gone once it is agreed to", async ({ page, open }) => {
  await open();
  // A press before the scripts are there would load the next page as a whole.
  await page.waitForLoadState("networkidle");
  await menu(page).getByRole("link", { name: "Settings" }).click();
  await change(page);
  await page.evaluate(() => window.history.back());
  await question(page).getByRole("button", { name: "Leave without saving" }).click();
  await expect(heading(page, "Overview")).toBeVisible();
  await page.evaluate(() => window.history.forward());
  await expect(heading(page, "Settings")).toBeVisible();
});

test("Save and Discard show where something changed, and nothing is asked after either", async ({
  page,
  open,
}) => {
  await open("settings");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await expect(page.getByLabel("Minimum age")).toHaveValue("18");
  await expect(save).toHaveCount(0);
  await change(page);
  const index = page.getByRole("navigation", { name: "Settings" });
  await expect(index.getByRole("link", { name: "Checks unsaved" })).toBeVisible();
  await expect(save).toHaveCount(1);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Minimum age")).toHaveValue("18");
  await expect(save).toHaveCount(0);
  await change(page);
  await save.click();
  await expectNotice(page, "Settings saved");
  await expect(save).toHaveCount(0);
  await menu(page).getByRole("link", { name: "Members" }).click();
  await expect(heading(page, "Members")).toBeVisible();
});

test("the index of the settings names every section, and leads to it", async ({ page, open }) => {
  await open("settings");
  const index = page.getByRole("navigation", { name: "Settings" });
  await expect(page.getByLabel("Minimum age")).toBeVisible();
  const sections = await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents();
  expect(sections.length).toBeGreaterThan(4);
  expect(await index.getByRole("link").allTextContents()).toEqual(sections);
  for (const name of sections) {
    await index.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeInViewport();
  }
  await open("keys");
  await open("settings#close");
  await expect(page.getByRole("heading", { level: 2, name: "Danger zone" })).toBeInViewport();
});

test("a limit that would be refused is not sent once it is no longer shown", async ({
  page,
  open,
  tenant,
}) => {
  await open("settings");
  await callApi(page, tenant.id, "settings.update", { documentReuseDays: 30 });
  await page.reload();
  const documents = page.getByRole("form", { name: "Documents" });
  const limit = documents.getByLabel("Flag after (verifications)");
  await limit.fill("101");
  await documents.getByLabel("Remember documents for").selectOption("off");
  await expect(limit).toHaveCount(0);
  await documents.getByRole("button", { name: "Save" }).click();
  await expectNotice(page, "Settings saved");
  await expect(documents.getByText("Not saved yet")).toHaveCount(0);
});
