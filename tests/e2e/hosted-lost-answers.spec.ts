import type { Page } from "@playwright/test";
import { test as base, expect, sample } from "./support/fixtures.ts";
import { hostedPage } from "./support/hosted-page.ts";
import { type LossyProxy, startLossyProxy } from "./support/lossy-proxy.ts";

// An answer that is lost on its way is no lost photo: the page asks the server, and says only what is so.

const test = base.extend<{ lossy: LossyProxy; behind: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  lossy: async ({}, use) => {
    const lossy = await startLossyProxy();
    await use(lossy);
    await lossy.close();
  },
  /** A page behind the proxy; browsers go around proxies to their own machine, unless told. */
  behind: async ({ browser, lossy }, use) => {
    const proxy = { server: lossy.server, bypass: "<-loopback>" };
    const context = await browser.newContext({ proxy, locale: "en-GB" });
    await use(await context.newPage());
    await context.close();
  },
});

// A photo is read for seconds, and on a busy machine for many: the page says so, and these tests wait for it.
test.describe.configure({ timeout: 120_000 });
const FOUND = { timeout: 60_000 };

const left = (page: Page, words: string) => page.getByText(words);
const noWordOfLoss = async (page: Page): Promise<void> => {
  await expect(page.getByRole("heading", { name: "The connection was lost" })).toHaveCount(0);
  await expect(page.getByText("does not count as an attempt")).toHaveCount(0);
};

for (const loss of ["cut", "swallowed", "replaced"] as const) {
  test(`a photo whose answer is ${loss}: the page shows what was found, and one attempt is used`, async ({
    behind: page,
    backend,
    lossy,
  }) => {
    await page.goto((await backend.start()).sessionUrl);
    lossy.spoil(loss);
    await hostedPage(page).send(sample("blurred"));
    await expect(left(page, "You can try 2 more times.")).toBeVisible(FOUND);
    await noWordOfLoss(page);
  });

  test(`an approval whose answer is ${loss} is shown`, async ({ behind: page, backend, lossy }) => {
    await page.goto((await backend.start()).sessionUrl);
    lossy.spoil(loss);
    await hostedPage(page).send(sample("adult"));
    const approved = page.getByRole("heading", { name: "You have shown that you are 18 or over" });
    await expect(approved).toBeVisible(FOUND);
  });

  test(`a file that cannot be opened, whose answer is ${loss}, is refused without an attempt`, async ({
    behind: page,
    backend,
    lossy,
  }) => {
    await page.goto((await backend.start()).sessionUrl);
    lossy.spoil(loss);
    const notes = { name: "notes.jpg", mimeType: "image/jpeg", buffer: Buffer.from("hello") };
    await hostedPage(page).send(notes);
    await expect(page.getByRole("heading", { name: "We could not open this file" })).toBeVisible();
    await expect(left(page, "You can try 3 more times.")).toBeVisible(FOUND);
  });

  test(`an outcome of a test whose answer is ${loss} uses one attempt`, async ({
    behind: page,
    testBackend,
    lossy,
  }) => {
    await page.goto((await testBackend.start()).sessionUrl);
    await expect(page.getByRole("button", { name: /Poor document/ })).toBeEnabled();
    await page.waitForLoadState("networkidle");
    lossy.spoil(loss);
    await page.getByRole("button", { name: /Poor document/ }).click();
    await expect(left(page, "You can try 2 more times.")).toBeVisible(FOUND);
    await noWordOfLoss(page);
  });
}

test("a connection that is cut once, and on which the browser sends again by itself, costs one attempt", async ({
  behind: page,
  backend,
  lossy,
}) => {
  await page.goto((await backend.start()).sessionUrl);
  lossy.spoil("cut", 1);
  await hostedPage(page).send(sample("blurred"));
  await expect(left(page, "You can try 2 more times.")).toBeVisible(FOUND);
  await noWordOfLoss(page);
});

test("a photo that does not arrive: nothing says that it did, waiting can be stopped, and sent again it counts once", async ({
  behind: page,
  backend,
  lossy,
}) => {
  await page.goto((await backend.start()).sessionUrl);
  lossy.spoil("stalled");
  await hostedPage(page).send(sample("blurred"));
  await expect(page.getByText("Sending …")).toBeVisible();
  await page.getByRole("button", { name: "Stop waiting" }).click({ timeout: 20_000 });
  await expect(page.getByRole("heading", { name: "You stopped waiting" })).toBeFocused();
  await expect(page.getByText("It has arrived")).toHaveCount(0);
  expect(lossy.arrived()).toBe(0);
  lossy.heal();
  await page.getByRole("button", { name: "Check my age" }).click();
  await expect(left(page, "You can try 2 more times.")).toBeVisible(FOUND);
});

test("while the server cannot be asked, the page says that it does not know, and finds out later", async ({
  behind: page,
  backend,
  lossy,
}) => {
  await page.goto((await backend.start()).sessionUrl);
  lossy.spoil("cut");
  await page.route("**/state*", (route) => route.abort());
  await hostedPage(page).send(sample("blurred"));
  await expect(page.getByText("We do not know yet whether it arrived.")).toBeVisible();
  await page.unroute("**/state*");
  await expect(left(page, "You can try 2 more times.")).toBeVisible(FOUND);
});

test("a captive portal that answers everything with its page is not taken for the server", async ({
  page,
  backend,
}) => {
  const { sessionUrl } = await backend.start();
  await page.goto(sessionUrl);
  const portal = { status: 200, contentType: "text/html", body: "<h1>Accept the terms</h1>" };
  await page.route(/\/v\/[^/]+\/(document|state)/, (route) => route.fulfill(portal));
  await hostedPage(page).send(sample("blurred"));
  await expect(page.getByText("We do not know yet whether it arrived.")).toBeVisible();
  await page.unroute(/\/v\/[^/]+\/(document|state)/);
  await expect(page.getByRole("heading", { name: "The connection was lost" })).toBeVisible();
  await page.getByRole("button", { name: "Check my age" }).click();
  await expect(left(page, "You can try 2 more times.")).toBeVisible(FOUND);
});

test("offline, a link keeps the person on the page", async ({ page, context, backend }) => {
  await page.goto((await backend.start()).sessionUrl);
  await hostedPage(page).choose(sample("adult"));
  await context.setOffline(true);
  await expect(page.getByText("You are offline. This page continues")).toBeVisible();
  const away = page.getByRole("link", { name: "I don’t want to do this" });
  await away.click();
  await expect(page.getByText("You are offline. This page continues")).toBeVisible();
  await expect(page.getByRole("button", { name: "Check my age" })).toBeVisible();
  await context.setOffline(false);
  await away.click();
  await expect(page.getByRole("heading", { name: "Do you want to stop?" })).toBeFocused();
});
