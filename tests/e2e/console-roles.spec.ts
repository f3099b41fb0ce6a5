import { chooseAtProvider, expect, test } from "./support/console.ts";

test("an invited viewer sees what they may, and is told why the rest is not for them", async ({
  page,
  open,
  browser,
  demo,
  tenant,
}) => {
  await open("members");
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Viewer", { exact: true }).click();
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = (await page.locator("[data-secret]").textContent()) ?? "";
  expect(link).toContain("/console/invitation#vi_");

  const context = await browser.newContext({ baseURL: demo.baseUrl });
  const ben = await context.newPage();
  await ben.goto(link);
  await ben.getByRole("button", { name: "Continue with single sign-on" }).click();
  await chooseAtProvider(ben, "Ben");
  await ben.getByRole("button", { name: /accept/i }).click();
  await expect(ben).toHaveURL(new RegExp(`/console/${tenant.id}$`));
  const navigation = ben.getByRole("navigation", { name: "Console" });
  await expect(navigation.getByRole("link", { name: "Verifications" })).toBeVisible();
  for (const name of ["API keys", "Webhooks", "Logs", "Audit trail"])
    await expect(navigation.getByRole("link", { name })).toBeHidden();

  await navigation.getByRole("link", { name: "Verifications" }).click();
  const exporting = ben.getByRole("button", { name: "Export CSV" });
  await expect(exporting).toHaveAttribute("aria-disabled", "true");
  await expect(exporting).toHaveAccessibleDescription(/Your role, viewer, does not allow this/);
  await ben.goto(`/console/${tenant.id}/keys`);
  await expect(ben.getByText("This page is not for your role")).toBeVisible();
  await expect(
    ben.getByText("Your role, viewer, does not allow this. It takes owner, admin or developer."),
  ).toBeVisible();
  await expect(ben.getByRole("button", { name: "Create key" })).toBeHidden();
  await context.close();
});

test("somebody else's tenant is told as no tenant at all", async ({ page, open }) => {
  await open();
  await page.goto("/console/ten_00000000000000000000000000");
  await expect(page.getByText("You are no member of such a tenant")).toBeVisible();
});
