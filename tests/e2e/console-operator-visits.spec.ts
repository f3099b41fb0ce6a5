import { callApi, isAwake, signIn } from "./support/console.ts";
import { expect, openOperator, test } from "./support/operator.ts";

test("a tenant lets the operator read its console, sees it, and ends it", async ({
  page,
  open,
  olivia,
  tenant,
}) => {
  test.slow();
  await olivia.goto(`/console/${tenant.id}`);
  await expect(olivia.getByText("You do not have access to this tenant")).toBeVisible();

  await openOperator(olivia, `tenants/${tenant.id}`);
  await olivia.getByRole("button", { name: "Ask to visit" }).click();
  const asking = olivia.getByRole("dialog");
  await asking.getByLabel("Reason").fill("Your ticket about webhooks");
  await asking.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(olivia.getByText("Waiting for an answer")).toBeVisible();

  await open("settings");
  const section = page.locator("#operator");
  await expect(section.getByText("Your ticket about webhooks")).toBeVisible();
  await section.getByRole("button", { name: "Let them read" }).click();
  const granting = page.getByRole("dialog");
  await granting.getByLabel("For").selectOption("2");
  await granting.getByRole("button", { name: "Let the operator read" }).click();
  await expect(section.getByText("Running", { exact: true })).toBeVisible();
  await open();
  const strip = page.getByRole("region", { name: "Operator’s visit" });
  await expect(strip).toContainText("The operator is reading this console until");

  await openOperator(olivia, "visits");
  await olivia.getByRole("link", { name: "Open console" }).first().click();
  await expect(olivia).toHaveURL(new RegExp(`/console/${tenant.id}$`));
  const visiting = olivia.getByRole("region", { name: "Operator’s visit" });
  await expect(visiting).toContainText(`You are visiting ${tenant.name}`);
  for (const path of ["keys", "members", "settings", "webhooks", "verifications", "audit"]) {
    await olivia.goto(`/console/${tenant.id}/${path}`);
    await expect(olivia.getByRole("heading", { level: 1 })).toBeVisible();
    await isAwake(olivia);
    await expect.soft(visiting, path).toBeVisible();
  }
  await olivia.goto(`/console/${tenant.id}/keys`);
  const create = olivia.getByRole("button", { name: "Create key" }).first();
  await expect(create).toHaveAttribute("aria-disabled", "true");
  await expect(create).toHaveAccessibleDescription(/^You are visiting as the operator/);

  await open("audit");
  await expect(page.getByText("Read a part of the console").first()).toBeVisible();

  await open("settings");
  await section.getByRole("button", { name: "End visit" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End visit" }).click();
  await expect(section.getByText("Ended", { exact: true })).toBeVisible();
  await expect(strip).toBeHidden();
  // The page that she has open says so by itself, and every other that she opens.
  const over = olivia.getByText(`Your visit to ${tenant.name} has ended`);
  await expect(over).toBeVisible({ timeout: 30_000 });
  await olivia.goto(`/console/${tenant.id}/members`);
  await expect(over).toBeVisible();
  await expect(olivia.getByText("membership")).toBeHidden();
  await expect(olivia.getByRole("link", { name: "Ask for another visit" })).toHaveAttribute(
    "href",
    `/console/operator/tenants/${tenant.id}`,
  );
  await olivia.getByRole("link", { name: "Back to the operator’s console" }).click();
  await expect(olivia).toHaveURL(/\/console\/operator$/);
});

test("a request can be declined by the tenant, and withdrawn by the operator", async ({
  page,
  open,
  olivia,
  tenant,
}) => {
  const ask = async (reason: string): Promise<void> => {
    await openOperator(olivia, `tenants/${tenant.id}`);
    await olivia.getByRole("button", { name: "Ask to visit" }).click();
    await olivia.getByRole("dialog").getByLabel("Reason").fill(reason);
    await olivia.getByRole("dialog").getByRole("button", { name: "Ask", exact: true }).click();
    await expect(olivia.getByText("Waiting for an answer")).toBeVisible();
  };
  await ask("Just a look");
  await open("settings");
  const section = page.locator("#operator");
  await section.getByRole("button", { name: "Decline" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Decline" }).click();
  await expect(section.getByText("Declined", { exact: true })).toBeVisible();

  await ask("Another look");
  await olivia.getByRole("button", { name: `Withdraw the request to visit ${tenant.name}` }).click();
  await olivia.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(olivia.getByText("Waiting for an answer")).toBeHidden();
});

test("a viewer cannot answer for the tenant, and is told whom to ask", async ({
  page,
  open,
  tenant,
  browser,
  demo,
}) => {
  await open();
  await callApi(page, tenant.id, "members.invite", { role: "viewer", email: "ben@demo.example" });
  const context = await browser.newContext({ baseURL: demo.baseUrl });
  const ben = await context.newPage();
  await signIn(ben, "Ben");
  await ben.goto(`/console/${tenant.id}/settings#operator`);
  const section = ben.locator("#operator");
  await expect(section).toContainText("Your role, viewer, does not allow this. Ask an owner or admin.");
  await expect(section.getByRole("button")).toHaveCount(0);
  await context.close();
});
