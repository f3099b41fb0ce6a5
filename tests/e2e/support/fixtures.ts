import { test as base, expect } from "@playwright/test";
import { openReceiver, type Receiver } from "./receiver.ts";
import { repeatedKeys } from "./repeated-keys.ts";
import { type Backend, backendOf, type Demo, newTenantKey, readDemo } from "./service.ts";

type WorkerWorld = { demo: Demo; liveKey: string };
type World = { backend: Backend; testBackend: Backend; shop: Receiver; watch: undefined };

/** Where the samples are that `public/` serves. */
export const sample = (name: "adult" | "minor" | "expired" | "blurred"): string =>
  new URL(`../../../public/samples/licence-${name}.jpg`, import.meta.url).pathname;

/**
 * Each worker has a tenant of its own. `watch` looks at every page of every test: nothing may be asked of a third
 * party, no content policy may be broken, and no script may fail.
 */
export const test = base.extend<World, WorkerWorld>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  demo: [async ({}, use) => use(readDemo()), { scope: "worker" }],
  liveKey: [async ({ demo }, use) => use(await newTenantKey(demo, "Corner Shop")), { scope: "worker" }],
  baseURL: async ({ demo }, use) => use(demo.baseUrl),
  backend: async ({ demo, liveKey }, use) => use(backendOf(demo.baseUrl, liveKey)),
  testBackend: async ({ demo }, use) => use(backendOf(demo.baseUrl, demo.tenant.testKey)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  shop: async ({}, use) => {
    const shop = await openReceiver();
    await use(shop);
    await shop.close();
  },
  watch: [
    async ({ page, demo }, use) => {
      const wrong: string[] = [];
      const ours = new URL(demo.baseUrl).host;
      page.on("request", (request) => {
        const { protocol, host, hostname, pathname } = new URL(request.url());
        const isShop = hostname === "localhost" && (pathname === "/back" || pathname === "/favicon.ico");
        if (/^https?:$/.test(protocol) && host !== ours && !isShop)
          wrong.push(`third party: ${request.url()}`);
      });
      page.on("console", (message) => {
        if (/content security policy|refused to|hydrat/i.test(message.text())) wrong.push(message.text());
      });
      page.on("pageerror", (error) => wrong.push(`script failed: ${error.message}`));
      await use(undefined);
      expect(wrong).toEqual([]);
      expect(await repeatedKeys(page), "keys that siblings share").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
