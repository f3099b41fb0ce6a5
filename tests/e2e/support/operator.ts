import type { Cookie, Page } from "@playwright/test";
import { chooseAtProvider, test as consoleTest, expect, isAwake, opensWhole } from "./console.ts";
import { watchNotices } from "./notices.ts";

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

/** Through the real provider, from the address that they want to see. */
export const signInAt = async (page: Page, path: string, who: string): Promise<void> => {
  opensWhole(page);
  await page.goto(path);
  await page.getByRole("button", { name: "Continue with single sign-on" }).click();
  await chooseAtProvider(page, who);
  await page.waitForURL((url) => url.pathname === path);
};

/** Opens a page of the operator's, and waits until its controls answer. */
export const openOperator = async (page: Page, path = ""): Promise<void> => {
  await page.goto(`/console/operator${path && `/${path}`}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await isAwake(page);
};

type World = {
  /** In a browser of her own: Olivia, whom OPERATORS names. */
  olivia: Page;
};
type WorkersWorld = { oliviasSession: Cookie[] };

/** Olivia beside the owner whom the tenants' console signs in. */
export const test = consoleTest.extend<World, WorkersWorld>({
  oliviasSession: [
    async ({ browser, demo }, use) => {
      const context = await browser.newContext({ baseURL: demo.baseUrl, locale: "en-GB" });
      await signInAt(await context.newPage(), "/console/operator", "Olivia");
      const session = await context.cookies(demo.baseUrl);
      await context.close();
      await use(session);
    },
    { scope: "worker" },
  ],
  olivia: async ({ browser, demo, oliviasSession, viewport, colorScheme, reducedMotion }, use) => {
    const context = await browser.newContext({
      baseURL: demo.baseUrl,
      locale: "en-GB",
      viewport,
      colorScheme,
      reducedMotion,
    });
    await watchNotices(context);
    await context.addCookies(oliviasSession);
    const olivia = await context.newPage();
    opensWhole(olivia);
    await use(olivia);
    await context.close();
  },
});

export { expect };
