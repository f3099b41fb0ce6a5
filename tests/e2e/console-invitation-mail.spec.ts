import { violations } from "./support/axe.ts";
import { expect, test } from "./support/console.ts";

test("an invitation goes out by e-mail, is sent again, and its link leads to the tenant", async ({
  page,
  open,
  demo,
  browser,
}) => {
  const address = `zoe-${Date.now()}@people.example`;
  await open("members");
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail address").fill(address);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog.getByText(`An e-mail is on its way to ${address}.`)).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("row").filter({ hasText: address });
  await expect(async () => {
    await page.reload();
    await expect(row.getByText("E-mail sent")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: width === 390 ? "dark" : "light" });
    await page.screenshot({ path: `test-results/invitation-mail-${width}.png` });
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }

  await row.getByRole("button", { name: `Actions for the invitation for ${address}` }).click();
  await page.getByRole("menuitem", { name: "Send again" }).click();
  await dialog.getByRole("button", { name: "Send again" }).click();
  await expect(dialog.getByText(`An e-mail is on its way to ${address}.`)).toBeVisible();
  await page.screenshot({ path: "test-results/invitation-mail-sent.png" });
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();

  const context = await browser.newContext();
  const mails = await context.newPage();
  const mine = mails.getByRole("article").filter({ hasText: address });
  await expect(async () => {
    await mails.goto(demo.mailPage ?? "");
    await expect(mine).toHaveCount(2, { timeout: 500 });
  }).toPass();
  await expect(mine.first().getByRole("heading")).toHaveText(/^Invitation to the console of “/);
  await mine.first().getByRole("link").first().click();
  await expect(mails).toHaveURL(/\/console\/invitation/);
  await context.close();

  await row.getByRole("button", { name: `Actions for the invitation for ${address}` }).click();
  await page.getByRole("menuitem", { name: "Withdraw" }).click();
  await dialog.getByRole("button", { name: "Withdraw" }).click();
  await expect(row).toBeHidden();
});
