import { test as base, expect, type FrameLocator, type Page } from "@playwright/test";
import { newTenant, signIn } from "./support/console.ts";
import { sample } from "./support/fixtures.ts";
import { type Backend, backendOf, chooseReturn, type Demo, readDemo } from "./support/service.ts";
import { openShopSite, type ShopSite } from "./support/shop-site.ts";

type Sites = {
  shop: ShopSite;
  stranger: ShopSite;
  backend: Backend;
  choose: (returnWith: "token" | "code") => Promise<void>;
};

/** A tenant whose console names the shop's host, and a site that it does not name. */
const test = base.extend<object, { demo: Demo; sites: Sites }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  demo: [async ({}, use) => use(readDemo()), { scope: "worker" }],
  sites: [
    async ({ demo, browser }, use) => {
      const [shop, stranger] = await Promise.all([
        openShopSite(demo.baseUrl, "localhost"),
        openShopSite(demo.baseUrl, "127.0.0.1"),
      ]);
      const tenant = await newTenant(demo, "Corner Shop");
      const page = await browser.newPage({ baseURL: demo.baseUrl, locale: "en-GB" });
      await signIn(page, "Ada");
      await page.goto(`/console/${tenant.id}/settings`);
      await page.getByLabel("Allowed hosts").fill(shop.host);
      const saved = page.waitForResponse((response) => response.url().includes("settings.update"));
      await page
        .locator("section, form")
        .filter({ has: page.getByLabel("Allowed hosts") })
        .getByRole("button", { name: /^Save/ })
        .last()
        .click();
      expect((await saved).ok()).toBe(true);
      await page.close();
      const backend = backendOf(demo.baseUrl, tenant.liveKey);
      const choose: Sites["choose"] = (returnWith) => chooseReturn(demo, tenant.id, returnWith);
      await use({ shop, stranger, backend, choose });
      await Promise.all([shop.close(), stranger.close()]);
    },
    { scope: "worker" },
  ],
  baseURL: async ({ demo }, use) => use(demo.baseUrl),
});

const visit = (page: Page, site: ShopSite, mode: string, url: string) =>
  page.goto(`${site.origin}/?mode=${mode}&url=${encodeURIComponent(url)}`);

const openPopup = async (page: Page, site: ShopSite, url: string): Promise<Page> => {
  await visit(page, site, "popup", url);
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Check my age" }).click();
  return opened;
};

const told = async (page: Page): Promise<string[]> =>
  ((await page.locator("#told").textContent()) ?? "").split("\n").filter(Boolean);

const sendPhoto = async (page: Page | FrameLocator): Promise<void> => {
  await page.getByRole("button", { name: "Choose a photo" }).waitFor();
  await page.locator("form[enctype] input[type=file]").setInputFiles(sample("adult"));
  await page.getByRole("button", { name: "Check my age" }).click();
};

const send = async (page: Page | FrameLocator): Promise<void> => {
  await sendPhoto(page);
};

/** Presses the button that leads back, which closes the pop-up. */
const goBack = async (popup: Page): Promise<void> => {
  const closed = popup.waitForEvent("close");
  // The window may be gone before the click has been reported as done.
  await popup
    .getByRole("button", { name: "Continue to Corner Shop" })
    .click()
    .catch((error: unknown) => {
      if (!popup.isClosed()) throw error;
    });
  await closed;
};

test("in a frame: approved, told once, closed by the page's own button, and the backend knows by itself", async ({
  page,
  sites: { shop, backend },
}) => {
  const { verificationId, sessionUrl } = await backend.start({ callback_url: `${shop.origin}/back` });
  await visit(page, shop, "frame", sessionUrl);
  await page.getByRole("button", { name: "Check my age" }).click();
  const dialog = page.getByRole("dialog", { name: "Age check" });
  await expect(dialog).toBeVisible();
  const frame = dialog.frameLocator("iframe");
  await send(frame);
  await expect(frame.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeVisible();
  const result = JSON.stringify({ result: { verificationId, status: "completed" } });
  await expect.poll(() => told(page)).toEqual([result]);
  await frame.getByRole("button", { name: "Continue to Corner Shop" }).click();
  await expect(dialog).toBeHidden();
  const closed = JSON.stringify({ closed: { verificationId, status: "completed", reason: "finished" } });
  expect(await told(page)).toEqual([result, closed]);
  expect(page.url()).toContain(shop.origin);
  await expect(page.getByRole("button", { name: "Check my age" })).toBeFocused();
  expect(await backend.status(verificationId)).toMatchObject({ result: { verified: true } });
});

test("in a frame: Escape, inside and outside, and the button in the corner end it as cancelled", async ({
  page,
  sites: { shop, backend },
}) => {
  const { verificationId, sessionUrl } = await backend.start();
  await visit(page, shop, "frame", sessionUrl);
  const dialog = page.getByRole("dialog", { name: "Age check" });
  const ways = [
    () => dialog.getByRole("button", { name: "Close" }).press("Escape"),
    () => dialog.getByRole("button", { name: "Close" }).click(),
    () => dialog.frameLocator("iframe").getByRole("button", { name: "Choose a photo" }).press("Escape"),
  ];
  for (const [index, way] of ways.entries()) {
    await page.getByRole("button", { name: "Check my age" }).click();
    await dialog.frameLocator("iframe").getByRole("button", { name: "Choose a photo" }).waitFor();
    await way();
    await expect(dialog).toHaveCount(0);
    await expect.poll(async () => (await told(page)).length).toBe(index + 1);
  }
  expect((await told(page)).at(-1)).toBe(
    JSON.stringify({ closed: { verificationId, status: "in_progress", reason: "cancelled" } }),
  );
  expect((await backend.status(verificationId)).status).toBe("in_progress");
});

test("in a pop-up: told, and closed by its own button", async ({ page, sites: { shop, backend } }) => {
  const { verificationId, sessionUrl } = await backend.start({ callback_url: `${shop.origin}/back` });
  const popup = await openPopup(page, shop, sessionUrl);
  await send(popup);
  await goBack(popup);
  await expect
    .poll(() => told(page))
    .toEqual([
      JSON.stringify({ result: { verificationId, status: "completed" } }),
      JSON.stringify({ closed: { verificationId, status: "completed", reason: "finished" } }),
    ]);
});

test("a press that comes before the page's scripts does not lose who opened the pop-up", async ({
  page,
  context,
  sites: { shop, backend },
}) => {
  const { verificationId, sessionUrl } = await backend.start({ callback_url: `${shop.origin}/back` });
  await context.route(/\/_next\/.*\.js$/, (route) => route.abort());
  const popup = await openPopup(page, shop, sessionUrl);
  await popup.getByRole("link", { name: "I don’t want to do this" }).click();
  await popup.waitForURL(/cancel=1/);
  expect(new URL(popup.url()).hash).toBe("");
  expect(await told(page)).toEqual([]);
  await context.unroute(/\/_next\/.*\.js$/);
  await popup.reload();
  await popup.getByRole("link", { name: "No, continue" }).click();
  await sendPhoto(popup);
  await goBack(popup);
  await expect
    .poll(() => told(page))
    .toContain(JSON.stringify({ closed: { verificationId, status: "completed", reason: "finished" } }));
});

test("a pop-up that the person closes is cancelled", async ({ page, sites: { shop, backend } }) => {
  const { verificationId, sessionUrl } = await backend.start();
  const popup = await openPopup(page, shop, sessionUrl);
  // By then the page has been opened and has said so.
  await expect.poll(async () => (await backend.status(verificationId)).status).toBe("in_progress");
  await popup.close();
  await expect
    .poll(() => told(page))
    .toEqual([JSON.stringify({ closed: { verificationId, status: "in_progress", reason: "cancelled" } })]);
});

for (const [returnWith, brought] of [
  ["token", /\/back\?.*token=eyJ/],
  ["code", /\/back\?(?!.*token).*code=vrc_/],
] as const)
  test(`a blocked pop-up becomes the tab itself, which comes back by callback_url with a ${returnWith}`, async ({
    page,
    sites: { shop, backend, choose },
  }) => {
    await choose(returnWith);
    await page.addInitScript(() => {
      window.open = () => null;
    });
    const { sessionUrl } = await backend.start({ callback_url: `${shop.origin}/back` });
    await visit(page, shop, "popup", sessionUrl);
    await page.getByRole("button", { name: "Check my age" }).click();
    await page.waitForURL(sessionUrl);
    await send(page);
    await page.waitForURL(brought);
  });

test("a tenant with codes: the pop-up still tells id and status only, and closes by its own button", async ({
  page,
  sites: { shop, backend, choose },
}) => {
  await choose("code");
  const { verificationId, sessionUrl } = await backend.start({ callback_url: `${shop.origin}/back` });
  const popup = await openPopup(page, shop, sessionUrl);
  await send(popup);
  await goBack(popup);
  await expect
    .poll(() => told(page))
    .toEqual([
      JSON.stringify({ result: { verificationId, status: "completed" } }),
      JSON.stringify({ closed: { verificationId, status: "completed", reason: "finished" } }),
    ]);
});

test("a foreign site cannot frame the page: the browser refuses, and the tab is used in the end", async ({
  page,
  sites: { stranger, backend },
}) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/frame-ancestors/.test(message.text())) refused.push(message.text());
  });
  const { sessionUrl } = await backend.start();
  await visit(page, stranger, "frame", sessionUrl);
  await page.getByRole("button", { name: "Check my age" }).click();
  await expect.poll(() => refused.length).toBeGreaterThan(0);
  await expect(page.frameLocator("iframe").getByText("Corner Shop")).toHaveCount(0);
  await page.waitForURL(sessionUrl, { timeout: 20_000 });
});

test("a foreign site's pop-up is told nothing", async ({ page, sites: { stranger, backend } }) => {
  const { verificationId, sessionUrl } = await backend.start();
  await visit(page, stranger, "popup", sessionUrl);
  await page.evaluate(() => {
    window.addEventListener("message", (event) => {
      document.title = `heard ${JSON.stringify(event.data)}`;
    });
  });
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Check my age" }).click();
  const popup = await opened;
  await send(popup);
  await expect(popup.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeVisible();
  await popup.close();
  await expect
    .poll(() => told(page))
    .toEqual([JSON.stringify({ closed: { verificationId: null, status: null, reason: "cancelled" } })]);
  expect(await page.title()).toBe("Shop");
  expect((await backend.status(verificationId)).status).toBe("completed");
});

test("messages that somebody else posts are ignored", async ({ page, sites: { shop, backend } }) => {
  const { sessionUrl } = await backend.start();
  await visit(page, shop, "frame", sessionUrl);
  await page.getByRole("button", { name: "Check my age" }).click();
  const dialog = page.getByRole("dialog", { name: "Age check" });
  await dialog.frameLocator("iframe").getByRole("button", { name: "Choose a photo" }).waitFor();
  await page.evaluate(async () => {
    const forged = { lintel: 1, type: "close", verificationId: "ver_forged", status: "completed" };
    // From the page itself, from a frame of its own origin, and with the right origin but the wrong window.
    window.postMessage(forged, "*");
    const other = document.createElement("iframe");
    document.body.append(other);
    other.contentWindow?.parent.postMessage(forged, "*");
    const origin = new URL(document.querySelector<HTMLIFrameElement>("dialog iframe")?.src ?? "").origin;
    window.dispatchEvent(new MessageEvent("message", { data: forged, origin, source: window }));
    // All of them have been delivered when this one has.
    await new Promise<void>((done) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => done();
      channel.port2.postMessage(null);
    });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
  await expect(dialog).toBeVisible();
  expect(await told(page)).toEqual([]);
});
