import { z } from "zod";
import { violations } from "./support/axe.ts";
import { callApi, expect, test } from "./support/console.ts";

test("a key is made with a preset, an end and networks, used, looked at, changed and found in the logs", async ({
  page,
  open,
  demo,
}) => {
  await open("keys");
  await page.getByRole("button", { name: "Create key" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Create API key" });
  await dialog.getByLabel("Name").fill("Reports");
  await expect(dialog.getByRole("radio", { name: /^Start and follow/ })).toBeChecked();
  await dialog.getByRole("radio", { name: /^Read only/ }).check();
  await dialog.getByLabel("Expires").selectOption("In 30 days");
  await dialog.getByLabel("Allowed networks").fill("203.0.113.7/24");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(
    dialog.getByText("203.0.113.7/24: the address has bits outside the network: write 203.0.113.0/24"),
  ).toBeVisible();
  await dialog.getByLabel("Allowed networks").fill("127.0.0.0/8\n::1");
  await dialog.getByLabel("Denied networks").fill("198.51.100.0/24");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const made = page.getByRole("dialog", { name: "Your new key" });
  const key = /avk_live_\w{49}/.exec((await made.textContent()) ?? "")?.[0] ?? "";
  await made.getByRole("button", { name: "I have stored it" }).click();
  await expect(made).toBeHidden();
  const usage = () => fetch(`${demo.baseUrl}/usage`, { headers: { "x-tenant-api-key": key } });
  expect((await usage()).status).toBe(200);
  const start = await fetch(`${demo.baseUrl}/verify/start`, {
    method: "POST",
    headers: { "x-tenant-api-key": key, "content-type": "application/json" },
    body: "{}",
  });
  expect(start.status).toBe(403);

  const row = page.getByRole("row", { name: /Reports/ });
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText("2 calls, 1 error", { timeout: 2_000 });
  }).toPass();
  await expect(row).toContainText("Read only");
  await expect(row).toContainText("From some networks only");
  await expect(row).toContainText("Expiring");

  const act = async (action: string) => {
    await row.getByRole("button", { name: "Actions for Reports" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await act("Change access");
  const change = page.getByRole("dialog", { name: "Change access" });
  await expect(change.getByLabel("Allowed networks")).toHaveValue("127.0.0.0/8\n::1/128");
  await change.getByRole("checkbox", { name: /Read usage/ }).uncheck();
  await change.getByRole("checkbox", { name: /Erase verifications/ }).check();
  await change.getByLabel("Denied networks").fill("");
  await change.getByRole("button", { name: "Save" }).click();
  await expect(change).toBeHidden();
  await expect.poll(async () => (await usage()).status).toBe(403);

  await act("Details");
  const details = page.getByRole("dialog", { name: "Reports" });
  await expect(details).toContainText("Erase verifications");
  await expect(details).not.toContainText("Read usage");
  await expect(details).toContainText("127.0.0.0/8, ::1/128");
  await details.getByRole("link", { name: "Show its requests in the logs" }).click();
  await expect(page.getByRole("heading", { name: "Logs" })).toBeVisible();
  await expect(page.getByRole("row", { name: /\/verify\/start/ })).toHaveCount(1);
});

test("what someone else changed in the meantime is not overwritten", async ({ page, open, tenant }) => {
  const made = z.object({ id: z.string() });
  await open("keys");
  const { id: keyId } = made.parse(
    await callApi(page, tenant.id, "keys.create", { mode: "live", name: "Shared" }),
  );
  await page.reload();
  await page.getByRole("button", { name: "Actions for Shared" }).click();
  await page.getByRole("menuitem", { name: "Change access" }).click();
  const change = page.getByRole("dialog", { name: "Change access" });
  await expect(change).toBeVisible();
  await callApi(page, tenant.id, "keys.update", { keyId, revision: 1, networks: ["203.0.113.0/24"] });
  await change.getByRole("checkbox", { name: /Listen to events/ }).check();
  await change.getByRole("button", { name: "Save" }).click();
  await expect(change.getByText("Someone else changed this key in the meantime")).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`on a phone, ${colorScheme}`, () => {
    test.use({ viewport: { width: 390, height: 844 }, colorScheme });

    test("the list, the form and the details fit, and axe finds nothing", async ({ page, open }, info) => {
      await open("keys");
      const fits = async (name: string) => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
        expect(await violations(page)).toEqual([]);
        await page.screenshot({ path: info.outputPath(`${name}-${colorScheme}.png`), fullPage: true });
      };
      await fits("list");
      await page.getByRole("button", { name: "Create key" }).first().click();
      const dialog = page.getByRole("dialog", { name: "Create API key" });
      await dialog.getByRole("radio", { name: /^Custom/ }).check();
      await dialog.getByLabel("Allowed networks").fill("203.0.113.0/24\n2001:db8:1234:5678::/64");
      await fits("create");
      await dialog.getByLabel("Allowed networks").fill("");
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await page
        .getByRole("button", { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: "Details" }).click();
      await expect(page.getByRole("dialog")).toContainText("Last 30 days");
      await fits("details");
    });
  });
}
