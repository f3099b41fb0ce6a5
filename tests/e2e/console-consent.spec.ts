import type { Page } from "@playwright/test";
import { violations } from "./support/axe.ts";
import { callApi, chooseAtProvider, expect, newTenant, test } from "./support/console.ts";

// What a tenant asks a person, answered with the console's buttons. The people are guests: whom other tests ask, they answer for.

const named = (word: string): string => `${word} ${crypto.randomUUID().slice(0, 8)}`;

const arrive = async (page: Page, guest: number): Promise<void> => {
  await page.goto("/console/sign-in");
  await page.getByRole("button", { name: "Continue with single sign-on" }).click();
  await chooseAtProvider(page, `Guest ${guest} `);
  await expect(page).toHaveURL(/\/console\/invitations$/);
};

test("a tenant's question is shown after the sign-in; who accepts is in, who declines is not asked again", async ({
  page,
  demo,
}, info) => {
  const wanted = await newTenant(demo, named("Wanted"), "guest-17");
  const unknown = await newTenant(demo, named("Unknown"), "guest-17");
  await arrive(page, 17);
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
  await page.screenshot({ path: info.outputPath("accepted.png") });
  await page.goto("/console/invitations");
  await expect(page.getByRole("region", { name: unknown.name })).toHaveCount(0);
});

test("the console opens the tenant that was open last, and never one by its name", async ({
  page,
  open,
  tenant,
}) => {
  await open();
  await page.goto("/console");
  await expect(page).toHaveURL(new RegExp(`/console/(?:${tenant.id}|invitations)`));
  // Other tests may have asked Ada in between.
  if (page.url().endsWith("invitations")) await page.getByRole("link", { name: "Decide later" }).click();
  await expect(page).toHaveURL(new RegExp(`/console/${tenant.id}`));
});

for (const [size, viewport, guests] of [
  ["a phone", { width: 390, height: 844 }, { light: 18, dark: 19 }],
  ["a desktop", { width: 1280, height: 800 }, { light: 20, dark: 21 }],
] as const)
  for (const colorScheme of ["light", "dark"] as const)
    test.describe(`on ${size} in ${colorScheme}`, () => {
      test.use({ colorScheme, viewport });

      test("a name that looks like one's own is marked, nothing is too wide, and axe finds nothing", async ({
        page,
        demo,
      }, info) => {
        const guest = guests[colorScheme];
        const own = await newTenant(demo, named("Corner Shop"), `guest-${guest}`);
        // With a Cyrillic o.
        const copy = await newTenant(demo, `!${own.name.replace("o", "\u043e")}`, `guest-${guest}`);
        await arrive(page, guest);
        await page.getByRole("region", { name: own.id }).getByRole("button", { name: "Accept" }).click();
        await page.waitForURL(new RegExp(own.id));
        await page.goto("/console/invitations");
        const card = page.getByRole("region", { name: copy.id });
        await expect(card).toContainText("looks like that of one of your tenants");
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
  const body = new URLSearchParams({ client_id: "lintel-cli", host_name: "workbench" });
  const response = await fetch(`${demo.baseUrl}/cli/device_authorization`, { method: "POST", body });
  await page.goto(String((await response.json()).verification_uri_complete));
  const choice = page.getByLabel("Tenant");
  await expect(choice).toHaveValue("");
  await page.getByRole("button", { name: "Create a test key" }).click();
  await expect(page.getByText("Choose the tenant that the key is for.")).toBeVisible();
  await page.screenshot({ path: info.outputPath("device.png"), fullPage: true });
  await choice.selectOption({ label: tenant.name });
  await page.getByRole("button", { name: "Create a test key" }).click();
  await expect(page.getByText("Confirmed. Go back to your terminal")).toBeVisible();
});
