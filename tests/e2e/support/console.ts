import { test as base, expect, type Page } from "@playwright/test";
import { z } from "zod";
import { type Demo, readDemo } from "./service.ts";

const created = z.object({ id: z.string(), apiKey: z.string() });

export type ConsoleTenant = { id: string; name: string; liveKey: string };

/** A tenant of one's own whose owner is the demo provider's Ada. */
export const newTenant = async ({ baseUrl, adminKey }: Demo, name: string): Promise<ConsoleTenant> => {
  const response = await fetch(`${baseUrl}/admin/tenants`, {
    method: "POST",
    headers: { "x-admin-key": adminKey, "content-type": "application/json" },
    body: JSON.stringify({ name, ownerEmail: "ada@demo.example", overrides: { rateLimitPerMinute: 10_000 } }),
  });
  const { id, apiKey } = created.parse(await response.json());
  return { id, name, liveKey: apiKey };
};

/** Through the real provider: the console's button, the provider's page, and back. */
export const signIn = async (page: Page, who: "Ada" | "Ben"): Promise<void> => {
  await page.goto("/console/sign-in");
  await page.getByRole("button", { name: "Continue to sign in" }).click();
  await chooseAtProvider(page, who);
  await page.waitForURL(/\/console\/ten_/);
};

export const chooseAtProvider = (page: Page, who: string): Promise<void> =>
  page.getByRole("button", { name: new RegExp(`^${who}`) }).click();

type World = { tenant: ConsoleTenant; open: (path?: string) => Promise<void>; watch: undefined };

/** Ada signed in, in a new tenant; every page is watched for breaches of the content policy and broken scripts. */
export const test = base.extend<World, { demo: Demo }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  demo: [async ({}, use) => use(readDemo()), { scope: "worker" }],
  baseURL: async ({ demo }, use) => use(demo.baseUrl),
  tenant: async ({ demo, page }, use) => {
    const name = `Shop ${crypto.randomUUID().slice(0, 8)}`;
    const tenant = await newTenant(demo, name);
    await signIn(page, "Ada");
    await use(tenant);
  },
  open: async ({ page, tenant }, use) =>
    use(async (path = "") => {
      await page.goto(`/console/${tenant.id}${path && `/${path}`}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }),
  watch: [
    async ({ page, demo }, use) => {
      const wrong: string[] = [];
      const ours = new URL(demo.baseUrl).host;
      page.on("request", (request) => {
        const { protocol, host, hostname } = new URL(request.url());
        // The identity provider is on this machine too; nothing else is asked for anything.
        if (/^https?:$/.test(protocol) && host !== ours && hostname !== "localhost")
          wrong.push(request.url());
      });
      page.on("console", (message) => {
        if (/content security policy|refused to|hydrat/i.test(message.text())) wrong.push(message.text());
      });
      page.on("pageerror", (error) => wrong.push(`script failed: ${error.message}`));
      await use(undefined);
      expect(wrong).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
