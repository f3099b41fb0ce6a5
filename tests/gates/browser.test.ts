import type { BrowserContext, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anyPort } from "../../scripts/local/ports.ts";
import { newGate } from "../support/gates/gate-service.ts";
import { type Served, serveBuild } from "../support/http/served.ts";
import { apacheMissing, startApache } from "./support/apache.ts";
import { openBrowser, type Visitors } from "./support/browser.ts";
import { caddyMissing, serveCaddy } from "./support/caddy.ts";
import { haproxyMissing, startHaproxy } from "./support/haproxy.ts";
import { nginxMissing, njsMissing, startAskingNginx, startNginx } from "./support/nginx.ts";
import { SHOP_FILE, SHOP_MARKER, type ShopSite, startAround, startShop } from "./support/shop-site.ts";
import { cookieValue, type TestGate } from "./support/test-gate.ts";
import { type GateWorld, newGateWorld } from "./support/world.ts";

// A small shop behind each server as a person with Chromium meets it, before the built service with its hosted page. WordPress
// with its own pages is in wordpress-browser.test.ts.

/** A shop with a gate, and how its visitors get through. */
type Shop = {
  gate: TestGate;
  site: ShopSite;
  /** Through the check, from where a closed page led. */
  prove: (page: Page) => Promise<void>;
  /** As after the proof's last second. */
  endProof: (context: BrowserContext) => Promise<unknown>;
};

type Start = (stack: AsyncDisposableStack, world: GateWorld) => Promise<unknown>;

const SERVERS: readonly [string, string | null, Start | null][] = [
  ["nginx", njsMissing, startNginx],
  ["nginx without njs", nginxMissing, startAskingNginx],
  ["HAProxy", haproxyMissing, startHaproxy],
  ["Caddy", caddyMissing, serveCaddy],
  ["Apache", apacheMissing, null],
];

const whole = new AsyncDisposableStack();
let served: Served;
let tenantId: string;
let lintel: string;
let visitors: Visitors;
let around: (shown: string) => string;
beforeAll(async () => {
  const port = await anyPort();
  lintel = `http://localhost:${port}`;
  served = whole.use(await serveBuild({ PORT: String(port), PUBLIC_URL: lintel }));
  tenantId = (await served.service.tenant({ name: "Vineyard Ltd", plan: "scale" })).id;
  visitors = await openBrowser(whole);
  around = await startAround(whole);
}, 600_000);
afterAll(() => whole.disposeAsync());

/** From a gate's start page. */
const passCheck = async (page: Page): Promise<void> => {
  await page.waitForURL(/\/\.well-known\/lintel\/gat_\w+\/start\?/);
  await page.locator("form button").click();
  await page.getByRole("button", { name: /^Approve/ }).click();
  await page.getByRole("link", { name: /Vineyard/ }).click();
};

const startShopBehind = async (stack: AsyncDisposableStack, start: Start): Promise<Shop> => {
  const site = await startShop(stack);
  const world = await newGateWorld(stack, "browser", { publicUrl: lintel });
  const { siteId, secret } = await newGate(served.service, tenantId, {
    name: "Vineyard",
    origin: world.gate.origin,
  });
  const gate = { ...world.gate, siteId, secret };
  await start(stack, { ...world, gate, site: { ...world.site, port: site.port } });
  const ended = {
    ...{ name: gate.cookieName, value: cookieValue(gate, Math.floor(Date.now() / 1_000) - 60) },
    ...{ url: gate.origin, httpOnly: true, secure: true, sameSite: "Lax" as const },
  };
  return { gate, site, prove: passCheck, endProof: (context) => context.addCookies([ended]) };
};

/** Apache has a session of its own, and asks the provider's stand-in, which says yes at once. */
const startShopBehindApache = async (stack: AsyncDisposableStack): Promise<Shop> => {
  const site = await startShop(stack);
  const { gate } = await startApache(stack, undefined, site);
  const endProof = (context: BrowserContext) => context.clearCookies({ name: /^mod_auth_openidc_session/ });
  return { gate, site, prove: async () => undefined, endProof };
};

/** What a page's script hears of a socket: its first text, or that it does not open. */
const socketHeard = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(`wss://${location.host}/socket`);
        socket.onmessage = ({ data }) => resolve(String(data));
        socket.onerror = () => resolve("refused");
      }),
  );

/** Status and text of a file that a page's script asks for. */
const fetched = (page: Page, range?: string): Promise<[number, string]> =>
  page.evaluate(async (bytes) => {
    const answer = await fetch("/file.bin", bytes === undefined ? {} : { headers: { range: bytes } });
    return [answer.status, await answer.text()] as [number, string];
  }, range);

describe.each(SERVERS)("a shop behind %s, in Chromium", (_, whyNot, start) => {
  if (whyNot) console.warn(`skipped: ${whyNot}`);
  const stack = new AsyncDisposableStack();
  const isApache = start === null;
  let shop: Shop;
  beforeAll(async () => {
    if (!whyNot) shop = await (start === null ? startShopBehindApache(stack) : startShopBehind(stack, start));
  });
  afterAll(() => stack.disposeAsync());

  const visit = async (): Promise<{ context: BrowserContext; page: Page }> => {
    const context = await visitors.visitor();
    return { context, page: await context.newPage() };
  };
  const at = (path: string): string => shop.gate.origin + path;
  const enter = async (page: Page, path = "/cellar?shelf=2"): Promise<void> => {
    await page.goto(at(path));
    await shop.prove(page);
    await page.waitForURL(at(path));
  };
  const marker = (page: Page) => page.getByText(SHOP_MARKER);

  test.skipIf(whyNot)(
    "an address with # leads through the check to its very place, and nothing asks again",
    async () => {
      const { page, context } = await visit();
      const first = await page.goto(at("/cellar?shelf=2&note=a%20b#reviews"));
      if (!isApache) {
        expect(await first?.text()).not.toContain(SHOP_MARKER);
        await shop.prove(page);
      }
      await page.waitForURL(at("/cellar?shelf=2&note=a%20b#reviews"));
      await marker(page).waitFor();
      expect(await page.locator("#reviews:target").count()).toBe(1);
      await page.goto(at("/other"));
      await marker(page).waitFor();
      await context.close();
    },
  );

  test.skipIf(whyNot)(
    "a socket, a download and a part of it: nothing without proof, all with it",
    async () => {
      const { page, context } = await visit();
      await page.goto(at("/health"));
      expect(await socketHeard(page)).toBe("refused");
      expect(await fetched(page)).toEqual([401, expect.not.stringContaining(SHOP_MARKER)]);
      expect(await fetched(page, "bytes=100-199")).toEqual([401, expect.not.stringContaining(SHOP_MARKER)]);
      await enter(page);
      expect(await socketHeard(page)).toBe(SHOP_MARKER);
      expect(await fetched(page)).toEqual([200, SHOP_FILE.toString()]);
      expect(await fetched(page, "bytes=100-199")).toEqual([206, SHOP_FILE.subarray(100, 200).toString()]);
      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download" }).click();
      const parts: Buffer[] = [];
      for await (const part of await (await download).createReadStream()) parts.push(part as Buffer);
      expect(Buffer.concat(parts).equals(SHOP_FILE)).toBe(true);
      await context.close();
    },
  );

  test.skipIf(whyNot)(
    "a form: sent with proof; after its end a page that leads back, and what was typed is still there",
    async () => {
      const { page, context } = await visit();
      await enter(page);
      const order = async (): Promise<void> => page.getByRole("button", { name: "Order" }).click();
      await page.getByLabel("Bottles").fill("3");
      await order();
      await page.getByRole("heading", { name: "Thanks" }).waitFor();
      await page.goto(at("/cellar?shelf=2"));
      await page.getByLabel("Bottles").fill("12");
      await shop.endProof(context);
      await order();
      await page.getByText("Nothing was sent").waitFor();
      expect(await marker(page).count()).toBe(0);
      const opened = context.waitForEvent("page");
      await page.getByRole("link", { name: "Prove your age in a new tab" }).click();
      const tab = await opened;
      await shop.prove(tab);
      await tab.waitForURL(at("/cellar?shelf=2"));
      await page.goBack();
      expect(await page.getByLabel("Bottles").inputValue()).toBe("12");
      await order();
      await page.getByRole("heading", { name: "Thanks" }).waitFor();
      expect(shop.site.orders.slice(-2)).toEqual(["bottles=3", "bottles=12"]);
      await context.close();
    },
  );

  test.skipIf(whyNot)(
    "ten tabs: each waits for itself, and one proof is enough for all of them",
    async () => {
      const { page, context } = await visit();
      if (isApache) await page.goto(at("/health"));
      const tabs = await Promise.all(Array.from({ length: 10 }, () => context.newPage()));
      for (const [i, tab] of tabs.entries()) await tab.goto(at(`/page-${i}`));
      const [one, two, ...others] = tabs;
      if (!one || !two) throw new Error("ten tabs are more than two");
      if (!isApache) {
        for (const tab of [one, two]) await tab.locator("form button").click();
        for (const tab of [two, one]) {
          await tab.getByRole("button", { name: /^Approve/ }).click();
          await tab.getByRole("link", { name: /Vineyard/ }).click();
        }
      }
      await two.waitForURL(at("/page-1"));
      await one.waitForURL(at("/page-0"));
      for (const [i, tab] of others.entries()) {
        await tab.reload();
        await tab.waitForURL(at(`/page-${i + 2}`));
        await marker(tab).waitFor();
      }
      await context.close();
    },
  );

  test.skipIf(whyNot || !isApache)("a frame of another site gets nothing before the provider", async () => {
    const { page, context } = await visit();
    const answered = page.waitForResponse((response) => response.url() === at("/cellar?shelf=2"));
    await page.goto(around(at("/cellar?shelf=2")));
    // What a frame may show there, the provider's own page decides.
    expect((await answered).status()).toBe(302);
    await context.close();
  });

  test.skipIf(whyNot || isApache)(
    "a frame of another site shows nothing of the shop, with proof or without, and a way to a window",
    async () => {
      const { page, context } = await visit();
      const frame = page.frameLocator("iframe");
      const openAlone = async (): Promise<Page> => {
        await frame.getByText("cannot be proved inside another page").waitFor();
        expect(await frame.locator("form, button, script").count()).toBe(0);
        expect(await frame.getByText(SHOP_MARKER).count()).toBe(0);
        const opened = context.waitForEvent("page");
        await frame.getByRole("link", { name: /in a new window$/ }).click();
        return opened;
      };
      await page.goto(around(at("/cellar?shelf=2")));
      const first = await openAlone();
      await shop.prove(first);
      await first.waitForURL(at("/cellar?shelf=2"));
      await page.reload();
      const second = await openAlone();
      await second.waitForURL(at("/cellar?shelf=2"));
      await marker(second).waitFor();
      await context.close();
    },
  );
});
