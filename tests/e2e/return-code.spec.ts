import type { Page } from "@playwright/test";
import { test as base, expect, sample } from "./support/fixtures.ts";
import { hostedPage } from "./support/hosted-page.ts";
import { type Backend, backendOf, chooseReturn, newOperatorTenant } from "./support/service.ts";

/** A tenant whose browsers bring a code. */
const test = base.extend<{ codeBackend: Backend }>({
  codeBackend: async ({ demo }, use) => {
    const { id, apiKey } = await newOperatorTenant(demo, "Corner Shop");
    await chooseReturn(demo, id, "code");
    await use(backendOf(demo.baseUrl, apiKey));
  },
});

const approval = (page: Page) =>
  page.getByRole("heading", { name: "You have shown that you are 18 or over" });

/** A verification of a person whose document has been sent. */
const prove = async (page: Page, backend: Backend, shop: { url: string }, who: "adult" | "minor") => {
  const started = await backend.start({ callback_url: shop.url });
  await page.goto(started.sessionUrl);
  await hostedPage(page).send(sample(who));
  return started;
};

const USED = { httpStatus: 400, code: "CODE_USED" };

test("an adult lands on the shop's page with a code and without a token, and the backend gets the token once", async ({
  page,
  codeBackend: backend,
  shop,
}) => {
  const { verificationId } = await prove(page, backend, shop, "adult");
  await expect(approval(page)).toBeVisible();
  await page.getByRole("link", { name: "Continue to Corner Shop" }).click();
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  const address = new URL(page.url());
  const code = address.searchParams.get("code") ?? "";
  expect(Object.fromEntries(address.searchParams)).toEqual({
    order: "A-1042",
    verificationId,
    status: "completed",
    code,
  });
  expect(address.href).not.toMatch(/token|eyJ[\w-]+\.|age=/);
  const { token = "", httpStatus } = await backend.exchange({ verificationId, code });
  expect(httpStatus).toBe(200);
  expect(await backend.validate(token)).toMatchObject({ valid: true, over18: true, verificationId });
  expect(await backend.exchange({ verificationId, code })).toEqual(USED);
});

test("a person who goes back and continues again brings a code that works, until the token was exchanged", async ({
  page,
  codeBackend: backend,
  shop,
}) => {
  const { verificationId, sessionUrl } = await prove(page, backend, shop, "adult");
  await page.getByRole("link", { name: "Continue to Corner Shop" }).click();
  for (const visits of [1, 2]) {
    await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
    expect(shop.visits.length).toBe(visits);
    await page.goto(sessionUrl);
    await expect(approval(page)).toBeVisible();
    await page.reload();
    await page.getByRole("link", { name: "Continue to Corner Shop" }).click();
  }
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  const codes = shop.visits.map((query) => query.get("code") ?? "");
  expect(new Set(codes).size).toBe(3);
  const [first = "", second = "", third = ""] = codes;
  expect(await backend.exchange({ verificationId, code: second })).toMatchObject({ httpStatus: 200 });
  for (const code of [first, third]) expect(await backend.exchange({ verificationId, code })).toEqual(USED);
  await page.goto(sessionUrl);
  await page.getByRole("link", { name: "Continue to Corner Shop" }).click();
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  expect(Object.fromEntries(shop.visits[3] ?? [])).toEqual({
    order: "A-1042",
    verificationId,
    status: "completed",
  });
});

test("a minor goes back without a code", async ({ page, codeBackend: backend, shop }) => {
  const { verificationId } = await prove(page, backend, shop, "minor");
  await expect(page.getByRole("heading", { name: "The check shows an age under 18" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Corner Shop" }).click();
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  expect(Object.fromEntries(shop.visits[0] ?? [])).toEqual({
    order: "A-1042",
    verificationId,
    status: "completed",
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the link back brings a code, and the backend gets the token once", async ({
    page,
    codeBackend: backend,
    shop,
  }) => {
    const { verificationId, sessionUrl } = await backend.start({ callback_url: shop.url });
    await page.goto(sessionUrl);
    await hostedPage(page).begin();
    await page.getByLabel("Photo of your document").setInputFiles(sample("adult"));
    await page.getByRole("button", { name: "Check my age" }).click();
    await expect(approval(page)).toBeFocused();
    await page.getByRole("link", { name: "Continue to Corner Shop" }).click();
    await page.waitForURL(/\/back\?/);
    expect(page.url()).not.toMatch(/token|eyJ[\w-]+\./);
    const code = new URL(page.url()).searchParams.get("code") ?? "";
    expect(await backend.exchange({ verificationId, code })).toMatchObject({ httpStatus: 200 });
    expect(await backend.exchange({ verificationId, code })).toEqual(USED);
  });
});
