import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { answerLink, type Protocol, virtualWallet } from "./support/wallet.ts";

const OVER = "You have shown that you are 18 or over";
const UNDER = "The check shows an age under 18";
const BUTTON = "Continue with a wallet";

const openWallet = (page: Page, sessionUrl: string) => page.goto(`${sessionUrl}?method=wallet`);
const linkFor = (page: Page, name: string) => page.getByRole("link", { name });
/** The ways to one kind of wallet; the service under test has a key to sign requests with, so both kinds are offered. */
const ways = (page: Page) => page.getByRole("group", { name: "EU age verification app" });
const showCode = (page: Page) => ways(page).getByRole("button", { name: "Show a code for my phone" });
const openApp = (page: Page) => ways(page).getByRole("button", { name: "Open an app on this device" });
const outcome = (page: Page, name: string) => page.getByRole("heading", { name });

/** The request in the link to the demo wallet: what a phone's camera would read from the code. */
const requestOn = async (page: Page): Promise<string> => {
  const href = await linkFor(page, "Answer with the demo wallet").getAttribute("href");
  return new URL(href ?? "").searchParams.get("request") ?? "";
};

for (const protocol of ["openid4vp-v1-unsigned", "org-iso-mdoc"] as const satisfies Protocol[]) {
  for (const [age, heading] of [
    [30, OVER],
    [15, UNDER],
  ] as const) {
    test(`a wallet of the browser answers by ${protocol}, for somebody of ${age}`, async ({
      page,
      demo,
      testBackend,
    }) => {
      const { verificationId, sessionUrl } = await testBackend.start();
      const wallet = await virtualWallet(page);
      await wallet.respond({ protocol, origin: new URL(demo.baseUrl).origin, age });
      await openWallet(page, sessionUrl);
      await page.getByRole("button", { name: BUTTON }).click();
      await expect(outcome(page, heading)).toBeVisible();
      expect(await testBackend.status(verificationId)).toMatchObject({
        status: "completed",
        result: { verified: age >= 18 },
      });
    });
  }

  for (const docType of ["org.iso.23220.photoid.1", "com.google.wallet.idcard.1"]) {
    test(`a wallet of the browser answers by ${protocol} with ${docType}`, async ({
      page,
      demo,
      testBackend,
    }) => {
      test.skip(process.env.E2E_RECEIVER === undefined, "a deployment of one's own may not ask for these");
      const { verificationId, sessionUrl } = await testBackend.start();
      const wallet = await virtualWallet(page);
      await wallet.respond({ protocol, origin: new URL(demo.baseUrl).origin, age: 30, docType });
      await openWallet(page, sessionUrl);
      await page.getByRole("button", { name: BUTTON }).click();
      await expect(outcome(page, OVER)).toBeVisible();
      expect(await testBackend.status(verificationId)).toMatchObject({ status: "completed" });
    });
  }

  test(`an answer by ${protocol} that was made for another site is refused`, async ({
    page,
    testBackend,
  }) => {
    const { verificationId, sessionUrl } = await testBackend.start();
    const wallet = await virtualWallet(page);
    await wallet.respond({ protocol, origin: "https://attacker.example", age: 30 });
    await openWallet(page, sessionUrl);
    await page.getByRole("button", { name: BUTTON }).click();
    await expect(outcome(page, "The wallet’s answer could not be used")).toBeFocused();
    await expect(showCode(page)).toBeVisible();
    expect((await testBackend.status(verificationId)).status).toBe("in_progress");
  });
}

test("who declines is led on to the link and the code, and may ask the wallet again", async ({
  page,
  demo,
  testBackend,
}) => {
  const { sessionUrl } = await testBackend.start();
  const wallet = await virtualWallet(page);
  await wallet.decline();
  await openWallet(page, sessionUrl);
  await page.getByRole("button", { name: BUTTON }).click();
  await expect(outcome(page, "The wallet was closed")).toBeFocused();
  await expect(openApp(page)).toBeVisible();
  await expect(showCode(page)).toBeVisible();
  const protocol = "org-iso-mdoc";
  await wallet.respond({ protocol, origin: new URL(demo.baseUrl).origin, age: 30 });
  await page.reload();
  await page.getByRole("button", { name: BUTTON }).click();
  await expect(outcome(page, OVER)).toBeVisible();
});

test("a browser that reaches no wallet says so and leads to the other ways", async ({
  page,
  testBackend,
}) => {
  const { sessionUrl } = await testBackend.start();
  await page.addInitScript(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException("no wallet", "NetworkError"));
  });
  await openWallet(page, sessionUrl);
  await page.getByRole("button", { name: BUTTON }).click();
  await expect(outcome(page, "This browser could not reach a wallet")).toBeFocused();
  await expect(showCode(page)).toBeVisible();
});

test("a browser without the interface offers the link and the code alone", async ({ page, testBackend }) => {
  const { sessionUrl } = await testBackend.start();
  await page.addInitScript(() => Reflect.deleteProperty(window, "DigitalCredential"));
  await openWallet(page, sessionUrl);
  await expect(showCode(page)).toBeVisible();
  await expect(page.getByRole("button", { name: BUTTON })).toHaveCount(0);
});

test("a code is scanned by a phone, and the page goes on by itself", async ({ page, demo, testBackend }) => {
  const { sessionUrl } = await testBackend.start();
  await openWallet(page, sessionUrl);
  await showCode(page).click();
  await expect(page.getByRole("img", { name: "QR code for your wallet app" })).toBeVisible();
  expect(await answerLink(await requestOn(page), demo.baseUrl, 30)).toBeNull();
  await expect(outcome(page, OVER)).toBeVisible();
});

test("a link brings the browser back; another browser is told to go on in the first", async ({
  page,
  browser,
  demo,
  testBackend,
}) => {
  const { verificationId, sessionUrl } = await testBackend.start();
  await openWallet(page, sessionUrl);
  await openApp(page).click();
  await expect(linkFor(page, "Open the app")).toHaveAttribute("href", /^av:\/\/\?/);
  const back = (await answerLink(await requestOn(page), demo.baseUrl, 30)) ?? "";
  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await elsewhere.goto(back);
  await expect(outcome(elsewhere, "Continue where you started")).toBeVisible();
  expect((await testBackend.status(verificationId)).status).toBe("in_progress");
  await other.close();
  await page.goto(back);
  await expect(outcome(page, OVER)).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("link and code work by forms, and a reload shows the outcome", async ({ page, demo, testBackend }) => {
    const { sessionUrl } = await testBackend.start();
    await openWallet(page, sessionUrl);
    await openApp(page).click();
    await expect(linkFor(page, "Open the app")).toBeVisible();
    await showCode(page).click();
    await expect(page.getByRole("img", { name: "QR code for your wallet app" })).toBeVisible();
    await answerLink(await requestOn(page), demo.baseUrl, 15);
    await linkFor(page, "Without JavaScript: check whether the answer has arrived").click();
    await expect(outcome(page, UNDER)).toBeVisible();
  });
});

test("a test key's page leads from the sandbox to the wallet and back", async ({ page, testBackend }) => {
  const { sessionUrl } = await testBackend.start();
  await page.goto(sessionUrl);
  await linkFor(page, "Try a wallet with a test credential").click();
  await expect(page.getByRole("heading", { name: "Use a wallet on your phone" })).toBeVisible();
  await linkFor(page, "Choose another way").click();
  await expect(page.getByRole("button", { name: /^Approve/ })).toBeVisible();
});
