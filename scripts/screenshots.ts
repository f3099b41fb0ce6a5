// npm run screenshots [-- folder]: pictures of every page of the console, in light and dark, on a desktop and on
// a phone, of a tenant that is filled as a shop's would be. For looking at, and for the README.
import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { seedLarge } from "../lab/bench/seed-large/seed.ts";
import { findChromium } from "./lib/chromium.ts";
import { freshDatabase } from "./lib/fresh-database.ts";
import { scriptRuntime } from "./lib/script-runtime.ts";
import { serveTenant } from "./lib/serve-tenant.ts";

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;
const THEMES = ["light", "dark"] as const;
const COUNT = 6_000;

const folder = process.argv[2] ?? (await mkdtemp(join(tmpdir(), "lintel-pictures-")));
await mkdir(folder, { recursive: true });

const take = async (page: Page, name: string): Promise<void> => {
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
};

const pagesOf = async (tenantId: string): Promise<Record<string, string>> => {
  const { orm } = runtime.deps.db;
  const where = { tenantId };
  const newest = { orderBy: { id: "desc" } } as const;
  const verification = await orm.verification.findFirst({
    where: { ...where, status: "completed" },
    ...newest,
  });
  const endpoint = await orm.webhookEndpoint.findFirst({ where });
  const delivery = await orm.webhookDelivery.findFirst({ where: { ...where, status: "failed" }, ...newest });
  const log = await orm.requestLog.findFirst({ where, orderBy: { time: "desc" } });
  return {
    overview: "",
    verifications: "/verifications",
    verification: `/verifications/${verification?.id}`,
    requests: "/requests",
    vouchers: "/vouchers",
    keys: "/keys",
    sites: "/sites",
    "sign-in-with-age": "/sites/sign-in-with-age",
    webhooks: "/webhooks",
    endpoint: `/webhooks/${endpoint?.id}`,
    deliveries: "/webhooks/deliveries",
    delivery: `/webhooks/deliveries/${delivery?.id}`,
    usage: "/usage",
    statement: `/usage/${new Date().toISOString().slice(0, 7)}`,
    logs: "/logs",
    request: `/logs/${log?.requestId}`,
    quickstart: "/quickstart",
    policy: "/policy",
    providers: "/providers",
    members: "/members",
    audit: "/audit",
    settings: "/settings",
    account: "/account",
  };
};

/** What has to be opened to be seen. */
const openings = (base: string): Record<string, (page: Page) => Promise<unknown>> => ({
  "key-dialog": async (page) => {
    await page.goto(`${base}/keys`);
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByRole("dialog").waitFor();
  },
  "row-menu": async (page) => {
    await page.goto(`${base}/keys`);
    await page
      .getByRole("button", { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole("menu").waitFor();
  },
  palette: async (page) => {
    await page.goto(`${base}/verifications`);
    await page.waitForLoadState("networkidle");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Page, action or id" }).waitFor();
  },
});

await using stack = new AsyncDisposableStack();
const databaseUrl = await freshDatabase(stack);
const runtime = await scriptRuntime(databaseUrl);
stack.defer(() => runtime.close());
const { tenantId } = await seedLarge(runtime, { databaseUrl, count: COUNT, note: () => undefined });
await runtime.deps.db.orm.tenant.update({
  where: { id: tenantId },
  data: {
    name: "Corner Shop",
    plan: "growth",
    overrides: { monthlyPriceMinor: 4_900, overagePriceMinor: 4 },
  },
});
const { baseUrl } = await serveTenant(runtime, { databaseUrl, tenantId }, stack);
const pages = await pagesOf(tenantId);
const { path, env } = findChromium();
const browser = await chromium.launch({
  executablePath: path,
  args: ["--no-sandbox"],
  env: { PATH: process.env.PATH ?? "", ...env },
});
stack.defer(() => browser.close());
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of THEMES) {
    const context = await browser.newContext({
      viewport,
      colorScheme,
      locale: "en-GB",
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await page.goto(`${baseUrl}/console/sign-in`);
    await take(page, `sign-in-${size}-${colorScheme}`);
    await page.getByRole("button", { name: "Continue with single sign-on" }).click();
    await page.getByRole("button", { name: /^Ada/ }).click();
    await page.waitForURL(/\/console\/ten_/);
    const base = `${baseUrl}/console/${tenantId}`;
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(`${base}${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await take(page, `${name}-${size}-${colorScheme}`);
    }
    for (const [name, open] of Object.entries(openings(base))) {
      await open(page);
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) });
    }
    await context.close();
  }
}
console.log(`pictures in ${folder}`);
