import type { Locator, Page, Route } from "@playwright/test";
import { z } from "zod";
import { callApi, expect, isAwake, test } from "./support/console.ts";

const SECRETS = [
  {
    what: "an API key",
    path: "keys",
    value: /^avk_test_\w+$/,
    make: async (page: Page) => {
      await page.getByRole("button", { name: "Create key" }).click();
      await page.getByRole("dialog").getByLabel("Name").fill("Checkout");
      await page.getByRole("dialog").getByText("Test", { exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    },
  },
  {
    what: "a webhook secret",
    path: "webhooks",
    value: /^whsec_/,
    make: async (page: Page) => {
      await page.getByRole("button", { name: "Add endpoint" }).click();
      await page
        .getByRole("dialog")
        .getByLabel(/^(Address|URL)/)
        .fill("https://hooks.example.com/lintel");
      await page.getByRole("dialog").getByRole("button", { name: "Add endpoint" }).click();
    },
  },
  {
    what: "an invitation link",
    path: "members",
    value: /\/console\/invitation#vi_/,
    make: async (page: Page) => {
      await page.getByRole("button", { name: "Invite" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Create link" }).click();
    },
  },
] as const;

const secretOf = (page: Page) => page.locator("[data-secret]");
const WHY = /Copy this first, or choose “I have stored it”/;

for (const { what, path, value, make } of SECRETS) {
  test(`${what} stays in sight until it was copied or is said to be stored`, async ({
    page,
    open,
    context,
  }) => {
    // As a page gets it that a person left to come here: something to go back to.
    await open("quickstart");
    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Overview" }).click();
    await open(path);
    // On a slow device too, where what is drawn and what is listened to may be a moment apart.
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 8 });
    await make(page);
    await expect(secretOf(page)).toHaveText(value);
    await page.keyboard.press("Escape");
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    const dialog = page.getByRole("dialog");
    const alert = dialog.getByRole("alert");
    await expect(alert).toHaveText(WHY);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(alert).toHaveText(WHY);
    await page.mouse.click(5, 5);
    await expect(secretOf(page)).toBeVisible();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Overview");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: "Page, action or id" })).toBeHidden();
    await expect(secretOf(page)).toBeVisible();

    // The tab is about to be closed: the browser asks.
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe("beforeunload");
    await question.dismiss();
    await expect(secretOf(page)).toBeVisible();

    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await dialog.getByRole("button", { name: "Copy", exact: true }).first().click();
    await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(value);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });
}

test("the way back does not take a key away that is nowhere else", async ({ page, open, tenant }) => {
  await open();
  await page.waitForLoadState("networkidle");
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "API keys" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
  await SECRETS[0].make(page);
  await expect(secretOf(page)).toBeVisible();
  const back = () => page.evaluate(() => window.history.back());
  await back();
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveText(WHY);
  await expect(page).toHaveURL(new RegExp(`${tenant.id}/keys`));
  await expect(secretOf(page)).toBeVisible();
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await back();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
});

test("without a clipboard, as on plain http, the text is selected and the page says which keys to press", async ({
  page,
  open,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await open("keys");
  await SECRETS[0].make(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Copy", exact: true }).first().click();
  await expect(dialog.getByRole("button", { name: "Press Ctrl+C" })).toBeVisible();
  const selected = await page.evaluate(() => window.getSelection()?.toString());
  expect(selected).toBe(await secretOf(page).textContent());
  // It is not known to be copied, so it does not go.
  await page.keyboard.press("Escape");
  await expect(secretOf(page)).toBeVisible();
});

const gateMade = z.object({ gate: z.object({ siteId: z.string() }) });

const addGate = async (page: Page, tenantId: string, name: string): Promise<string> => {
  const origin = `https://${name.toLowerCase()}.example`;
  const made = await callApi(page, tenantId, "gates.create", { mode: "live", name, origin, minimumAge: 18 });
  return gateMade.parse(made).gate.siteId;
};

/** Asks for another secret of a gate, up to the form. */
const openRotation = async (page: Page, name: string): Promise<Locator> => {
  await page.getByRole("button", { name: `Details: ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
  const form = page.getByRole("dialog", { name: "Rotate the secret" });
  await expect(form.getByLabel("The old secret ends")).toBeVisible();
  return form;
};

/** As when a person comes back to the tab after a minute: what the page shows is read again. */
const comeBack = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 60_000;
    window.dispatchEvent(new Event("visibilitychange"));
  });

test("a secret stays in sight though what it is of was removed elsewhere, and is never shown for another", async ({
  page,
  open,
  tenant,
}) => {
  await open("sites");
  const shop = await addGate(page, tenant.id, "Shop");
  await addGate(page, tenant.id, "Till");
  await open("sites");
  await isAwake(page);
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(2);
  const rotation = await openRotation(page, "Shop");
  await rotation.getByRole("button", { name: "Rotate secret" }).click();
  const answer = page.getByRole("dialog", { name: "The new secret" });
  await expect(answer.locator("[data-secret]")).toHaveText(/^gs_/);
  const secret = (await secretOf(page).textContent()) ?? "";
  await callApi(page, tenant.id, "gates.remove", { siteId: shop });
  await comeBack(page);
  await expect(rows).toHaveCount(1);
  await expect(answer.locator("[data-secret]")).toHaveText(secret);
  await answer.getByRole("button", { name: "I have stored it" }).click();
  await expect(answer).toBeHidden();
  await openRotation(page, "Till");
  await expect(secretOf(page)).toHaveCount(0);
});

test("a secret whose gate was removed while it was made is shown all the same", async ({
  page,
  open,
  tenant,
}) => {
  await open("sites");
  const shop = await addGate(page, tenant.id, "Shop");
  await open("sites");
  await isAwake(page);
  const rotation = await openRotation(page, "Shop");
  // The list is read again before the answer shows.
  const removal = async (route: Route): Promise<void> => {
    await callApi(page, tenant.id, "gates.remove", { siteId: shop });
    await route.continue();
  };
  await page.route(/\/api\/trpc\/[^?]*gates\.list/, removal, { times: 1 });
  await rotation.getByRole("button", { name: "Rotate secret" }).click();
  const answer = page.getByRole("dialog", { name: "The new secret" });
  await expect(answer.locator("[data-secret]")).toHaveText(/^gs_/);
  await expect(page.locator("tbody tr")).toHaveCount(0);
  await answer.getByRole("button", { name: "I have stored it" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
