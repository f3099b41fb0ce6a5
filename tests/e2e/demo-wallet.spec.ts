import type { Page } from "@playwright/test";
import { z } from "zod";
import { verifyWebhook } from "../../sdk/typescript/src/webhooks.ts";
import { startReceiver, type TlsReceiver } from "../support/webhooks/tls-receiver.ts";
import { violations } from "./support/axe.ts";
import { test as base, callApi, expect } from "./support/console.ts";
import { openReceiver, type Receiver } from "./support/receiver.ts";
import { type Backend, backendOf } from "./support/service.ts";

// A newcomer's way: a test key, the hosted page, the demo wallet, and back; what the tenant hears of it.

const { E2E_RECEIVER: certificate = "" } = process.env;

const OVER = "You have shown that you are 18 or over";
const UNDER = "The check shows an age under 18";

type Hooks = { receiver: TlsReceiver; secret: string; backend: Backend };
type World = { shop: Receiver; testBackend: Backend; hooks: Hooks };

const test = base.extend<World>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  shop: async ({}, use) => {
    const shop = await openReceiver();
    await use(shop);
    await shop.close();
  },
  testBackend: async ({ demo }, use) => use(backendOf(demo.baseUrl, demo.tenant.testKey)),
  /** A tenant of one's own with a test key, whose webhooks go to a real receiver with TLS. */
  hooks: async ({ page, demo, tenant }, use) => {
    const receiver = await startReceiver({ kind: "tls", certificate: JSON.parse(certificate) });
    const url = receiver.url("/hook", "localhost");
    const endpoint = await callApi(page, tenant.id, "webhooks.createEndpoint", { url });
    const key = await callApi(page, tenant.id, "keys.create", { mode: "test", name: "Browser test" });
    const { secret } = z.object({ secret: z.string() }).parse(endpoint);
    const { value } = z.object({ value: z.string() }).parse(key);
    await use({ receiver, secret, backend: backendOf(demo.baseUrl, value) });
    await receiver.close();
  },
});
test.skip(certificate === "", "the service that E2E_DEMO names does not know the receiver's authority");

const outcome = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const wayOf = (page: Page, app: string, button: string) =>
  page.getByRole("group", { name: app }).getByRole("button", { name: button });
const openWallet = (page: Page) => page.getByRole("link", { name: "Answer with the demo wallet" }).click();

/** Back to the shop, without waiting until the page leaves by itself. */
const goOn = async (page: Page): Promise<void> => {
  await page.getByRole("link", { name: /^Continue to Shop/ }).click();
  await page.waitForURL(/\/back\?/);
};

const EU = "EU age verification app";
const OTHER = "Another wallet app";
const LINK = "Open an app on this device";
const CODE = "Show a code for my phone";

/** From the page that a test key leads to, by its wallet panel, to the demo wallet's question. */
const goToWallet = async (page: Page, sessionUrl: string, app = EU): Promise<void> => {
  await page.goto(sessionUrl);
  await page.getByRole("link", { name: "Try a wallet with a test credential" }).click();
  await wayOf(page, app, LINK).click();
  await openWallet(page);
  await expect(outcome(page, "asks whether you are over 18")).toBeVisible();
};

const expectWebhook = async ({ receiver, secret }: Hooks, order: string): Promise<void> => {
  await expect.poll(() => receiver.requests.length).toBe(1);
  const [request] = receiver.requests;
  const body = request?.body ?? Buffer.alloc(0);
  const signature = String(request?.headers["x-service-signature"]);
  expect(await verifyWebhook(body, signature, secret)).toMatchObject({ ok: true });
  expect(JSON.parse(body.toString())).toMatchObject({
    event: "verification.completed",
    verification: { status: "verified", document_type: "eu.europa.ec.av.1" },
    metadata: { order },
  });
};

test("Ada shares by the link: the shop gets token and webhook", async ({ page, shop, hooks }) => {
  const { verificationId, sessionUrl } = await hooks.backend.start({
    callback_url: shop.url,
    metadata: { order: "A-1" },
  });
  await goToWallet(page, sessionUrl);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(outcome(page, OVER)).toBeVisible();
  await goOn(page);
  const token = shop.visits[0]?.get("token") ?? "";
  expect(await hooks.backend.validate(token)).toMatchObject({ valid: true, over18: true, verificationId });
  await expectWebhook(hooks, "A-1");
});

test("Ada shares by the code: the page goes on by itself, and the shop gets token and webhook", async ({
  page,
  context,
  shop,
  hooks,
}) => {
  const { verificationId, sessionUrl } = await hooks.backend.start({
    callback_url: shop.url,
    metadata: { order: "A-2" },
  });
  await page.goto(`${sessionUrl}?method=wallet`);
  await wayOf(page, EU, CODE).click();
  await expect(page.getByRole("img", { name: "QR code for your wallet app" })).toBeVisible();
  // A phone has another browser; here it is another window of the wallet, into which the link is pasted.
  const link = page.getByRole("link", { name: "Answer with the demo wallet" });
  const wallet = new URL((await link.getAttribute("href")) ?? "");
  const phone = await context.newPage();
  await phone.goto(wallet.origin);
  await phone.getByLabel("Link of a request").fill(wallet.searchParams.get("request") ?? "");
  await phone.getByRole("button", { name: "Open the request" }).click();
  await phone.getByRole("button", { name: "Share" }).click();
  await expect(outcome(phone, "Shared")).toBeVisible();
  await expect(outcome(page, OVER)).toBeVisible();
  await goOn(page);
  const token = shop.visits[0]?.get("token") ?? "";
  expect(await hooks.backend.validate(token)).toMatchObject({ valid: true, over18: true, verificationId });
  await expectWebhook(hooks, "A-2");
});

test("Ben shares and is refused, with a word about why and without a token", async ({
  page,
  shop,
  testBackend,
}) => {
  const { verificationId, sessionUrl } = await testBackend.start({ callback_url: shop.url });
  await goToWallet(page, sessionUrl);
  await page.getByRole("radio", { name: /Ben/ }).check();
  await page.getByRole("button", { name: "Share" }).click();
  await expect(outcome(page, UNDER)).toBeVisible();
  expect(await testBackend.status(verificationId)).toMatchObject({
    status: "completed",
    result: { verified: false },
  });
});

test("a signed request names its signer, and is answered with a driving licence", async ({
  page,
  testBackend,
}) => {
  const { verificationId, sessionUrl } = await testBackend.start();
  await goToWallet(page, sessionUrl, OTHER);
  await expect(page.getByText("Signed by Lintel on this machine")).toBeVisible();
  await page.getByRole("radio", { name: "Driving licence" }).check();
  await page.getByRole("button", { name: "Share" }).click();
  await expect(outcome(page, OVER)).toBeVisible();
  expect(await testBackend.status(verificationId)).toMatchObject({ result: { verified: true } });
});

test("who declines is led back and asked again, or chooses another way", async ({ page, testBackend }) => {
  const { verificationId, sessionUrl } = await testBackend.start();
  await goToWallet(page, sessionUrl);
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(page.getByRole("heading", { name: "The wallet was closed" })).toBeVisible();
  expect((await testBackend.status(verificationId)).status).toBe("in_progress");
  await wayOf(page, EU, LINK).click();
  await openWallet(page);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(outcome(page, OVER)).toBeVisible();
});

test.describe("on a phone, in light and dark", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("axe finds nothing on the demo wallet's pages, and nothing scrolls sideways", async ({
    page,
    demo,
    testBackend,
  }) => {
    const check = async (): Promise<void> => {
      expect(await violations(page)).toEqual([]);
      const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
      expect(await page.evaluate(isWide)).toBe(false);
    };
    await page.goto(demo.demoWallet ?? "");
    await check();
    await page.goto(`${demo.demoWallet}/?request=nonsense`);
    await check();
    const { sessionUrl } = await testBackend.start();
    await goToWallet(page, sessionUrl, OTHER);
    await check();
    await page.getByRole("button", { name: "Decline" }).click();
    await check();
  });
});
