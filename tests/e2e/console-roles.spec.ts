import { expect, test } from "./support/console.ts";
import { joinAsBen } from "./support/second-member.ts";

test("an invited viewer sees what they may, and is told why the rest is not for them", async ({
  page,
  open,
  browser,
  demo,
  tenant,
}) => {
  await open("members");
  const ben = await joinAsBen({ page, browser, demo, tenant }, "Viewer");
  const navigation = ben.getByRole("navigation", { name: "Console" });
  await expect(navigation.getByRole("link", { name: "Verifications" })).toBeVisible();
  for (const name of ["API keys", "Webhooks", "Logs", "Audit trail"])
    await expect(navigation.getByRole("link", { name })).toBeHidden();

  await navigation.getByRole("link", { name: "Verifications" }).click();
  const exporting = ben.getByRole("button", { name: "Export CSV" });
  await expect(exporting).toHaveAttribute("aria-disabled", "true");
  await expect(exporting).toHaveAccessibleDescription(/Your role, viewer, does not allow this/);
  await ben.goto(`/console/${tenant.id}/keys`);
  await expect(ben.getByText("You do not have access to this page")).toBeVisible();
  await expect(
    ben.getByText("Your role, viewer, does not allow this. Ask an owner, admin or developer."),
  ).toBeVisible();
  await expect(ben.getByRole("button", { name: "Create key" })).toBeHidden();
  await ben.context().close();
});

test("somebody else's tenant is told as no tenant at all", async ({ page, open }) => {
  await open();
  await page.goto("/console/ten_00000000000000000000000000");
  await expect(page.getByText("You do not have access to this tenant")).toBeVisible();
});

test("a closed tenant can be read, and its buttons say why they are off", async ({
  page,
  demo,
  tenant,
  open,
}) => {
  const response = await fetch(`${demo.baseUrl}/admin/tenants/${tenant.id}`, {
    method: "PATCH",
    headers: { "x-admin-key": demo.adminKey, "content-type": "application/json" },
    body: JSON.stringify({ isActive: false }),
  });
  expect(response.status).toBe(200);
  for (const [path, name] of [
    ["keys", "Create key"],
    ["webhooks", "Add endpoint"],
    ["members", "Invite"],
  ] as const) {
    await open(path);
    const button = page.getByRole("button", { name }).first();
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await expect(button).toHaveAccessibleDescription(/^This tenant is closed\./);
  }
  await open("keys");
  await expect(page.getByText("First live key")).toBeVisible();
  await open("members");
  await expect(page.getByText("ada@demo.example")).toBeVisible();
});
