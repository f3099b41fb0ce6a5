import type { Page } from "@playwright/test";
import { chooseAtProvider, test as consoleTest, expect, isAwake } from "./console.ts";

/** Below /console/operator; the page of one tenant is opened by its id. */
export const OPERATOR_PAGES = [
  "",
  "tenants",
  "usage",
  "webhooks",
  "rates",
  "system",
  "settings",
  "trust",
  "certificates",
  "keys",
  "visits",
  "audit",
];

/** Through the real provider, as somebody who is to land on the operator's pages. */
export const signInAsOperator = async (page: Page): Promise<void> => {
  await page.goto("/console/operator");
  await page.getByRole("button", { name: "Continue with single sign-on" }).click();
  await chooseAtProvider(page, "Olivia");
  await page.waitForURL(/\/console\/operator$/);
};

type World = { openOperator: (path?: string) => Promise<void> };

/** Olivia signed in, whom OPERATORS names, beside what the tenants' console gives. */
export const test = consoleTest.extend<World>({
  openOperator: async ({ page }, use) => {
    await signInAsOperator(page);
    await use(async (path = "") => {
      await page.goto(`/console/operator${path && `/${path}`}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await isAwake(page);
    });
  },
});

export { expect };
