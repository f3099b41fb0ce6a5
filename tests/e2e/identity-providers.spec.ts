import type { Page } from "@playwright/test";
import { startAgeKey } from "../support/identity/age-key.ts";
import { AGE_CLIENT, type AgeProvider, startAgeProvider } from "../support/identity/age-provider.ts";
import { violations } from "./support/axe.ts";
import { callApi, expect, test } from "./support/console.ts";
import { backendOf, readDemo } from "./support/service.ts";

let provider: AgeProvider;

test.beforeEach(async () => {
  provider = await startAgeProvider({ callback: `${readDemo().baseUrl}/v/idp/callback` });
});

test.afterEach(() => provider.stop());

const added = (page: Page, tenantId: string, more: object = {}) =>
  callApi(page, tenantId, "identityProviders.add", {
    slug: "eid",
    mode: "live",
    name: "Test eID",
    country: "DK",
    issuer: provider.issuer,
    clientId: AGE_CLIENT.id,
    clientAuth: "client_secret",
    clientSecret: AGE_CLIENT.secret,
    preset: "age_over",
    ...more,
  });

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with JavaScript" : "without JavaScript";

  test(`a person proves their age at a provider, ${how}`, async ({
    page: member,
    tenant,
    browser,
    demo,
    open,
  }) => {
    await open("providers");
    await added(member, tenant.id);
    await callApi(member, tenant.id, "settings.update", { methods: ["document", "oidc:eid"] });
    const backend = backendOf(demo.baseUrl, tenant.liveKey);
    const { verificationId, sessionUrl } = await backend.start();
    const viewport = { width: 360, height: 740 };
    const context = await browser.newContext({ javaScriptEnabled, viewport, locale: "en-GB" });
    const page = await context.newPage();
    await page.goto(sessionUrl);
    const button = page.getByRole("button", { name: /Continue with Test eID \(Denmark\)/ });
    await expect(button).toContainText(`Test eID learns that you visit ${tenant.name}`);
    if (javaScriptEnabled) expect(await violations(page)).toEqual([]);

    await button.click(); // and stops there
    await expect(page.getByRole("heading", { name: "You stopped the sign-in" })).toBeVisible();
    await expect(page.getByRole("link", { name: /Photo of a document/ })).toBeVisible();
    expect(await backend.status(verificationId)).toMatchObject({ status: "in_progress" });

    provider.person = { sub: "ada", age_over_18: true };
    await button.click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(/proved|18 or over/);
    expect(await backend.status(verificationId)).toMatchObject({
      status: "completed",
      result: { verified: true },
    });
    await context.close();
  });

  test(`a provider that is away: a word, and the other ways stay open, ${how}`, async ({
    page: member,
    tenant,
    browser,
    demo,
    open,
  }) => {
    await open("providers");
    await added(member, tenant.id);
    await callApi(member, tenant.id, "settings.update", { methods: ["oidc:eid", "document"] });
    await provider.stop();
    const backend = backendOf(demo.baseUrl, tenant.liveKey);
    const { sessionUrl } = await backend.start();
    const context = await browser.newContext({ javaScriptEnabled, locale: "en-GB" });
    const page = await context.newPage();
    await page.goto(sessionUrl);
    await page.getByRole("button", { name: /Continue with Test eID/ }).click();
    await expect(page.getByRole("heading", { name: "The provider cannot be reached" })).toBeVisible();
    await expect(page.getByText("This does not count as an attempt.")).toBeVisible();
    await page.getByRole("link", { name: /Photo of a document/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await context.close();
    provider = await startAgeProvider({ callback: `${demo.baseUrl}/v/idp/callback` });
  });
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "proves an age" : "is not offered where no script can hand its answer over";

  test(`a key whose answer comes behind the # ${how}`, async ({ page: member, tenant, browser, demo }) => {
    const ageKey = await startAgeKey();
    await added(member, tenant.id, {
      slug: "agekey",
      name: "AgeKey",
      country: null,
      issuer: ageKey.issuer,
      preset: "agekey",
      clientSecret: undefined,
    });
    await callApi(member, tenant.id, "settings.update", { methods: ["document", "oidc:agekey"] });
    const backend = backendOf(demo.baseUrl, tenant.liveKey);
    const { verificationId, sessionUrl } = await backend.start();
    const context = await browser.newContext({ javaScriptEnabled, locale: "en-GB" });
    const page = await context.newPage();
    await page.goto(sessionUrl);
    await expect(page.getByRole("link", { name: /Photo of a document/ })).toBeVisible();
    const button = page.getByRole("button", { name: /Continue with AgeKey/ });
    if (!javaScriptEnabled) await expect(button).toBeHidden();
    else {
      await button.click();
      await expect(page.getByRole("heading", { level: 1 })).toContainText(/proved|18 or over/);
      expect(page.url()).not.toContain("id_token");
      expect(await backend.status(verificationId)).toMatchObject({
        status: "completed",
        result: { verified: true },
      });
    }
    await context.close();
    await ageKey.stop();
  });
}

test("an answer in another browser says where to go on", async ({ browser, demo }) => {
  const page = await browser.newPage();
  await page.goto(`${demo.baseUrl}/v/idp/callback?code=x&state=${"s".repeat(43)}`);
  await expect(page.getByRole("heading", { name: "Continue where you started" })).toBeVisible();
  await expect(page.getByText("The provider sent you to a different browser")).toBeVisible();
  await page.close();
});

test("a member adds a provider from a preset, tests it, and switches it off", async ({ page, open }) => {
  await open("providers");
  await expect(page.getByText("No live identity providers yet")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Add provider" }).click();
  const dialog = page.getByRole("dialog");
  const address = dialog.getByText(/\/v\/idp\/callback\/idp_/);
  const registered = (await address.textContent()) ?? "";
  await dialog.getByLabel("Kind of provider").selectOption("age_over");
  await dialog.getByLabel("Name", { exact: true }).fill("Test eID");
  await dialog.getByLabel("Short name").fill("eid");
  await dialog.getByLabel("Issuer").fill("https://accounts.google.com");
  await dialog.getByLabel("Client id").fill(AGE_CLIENT.id);
  await dialog.getByLabel("Client secret", { exact: true }).fill(AGE_CLIENT.secret);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add provider" }).click();
  await expect(dialog.getByText(/Google does not check ages/).first()).toBeVisible();
  await dialog.getByLabel("Issuer").fill(provider.issuer);
  await dialog.getByRole("button", { name: "Add provider" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("oidc:eid", { exact: true })).toBeVisible();
  await expect(page.getByText(registered, { exact: true })).toBeVisible();
  expect(await page.content()).not.toContain(AGE_CLIENT.secret);

  await page.getByRole("button", { name: "Test Test eID" }).click();
  await dialog.getByRole("button", { name: "Test", exact: true }).click();
  await expect(dialog.getByText("It answers as this issuer.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Switch off Test eID" }).click();
  await dialog.getByRole("button", { name: "Switch off" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Switch on Test eID" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await open("audit");
  await expect(page.getByText("Switched an identity provider off")).toBeVisible();
});
