import { test as base, type Cookie, expect, type Page, type Request } from "@playwright/test";
import { z } from "zod";
import { watchNotices } from "./notices.ts";
import { repeatedKeys } from "./repeated-keys.ts";
import { backendOf, type Demo, readDemo } from "./service.ts";

const created = z.object({ id: z.string(), apiKey: z.string() });

/** Below a tenant's own address; those of single things: `detailPages`. */
export const CONSOLE_PAGES = [
  "",
  "verifications",
  "requests",
  "alerts",
  "vouchers",
  "usage",
  "keys",
  "sites",
  "sites/sign-in-with-age",
  "webhooks",
  "webhooks/deliveries",
  "logs",
  "quickstart",
  "policy",
  "providers",
  "members",
  "audit",
  "hosts",
  "settings",
  "account",
];

export type ConsoleTenant = { id: string; name: string; liveKey: string };

/** A tenant of one's own, which asks the demo provider's Ada, or another of its people, to be its owner. */
export const newTenant = async (
  { baseUrl, adminKey }: Demo,
  name: string,
  owner = "ada",
): Promise<ConsoleTenant> => {
  const ownerEmail = `${owner}@demo.example`;
  const response = await fetch(`${baseUrl}/admin/tenants`, {
    method: "POST",
    headers: { "x-admin-key": adminKey, "content-type": "application/json" },
    body: JSON.stringify({ name, ownerEmail, overrides: { rateLimitPerMinute: 10_000 } }),
  });
  const { id, apiKey } = created.parse(await response.json());
  return { id, name, liveKey: apiKey };
};

/**
 * While a page streams in, React keeps each late part hidden at the page's end before it takes its place (and says so by these
 * ids), so a locator may find it twice. From here on, whatever this page opens or loads again is whole when it is there.
 */
export const opensWhole = (page: Page): void => {
  const isWhole = () =>
    page.waitForFunction(() => !document.querySelector('[hidden][id^="S:"], template[id^="B:"]'));
  const [goTo, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const response = await goTo(url, options);
    if (options?.waitUntil === undefined) await isWhole();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil === undefined) await isWhole();
    return response;
  };
};

/** Through the real provider: the console's button, the provider's page, and back. */
export const signIn = async (page: Page, who: "Ada" | "Ben"): Promise<void> => {
  opensWhole(page);
  await page.goto("/console/sign-in");
  await page.getByRole("button", { name: "Continue with single sign-on" }).click();
  await chooseAtProvider(page, who);
  await page.waitForURL(/\/console\/(?:ten_|invitations)/);
  if (!page.url().endsWith("/invitations")) return;
  // Of the tenants that these tests make. Another worker may have answered: they share her.
  const { offers } = asked.parse(await callApi(page, "", "session.memberships", {}));
  // One after the other: each waits for her row, and holds a connection of the service's few meanwhile.
  for (const { tenantId, role } of offers)
    await callApi(page, tenantId, "session.acceptOffer", { tenantId, role }).catch(() => null);
  await page.goto("/console");
  await page.waitForURL(/\/console\/(?:ten_|invitations)/);
};

const asked = z.object({ offers: z.array(z.object({ tenantId: z.string(), role: z.string() })) });

export const chooseAtProvider = (page: Page, who: string): Promise<void> =>
  page.getByRole("button", { name: new RegExp(`^${who}`) }).click();

/**
 * Follows the notice of a session that has ended: signs in, in the tab that it opens.
 * @param who null: the provider knows the person still, and does not ask
 */
export const signInBeside = async (page: Page, who: string | null = "Ada"): Promise<Page> => {
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Sign in again" }).click();
  const tab = await opened;
  await tab.waitForLoadState();
  await isAwake(tab);
  await tab.getByRole("button", { name: "Continue with single sign-on" }).click();
  if (who !== null) await chooseAtProvider(tab, who);
  await tab.waitForURL(/\/console\/ten_/);
  return tab;
};

/** After a sign-in in another tab: at the press of a button, or by itself once this tab is looked at. */
export const goOn = (page: Page): Promise<void> => {
  const notice = page.getByRole("dialog", { name: "Your session has ended" });
  return expect(async () => {
    if (await notice.isVisible())
      await notice.getByRole("button", { name: "Try again" }).click({ timeout: 2_000 });
    await expect(notice).toBeHidden({ timeout: 10_000 });
  }).toPass();
};

/** The server draws a page of the console; on a slow machine it is read before its controls answer. */
export const isAwake = async (page: Page): Promise<void> => {
  // A list's filters wake on their own, after the heading.
  await page.waitForFunction(() => {
    const parts = [document.querySelector("h1"), ...document.querySelectorAll("search")];
    return parts.every((part) => Object.keys(part ?? {}).some((key) => key.startsWith("__react")));
  });
  // What is measured is measured in the page's own letters.
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
};

/** The console's own calls, from here on: how many the page has made, and a wait until each has its answer. */
export const callsOf = (page: Page) => {
  const calls = { made: 0, open: 0 };
  const isCall = (request: Request): boolean => request.url().includes("/api/trpc/");
  const end = (request: Request): void => {
    if (isCall(request)) calls.open -= 1;
  };
  page.on("request", (request) => {
    if (!isCall(request)) return;
    calls.made += 1;
    calls.open += 1;
  });
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  return { calls, answered: () => expect.poll(() => calls.open).toBe(0) };
};

/** Opens the palette by its keys, which a page that has just loaded does not hear before its script runs. */
export const openPalette = (page: Page): Promise<void> =>
  expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "Page, action or id" })).toBeFocused({ timeout: 1_000 });
  }).toPass();

const bearer = z.object({ accessToken: z.string() });
const answered = z.object({ result: z.object({ data: z.object({ json: z.unknown() }) }) });

/** One of the console's own calls, with the session of the page's browser. */
export const callApi = async (
  page: Page,
  tenantId: string,
  path: string,
  input: object,
): Promise<unknown> => {
  const post = async (url: string, more: { headers?: Record<string, string>; data?: object } = {}) => {
    const headers = { ...more.headers, origin: readDemo().baseUrl };
    return (await page.request.post(url, { ...more, headers })).json();
  };
  const { accessToken } = bearer.parse(await post("/api/console/token"));
  const headers = { authorization: `Bearer ${accessToken}`, "x-lintel-tenant": tenantId };
  return answered.parse(await post(`/api/trpc/${path}`, { headers, data: input })).result.data.json;
};

const endpointMade = z.object({ endpoint: z.object({ id: z.string() }) });
const deliveriesListed = z.object({ deliveries: z.array(z.object({ id: z.string() })).min(1) });
const logsListed = z.object({ logs: z.array(z.object({ requestId: z.string() })).min(1) });

/** Fills a tenant a little, and gives the pages that are about one thing of it. */
export const detailPages = async (
  page: Page,
  demo: Demo,
  { id, liveKey }: ConsoleTenant,
): Promise<string[]> => {
  const url = "https://hooks.example.com/lintel/orders-of-the-whole-of-europe";
  const made = await callApi(page, id, "webhooks.createEndpoint", { url });
  const { endpoint } = endpointMade.parse(made);
  const backend = backendOf(demo.baseUrl, liveKey);
  const { verificationId } = await backend.start({ metadata: { order: "A-1042", shop: "berlin" } });
  await backend.complete({ verificationId, verifiedAge: 30 });
  await backend.complete({ verificationId: (await backend.start()).verificationId, verifiedAge: 15 });
  await backend.start();
  const { deliveries } = deliveriesListed.parse(await callApi(page, id, "webhooks.deliveries", { limit: 1 }));
  let requestId: string | undefined;
  await expect
    .poll(async () => {
      const found = logsListed.safeParse(await callApi(page, id, "reports.logs", { limit: 1 }));
      requestId = found.data?.logs[0]?.requestId;
      return requestId;
    })
    .toBeDefined();
  return [
    `verifications/${verificationId}`,
    `webhooks/${endpoint.id}`,
    `webhooks/deliveries/${deliveries[0]?.id}`,
    `logs/${requestId}`,
    `usage/${new Date().toISOString().slice(0, 7)}`,
  ];
};

/** A tenant, and the session of a browser that is signed in as its owner. */
type Owned = { tenant: ConsoleTenant; session: Cookie[] };

type WorkersWorld = {
  demo: Demo;
  /** Another tenant of Ada's. To become its owner she has to sign in, which is done once for a stock of them. */
  nextTenant: () => Promise<Owned>;
};

const STOCK = 15;

type World = { tenant: ConsoleTenant; open: (path?: string) => Promise<void>; watch: undefined };

/** Ada signed in, in a new tenant; every page is watched for breaches of the content policy and broken scripts. */
export const test = base.extend<World, WorkersWorld>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  demo: [async ({}, use) => use(readDemo()), { scope: "worker" }],
  nextTenant: [
    async ({ browser, demo }, use) => {
      const stock: Owned[] = [];
      const fill = async (): Promise<void> => {
        const tenants = await Promise.all(
          Array.from({ length: STOCK }, () => newTenant(demo, `Shop ${crypto.randomUUID().slice(0, 8)}`)),
        );
        const context = await browser.newContext({ baseURL: demo.baseUrl, locale: "en-GB" });
        await signIn(await context.newPage(), "Ada");
        const session = await context.cookies(demo.baseUrl);
        await context.close();
        stock.push(...tenants.map((tenant) => ({ tenant, session })));
      };
      await use(async () => {
        if (stock.length === 0) await fill();
        const next = stock.shift();
        if (next === undefined) throw new Error("no tenant could be made");
        return next;
      });
    },
    { scope: "worker" },
  ],
  baseURL: async ({ demo }, use) => use(demo.baseUrl),
  tenant: async ({ context, nextTenant }, use) => {
    await watchNotices(context);
    const { tenant, session } = await nextTenant();
    await context.addCookies(session);
    await use(tenant);
  },
  page: async ({ page }, use) => {
    opensWhole(page);
    await use(page);
  },
  open: async ({ page, tenant }, use) =>
    use(async (path = "") => {
      await page.goto(`/console/${tenant.id}${path && `/${path}`}`);
      // By its tag: a dialog that is open from the start rightly hides the heading's role. While a page streams in, there can be two.
      await expect(page.locator("h1").filter({ visible: true }).first()).toBeVisible();
      await isAwake(page);
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
      expect(await repeatedKeys(page), "keys that siblings share").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
