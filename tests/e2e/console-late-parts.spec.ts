import type { Page } from "@playwright/test";
import { expect, isAwake, test } from "./support/console.ts";
import { lose, scriptsOf } from "./support/late-scripts.ts";

// A part of a page has its script in another file, which a network loses, and a newer build of the service no longer has.

const view = (page: Page, name: string): Promise<void> =>
  page.getByRole("radio", { name, exact: true }).click();
const missing = (page: Page) => page.getByText("This part did not load");
const age = (page: Page) => page.getByLabel("Minimum age");

/** The policy with a draft in it, and no simulator yet. */
const draft = async (page: Page): Promise<void> => {
  await page.reload();
  await isAwake(page);
  await age(page).fill("21");
  await expect(page.getByText("Draft, not published")).toBeVisible();
};

const simulatorFiles = async (page: Page): Promise<ReadonlySet<string>> => {
  const files = await scriptsOf(page, async () => {
    await view(page, "Simulator");
    await expect(page.getByRole("radio", { name: "Simulator", exact: true })).toBeChecked();
  });
  await view(page, "Rules");
  await expect(age(page)).toBeVisible();
  return files;
};

const keepsTheDraft = async (page: Page): Promise<void> => {
  await view(page, "Rules");
  await expect(age(page)).toHaveValue("21");
};

test("a part whose file does not come says so in its place, and comes at the next try with the draft kept", async ({
  page,
  open,
}) => {
  await open("policy");
  const files = await simulatorFiles(page);
  const find = await lose(page, files);
  await draft(page);
  await view(page, "Simulator");
  await expect(missing(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish…" })).toBeVisible();
  await find();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(missing(page)).toBeHidden();
  await expect(page.getByText("Something went wrong")).toBeHidden();
  await keepsTheDraft(page);
});

test("a part that failed begins again when it is opened the next time", async ({ page, open }) => {
  await open("policy");
  const find = await lose(page, await simulatorFiles(page));
  await draft(page);
  await view(page, "Simulator");
  await expect(missing(page)).toBeVisible();
  await keepsTheDraft(page);
  await find();
  await view(page, "Simulator");
  await expect(page.getByRole("radio", { name: "Simulator", exact: true })).toBeChecked();
  await expect(missing(page)).toBeHidden();
  await keepsTheDraft(page);
});

test("a file that a newer build no longer has leads to a reload, once nothing typed would be lost", async ({
  page,
  open,
}) => {
  await open("policy");
  await lose(page, await simulatorFiles(page), 404);
  await draft(page);
  await view(page, "Simulator");
  await expect(page.getByText(/after you opened this page\. Save what you changed/)).toBeVisible();
  const reload = page.getByRole("button", { name: "Reload the page" });
  await expect(reload).toBeHidden();
  await keepsTheDraft(page);
  await page.getByRole("button", { name: "Discard draft" }).click();
  await view(page, "Simulator");
  await expect(page.getByText(/Reload the page to go on/)).toBeVisible();
  const loaded = page.waitForEvent("load");
  await reload.click();
  await loaded;
});

test("a dialog whose file does not come says so, and opens at the next try", async ({ page, open }) => {
  await open("keys");
  const create = page.getByRole("button", { name: "Create key" }).first();
  const dialog = page.getByRole("dialog", { name: "Create API key" });
  const files = await scriptsOf(page, async () => {
    await create.click();
    await expect(dialog).toBeVisible();
  });
  const find = await lose(page, files);
  await page.reload();
  await isAwake(page);
  await create.click();
  await expect(dialog.getByText("This part did not load")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
  await find();
  await create.click();
  await expect(dialog.getByLabel("Name")).toBeVisible();
});

test("the account menu whose file does not come leaves the page, and opens at the next press", async ({
  page,
  open,
}) => {
  await open();
  const account = page.getByRole("button", { name: "Ada Demo", exact: true });
  const files = await scriptsOf(page, async () => {
    await account.click();
    await expect(page.getByRole("menu")).toBeVisible();
  });
  const find = await lose(page, files);
  await page.reload();
  await isAwake(page);
  await account.click();
  await expect(page.getByText("The menu did not load")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await find();
  await account.click();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
});

test("the question before a draft is lost needs no file that could be missing", async ({ page, open }) => {
  await open("policy");
  await age(page).fill("20");
  const publishing = page.getByRole("dialog", { name: /publish/i });
  const files = await scriptsOf(page, async () => {
    await page.getByRole("button", { name: "Publish…" }).click();
    await expect(publishing).toBeVisible();
  });
  await page.keyboard.press("Escape");
  await expect(publishing).toBeHidden();
  await page.getByRole("button", { name: "Discard draft" }).click();
  await lose(page, files);
  await draft(page);
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Members" }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/\/policy$/);
  await expect(age(page)).toHaveValue("21");
});
