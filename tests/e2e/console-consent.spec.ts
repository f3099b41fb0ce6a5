import { violations } from "./support/axe.ts";
import { callApi, expect, newTenant, test } from "./support/console.ts";

// What a tenant asks a person, answered with the console's buttons.

const named = (word: string): string => `${word} ${crypto.randomUUID().slice(0, 8)}`;

test("a tenant's question is shown after the sign-in; who accepts is in, who declines is not asked again", async ({
  page,
  tenant,
  demo,
}) => {
  const wanted = await newTenant(demo, named("Wanted"));
  const unknown = await newTenant(demo, named("Unknown"));
  await page.goto("/console");
  await expect(page).toHaveURL(/\/console\/invitations$/);
  const card = (name: string) => page.getByRole("region", { name });
  await expect(card(wanted.name)).toContainText("The operator of this service");
  await expect(card(wanted.name)).toContainText(wanted.id);
  await expect(card(wanted.name)).toContainText("Owner");
  // Nothing of it before the answer.
  await page.goto(`/console/${wanted.id}/members`);
  await expect(page.getByText("You do not have access to this tenant")).toBeVisible();
  await page.getByRole("link", { name: "Go to your tenants" }).click();

  await card(unknown.name).getByRole("button", { name: "Decline" }).click();
  await expect(card(unknown.name)).toBeHidden();
  await card(wanted.name).getByRole("button", { name: "Accept" }).click();
  await expect(page).toHaveURL(new RegExp(`/console/${wanted.id}`));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/console/invitations");
  await expect(page.getByRole("region", { name: unknown.name })).toHaveCount(0);
  expect(tenant.id).not.toBe(wanted.id);
});

test("the console opens the tenant that was open last, and never one by its name", async ({
  page,
  open,
  tenant,
}) => {
  await open();
  await page.goto("/console");
  await expect(page).toHaveURL(new RegExp(`/console/(?:${tenant.id}|invitations)`));
  const later = page.getByRole("link", { name: "Decide later" });
  if (page.url().endsWith("invitations")) await later.click();
  await expect(page).toHaveURL(new RegExp(`/console/${tenant.id}`));
});

for (const [size, viewport] of [
  ["a phone", { width: 390, height: 844 }],
  ["a desktop", { width: 1280, height: 800 }],
] as const)
  for (const colorScheme of ["light", "dark"] as const)
    test.describe(`on ${size} in ${colorScheme}`, () => {
      test.use({ colorScheme, viewport });

      test("a name that looks like one's own is marked, nothing is too wide, and axe finds nothing", async ({
        page,
        tenant,
        demo,
      }, info) => {
        const copy = await newTenant(demo, `!${tenant.name.replace("Shop", "Shор")}`);
        await page.goto("/console/invitations");
        const card = page.getByRole("region", { name: copy.name });
        await expect(card).toContainText("looks like that of another of your tenants");
        expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(
          false,
        );
        expect(await violations(page)).toEqual([]);
        await page.screenshot({ path: info.outputPath("offers.png"), fullPage: true });
        await callApi(page, "", "session.declineOffer", { tenantId: copy.id });
      });
    });

test("the command line's page chooses no tenant of several, and shows none that waits", async ({
  page,
  tenant,
  demo,
}, info) => {
  const waiting = await newTenant(demo, named("!Waiting"));
  const body = new URLSearchParams({ client_id: "lintel-cli", host_name: "workbench" });
  const response = await fetch(`${demo.baseUrl}/cli/device_authorization`, { method: "POST", body });
  await page.goto(String((await response.json()).verification_uri_complete));
  const choice = page.getByLabel("Tenant");
  await expect(choice).toHaveValue("");
  await expect(choice.getByRole("option", { name: waiting.name })).toHaveCount(0);
  await page.getByRole("button", { name: "Create a test key" }).click();
  await expect(page.getByText("Choose the tenant that the key is for.")).toBeVisible();
  await page.screenshot({ path: info.outputPath("device.png"), fullPage: true });
  await choice.selectOption({ label: tenant.name });
  await page.getByRole("button", { name: "Create a test key" }).click();
  await expect(page.getByText("Confirmed. Go back to your terminal")).toBeVisible();
  await callApi(page, "", "session.declineOffer", { tenantId: waiting.id });
});
