import type { Page } from "@playwright/test";
import { z } from "zod";
import { DIDIT_STAND_IN } from "../../lab/vendors/didit-answers.ts";
import { STRIPE_STAND_IN_KEYS } from "../../lab/vendors/stripe.ts";
import { standInAccount } from "../../scripts/local/vendors.ts";
import { violations } from "./support/axe.ts";
import { callApi, expect, test } from "./support/console.ts";
import { backendOf } from "./support/service.ts";

// The stand-ins of tests/support/run/start-app-under-test.ts; a service of `npm start` has its own.
const accounts = z.array(standInAccount).parse(JSON.parse(process.env.E2E_VENDORS ?? "[]"));

test.skip(accounts.length === 0, "the service under test has stand-ins of its own start");

const NAMES = { stripe: "Stripe Identity", yoti: "Yoti", didit: "Didit" } as const;

const SEES = {
  stripe: "sees your identity document and a photo of your face, compares the two, and learns",
  yoti: "may see your identity document and a photo of your face and compare the two. The company learns",
  didit: "sees your identity document and a photo of your face, compares the two, and learns",
} as const;

/** What differs from the account for test mode. */
const LIVE = { stripe: STRIPE_STAND_IN_KEYS.live, yoti: {}, didit: DIDIT_STAND_IN.live } as const;

const addAll = async (page: Page, tenantId: string): Promise<void> => {
  for (const { kind, ...given } of accounts) {
    const account = { kind, ...given, ...LIVE[kind], mode: "live" };
    await callApi(page, tenantId, "vendors.add", account);
  }
  const methods = ["document", "vendor:stripe", "vendor:yoti", "vendor:didit"];
  await callApi(page, tenantId, "settings.update", { methods });
};

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with JavaScript" : "without JavaScript";

  for (const kind of ["stripe", "yoti", "didit"] as const) {
    test(`a person proves their age at ${NAMES[kind]}'s stand-in, ${how}`, async ({
      page: member,
      tenant,
      browser,
      demo,
      open,
    }) => {
      await open("providers");
      await addAll(member, tenant.id);
      const backend = backendOf(demo.baseUrl, tenant.liveKey);
      const { verificationId, sessionUrl } = await backend.start();
      const viewport = { width: 360, height: 740 };
      const context = await browser.newContext({ javaScriptEnabled, viewport, locale: "en-GB" });
      const page = await context.newPage();
      await page.goto(sessionUrl);
      const button = page.getByRole("button", { name: new RegExp(`Continue with ${NAMES[kind]}`) });
      await expect(button).toContainText(`${NAMES[kind]} ${SEES[kind]} that you visit ${tenant.name}`);
      if (javaScriptEnabled) expect(await violations(page)).toEqual([]);

      await button.click();
      await page.getByRole("button", { name: "Stop, and share nothing" }).click();
      await expect(page.getByRole("heading", { name: "You stopped the check" })).toBeVisible();
      await expect(page.getByRole("link", { name: /Photo of a document/ })).toBeVisible();
      expect(await backend.status(verificationId)).toMatchObject({ status: "in_progress" });

      await button.click();
      await page
        .getByRole("button", { name: /she is an adult/ })
        .first()
        .click();
      await expect(page.getByRole("heading", { level: 1 })).toContainText(
        "You have shown that you are 18 or over",
      );
      expect(await backend.status(verificationId)).toMatchObject({
        status: "completed",
        result: { verified: true },
      });
      await context.close();
    });
  }

  test(`someone else’s document is no proof where a selfie is asked for, and the page says what was wrong, ${how}`, async ({
    page: member,
    tenant,
    browser,
    demo,
    open,
  }) => {
    await open("providers");
    await addAll(member, tenant.id);
    const backend = backendOf(demo.baseUrl, tenant.liveKey);
    const { verificationId, sessionUrl } = await backend.start();
    const viewport = { width: 360, height: 740 };
    const context = await browser.newContext({ javaScriptEnabled, viewport, locale: "en-GB" });
    const page = await context.newPage();
    await page.goto(sessionUrl);
    await page.getByRole("button", { name: /Continue with Stripe Identity/ }).click();
    await page.getByRole("button", { name: /Someone else shows/ }).click();
    const said = page.getByRole("heading", { name: "Your face could not be matched with the document" });
    await expect(said).toBeVisible();
    await expect(page.getByRole("link", { name: /Photo of a document/ })).toBeVisible();
    if (javaScriptEnabled) expect(await violations(page)).toEqual([]);
    expect(await backend.status(verificationId)).toMatchObject({ status: "in_progress" });
    await context.close();
  });

  test(`a page that waits for a vendor goes on when the vendor calls, ${how}`, async ({
    page: member,
    tenant,
    browser,
    demo,
    open,
  }) => {
    await open("providers");
    await addAll(member, tenant.id);
    const backend = backendOf(demo.baseUrl, tenant.liveKey);
    const { verificationId, sessionUrl } = await backend.start();
    const context = await browser.newContext({ javaScriptEnabled, locale: "en-GB" });
    const page = await context.newPage();
    await page.goto(sessionUrl);
    await page.getByRole("button", { name: /Continue with Yoti/ }).click();
    await page.getByRole("button", { name: /It takes a few seconds longer/ }).click();
    await expect(page.getByRole("heading", { name: "Waiting for Yoti" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Check now" })).toBeVisible();
    await expect(page.getByRole("link", { name: /Photo of a document/ })).toBeVisible();
    if (javaScriptEnabled) expect(await violations(page)).toEqual([]);
    // Without scripts nothing moves by itself: the button asks. The end is a heading that is there, not one
    // that is gone: between a press and the page that answers it, everything is gone.
    const end = page.getByRole("heading", { level: 1, name: /You have shown that you are 18 or over/ });
    await expect(async () => {
      // On a slow machine the page has gone on after the press before this one.
      if (!javaScriptEnabled)
        await page
          .getByRole("button", { name: "Check now" })
          .click({ timeout: 1_000 })
          .catch(() => null);
      await expect(end).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await expect(page.getByRole("link", { name: /Photo of a document/ })).toBeHidden();
    expect(await backend.status(verificationId)).toMatchObject({ result: { verified: true } });
    await context.close();
  });
}

test("a member adds a vendor, replaces its keys, switches it off, renames it and removes it", async ({
  page,
  open,
}) => {
  await open("providers");
  await page.getByRole("button", { name: "Add vendor" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("API key").fill("rk_test_0123456789");
  await dialog.getByLabel("Signing secret of the webhook endpoint").fill("whsec_0123456789abcdef");
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add vendor" }).click();
  await expect(dialog.getByText(/a live vendor takes live keys only/).first()).toBeVisible();
  await dialog.getByLabel("API key").fill("rk_live_stand_in_0123456789");
  await dialog.getByRole("button", { name: "Add vendor" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("vendor:stripe", { exact: true })).toBeVisible();
  await expect(page.getByText(/\/v\/vendor\/vnd_\w+\/callback/)).toBeVisible();
  expect(await page.content()).not.toContain("rk_live_stand_in_0123456789");

  await expect(page.getByText("Compared with the photo on the document")).toBeVisible();
  await page.getByRole("button", { name: "Ask for no selfie: Stripe Identity, live" }).click();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Ask for no selfie" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Ask for a selfie: Stripe Identity, live" }).click();
  await dialog.getByRole("button", { name: "Ask for a selfie" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Compared with the photo on the document")).toBeVisible();

  await page.getByRole("button", { name: "Replace keys: Stripe Identity, live" }).click();
  await dialog.getByLabel("API key").fill("rk_live_stand_in_abcdefghij");
  await dialog.getByLabel("Signing secret of the webhook endpoint").fill("whsec_abcdef0123456789");
  await dialog.getByRole("button", { name: "Replace keys" }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: "Switch off Stripe Identity, live" }).click();
  await dialog.getByRole("button", { name: "Switch off" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Switch on Stripe Identity, live" })).toBeVisible();
  await open("providers?mode=test");
  await expect(page.getByText("No test vendors.")).toBeVisible();
  await expect(page.getByText("vendor:stripe", { exact: true })).toHaveCount(0);
  await open("providers");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Rename Stripe Identity, live" }).click();
  await dialog.getByLabel("Name").fill("ID check");
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Remove ID check, live" }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("No live vendors.")).toBeVisible();
  await open("audit");
  await expect(page.getByText("Switched a vendor off")).toBeVisible();
  await expect(page.getByText("Renamed a vendor")).toBeVisible();
  await expect(page.getByText("Removed a vendor")).toBeVisible();
  await expect(page.getByText("Replaced a vendor’s keys")).toBeVisible();
  await expect(page.getByText("Switched a vendor’s selfie off")).toBeVisible();
});
