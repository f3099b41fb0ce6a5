import type { Locator, Page } from "@playwright/test";
import { expect, sample, test } from "./support/fixtures.ts";
import { hostedPage } from "./support/hosted-page.ts";
import { stepsOf } from "./support/reading.ts";
import { type Backend, backendOf, type Demo, newOperatorTenant } from "./support/service.ts";

const backendWith = async (demo: Demo, settings: object): Promise<Backend> => {
  const { id, apiKey } = await newOperatorTenant(demo, "Corner Shop");
  const response = await fetch(`${demo.baseUrl}/admin/tenants/${id}`, {
    method: "PATCH",
    headers: { "x-admin-key": demo.adminKey, "content-type": "application/json" },
    body: JSON.stringify(settings),
  });
  expect(response.status, await response.text()).toBe(200);
  return backendOf(demo.baseUrl, apiKey);
};

test("each step has its own title, one h1 and the focus on it", async ({ page, demo }) => {
  test.slow();
  const backend = await backendWith(demo, { methods: ["document", "voucher"] });
  const { sessionUrl } = await backend.start();
  const { arrive } = stepsOf(page);
  await page.goto(sessionUrl);
  await arrive("first screen with a choice", "Corner Shop asks you to prove that you are 18 or over");
  await page.getByRole("link", { name: /Photo of a document/ }).click();
  await arrive("form", "Photograph your document");
  await page.getByRole("button", { name: "Take a photo" }).click();
  await arrive("camera", "Before the camera opens");
  await page.getByRole("button", { name: "Close the camera" }).click();
  await expect(page).toHaveTitle("Photograph your document – age check of Corner Shop");
  await hostedPage(page).send(sample("blurred"));
  await arrive("problem", "The photo is blurred");
  await page.getByRole("link", { name: "I don’t want to do this" }).click();
  await arrive("stop", "Do you want to stop?");
  await page.getByRole("link", { name: "No, continue" }).click();
  await page.getByRole("link", { name: "Choose another way" }).click();
  await arrive("choice after a problem", "The photo is blurred");
  await page.getByRole("link", { name: /A code from a member of staff/ }).click();
  await arrive("code", "Type in your code");
  await page.getByLabel("Code", { exact: true }).fill("AAAAA-AAAAA");
  await page.getByRole("button", { name: "Check this code" }).click();
  await arrive("wrong code", "This code does not work here");
  await page.getByRole("link", { name: "Choose another way" }).click();
  await page.getByRole("button", { name: "Continue on your phone" }).click();
  await arrive("hand-off", "Continue on your phone");
  await page.getByRole("button", { name: "Continue here instead" }).click();
  await page.getByRole("link", { name: /Photo of a document/ }).click();
  await hostedPage(page).send(sample("minor"));
  await arrive("rejected", "The check shows an age under 18");
  await page.getByRole("link", { name: "Your data" }).click();
  await arrive("your data", "What is kept about this check");
  await page.getByRole("button", { name: "Ask for erasure" }).click();
  await arrive("erasure asked for", "You have asked for erasure");
});

test("an approval that the device remembers is a step of its own", async ({ page, demo }) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const backend = await backendWith(demo, { methods: ["age_key", "document"] });
  const { arrive } = stepsOf(page);
  await page.goto((await backend.start()).sessionUrl);
  await arrive("first screen with the only form", "Corner Shop asks you to prove that you are 18 or over");
  await hostedPage(page).send(sample("adult"));
  await arrive("approved", "You have shown that you are 18 or over");
  await page.getByRole("button", { name: "Remember on this device that I am 18 or over" }).click();
  await arrive("remembered", "This device remembers it");
});

test("after three documents that were read, the end speaks of the document and not of light", async ({
  page,
  backend,
}) => {
  await page.goto((await backend.start()).sessionUrl);
  const { arrive } = stepsOf(page);
  for (const left of ["You can try 2 more times.", "You can try one more time."]) {
    await hostedPage(page).send(sample("expired"));
    await expect(page.getByText(left)).toBeVisible();
  }
  await hostedPage(page).send(sample("expired"));
  await arrive("failed", "We could not check your age");
  await expect(page.getByText("Use another document that is still valid.")).toBeVisible();
  await expect(page.getByText(/could be read|daylight|worn/)).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("each step has its own title, one h1 and the focus on it", async ({ page, demo }) => {
    const backend = await backendWith(demo, { methods: ["document", "voucher"] });
    const { arrive } = stepsOf(page);
    await page.goto((await backend.start()).sessionUrl);
    await arrive("first screen, plain", "Corner Shop asks you to prove that you are 18 or over");
    await page.getByRole("link", { name: /A code from a member of staff/ }).click();
    await arrive("code, plain", "Type in your code");
    await page.getByLabel("Code", { exact: true }).fill("AAAAA-AAAAA");
    await page.getByRole("button", { name: "Check this code" }).click();
    await arrive("wrong code, plain", "This code does not work here");
    await page.getByRole("link", { name: "Choose another way" }).click();
    await page.getByRole("link", { name: /Photo of a document/ }).click();
    await arrive("form, plain", "Photograph your document");
    await page.getByLabel("Photo of your document").setInputFiles(sample("blurred"));
    await page.getByRole("button", { name: "Check my age" }).click();
    await arrive("problem, plain", "The photo is blurred");
    await page.getByLabel("Photo of your document").setInputFiles(sample("adult"));
    await page.getByRole("button", { name: "Check my age" }).click();
    await arrive("approved, plain", "You have shown that you are 18 or over");
    await expect(page.locator("meta[http-equiv=refresh]")).toHaveCount(0);
    await page.getByRole("link", { name: "Your data" }).click();
    await arrive("your data, plain", "What is kept about this check");
    await page.getByRole("button", { name: "Ask for erasure" }).click();
    await arrive("erasure asked for, plain", "You have asked for erasure");
  });
});

const secondsLeft = async (soon: Locator): Promise<number> =>
  Number(/\d+/.exec((await soon.textContent()) ?? "")?.[0]);

test("nothing leaves by itself in under 20 seconds, and any sign of a person stops it", async ({
  page,
  backend,
  shop,
}) => {
  const signs: ((page: Page) => Promise<unknown>)[] = [
    () => page.keyboard.press("Shift"),
    () => page.mouse.wheel(0, 40),
    () => page.locator("h1").click(),
    () => page.getByRole("link", { name: "Your data" }).focus(),
  ];
  // Playwright's clock has frames that are timers, and on a busy machine two of them pass before a real one: the page's
  // scroll to its heading would look like a person's.
  await page.addInitScript(() => {
    const real = window.requestAnimationFrame.bind(window);
    Object.defineProperty(window, "requestAnimationFrame", { get: () => real, set: () => undefined });
  });
  // The words are there for three seconds, and on a busy machine nobody may look within them: the page notes them.
  await page.addInitScript(() => {
    sessionStorage.removeItem("said");
    new MutationObserver(() => {
      const statuses = [...document.querySelectorAll("[role=status]")].map(({ textContent }) => textContent);
      const said = statuses.find((text) => text.includes("Press any key"));
      if (said) sessionStorage.setItem("said", said);
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
  for (const sign of signs) {
    await page.clock.install();
    await page.goto((await backend.start({ callback_url: shop.url })).sessionUrl);
    await hostedPage(page).send(sample("adult"));
    const soon = page.getByText(/^Returning by itself in/);
    await expect(soon).toBeVisible();
    // From here on the page's seconds are the test's, however slow the machine.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000));
    expect(await page.evaluate(() => sessionStorage.getItem("said"))).toContain("20 seconds");
    // Each second is drawn before the next begins.
    for (let left = 20; left > 5; left = await secondsLeft(soon)) await page.clock.runFor(1_000);
    await expect(soon).toBeVisible();
    // Nothing says 20 seconds any more, where 5 are left.
    await expect(page.getByRole("status").filter({ hasText: "Press any key" })).toHaveCount(0);
    await sign(page);
    await expect(soon).toBeHidden();
    await page.clock.runFor(120_000);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "You have shown that you are 18 or over",
    );
    await page.clock.resume();
  }
  expect(shop.visits).toHaveLength(0);
});

test("a press on the way back, which stops the countdown, moves nothing and leads back", async ({
  page,
  backend,
  shop,
}) => {
  await page.goto((await backend.start({ callback_url: shop.url })).sessionUrl);
  await hostedPage(page).send(sample("minor"));
  const soon = page.getByText(/^Returning by itself in/);
  await expect(soon).toBeVisible();
  const height = (): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  await page.getByRole("link", { name: "Back to Corner Shop" }).hover();
  await page.mouse.down();
  await expect(soon).toBeHidden();
  // A page that gets shorter under a pressed button scrolls it away, and the press is none.
  expect(await height()).toBe(before);
  await page.mouse.up();
  await page.waitForURL(/\/back\?/);
});

const SIZES = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;

for (const viewport of SIZES) {
  for (const locale of ["en", "de", "pl", "ar"]) {
    test(`${viewport.width}×${viewport.height}, ${locale}: the way on is in view`, async ({
      browser,
      demo,
      backend,
    }) => {
      const several = await backendWith(demo, { methods: ["document", "voucher"] });
      const isPhone = viewport.width < 600;
      const context = await browser.newContext({ viewport, isMobile: isPhone, hasTouch: isPhone });
      const page = await context.newPage();
      const isInView = async (): Promise<boolean> => {
        const first = page.locator("form[enctype] button, main section li > a").first();
        await first.waitFor();
        const box = await first.boundingBox();
        if (process.env.SCREENSHOTS) {
          const step = new URL(page.url()).searchParams.get("method") ?? (several ? "first" : "");
          const name = `${locale}-${viewport.width}-${step}-${Date.now()}`;
          await page.screenshot({ path: `${process.env.SCREENSHOTS}/view-${name}.png` });
        }
        return box !== null && box.y >= 0 && box.y + box.height <= viewport.height;
      };
      await page.goto((await backend.start({ locale })).sessionUrl);
      expect(await isInView(), "the only way, below the first screen's words").toBe(true);
      const { sessionUrl } = await several.start({ locale });
      await page.goto(sessionUrl);
      expect(await isInView(), "the first of several ways").toBe(true);
      await page.goto(`${sessionUrl}?method=document`);
      expect(await isInView(), "the button that takes the photo").toBe(true);
      await context.close();
    });
  }
}
