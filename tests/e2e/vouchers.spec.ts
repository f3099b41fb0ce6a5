import type { Browser, Page } from "@playwright/test";
import { violations } from "./support/axe.ts";
import { type ConsoleTenant, callApi, expect, test } from "./support/console.ts";
import { expectNotice } from "./support/notices.ts";
import { backendOf, type Demo } from "./support/service.ts";

const staysWithinThePage = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** A member at the counter issues a voucher; the code as it is shown, once. */
const issue = async (page: Page, age = "18"): Promise<string> => {
  await page.getByRole("button", { name: "Issue a voucher" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("At least, in years").fill(age);
  await dialog.getByLabel("Valid for").selectOption("10 minutes");
  await dialog.getByRole("button", { name: "Issue voucher" }).click();
  const code = (await page.locator("[data-secret]").textContent()) ?? "";
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  await expect(dialog).toBeHidden();
  return code;
};

const offer = (page: Page, tenant: ConsoleTenant, settings: object = {}) =>
  callApi(page, tenant.id, "settings.update", { methods: ["document", "voucher"], ...settings });

type Person = { browser: Browser; demo: Demo; tenant: ConsoleTenant; javaScriptEnabled: boolean };

/** Someone else, in another browser, at the first screen of a check; on a phone. */
const someone = async ({ browser, demo, tenant, javaScriptEnabled }: Person, input: object = {}) => {
  const backend = backendOf(demo.baseUrl, tenant.liveKey);
  const { verificationId, sessionUrl } = await backend.start(input);
  const viewport = { width: 360, height: 740 };
  const context = await browser.newContext({ javaScriptEnabled, viewport, locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(sessionUrl);
  const type = async (code: string): Promise<void> => {
    await page.getByLabel("Code", { exact: true }).fill(code);
    await page.getByRole("button", { name: "Check this code" }).click();
  };
  return { page, type, status: () => backend.status(verificationId) };
};

test("a list without vouchers says what they are for, and where to switch them on", async ({
  page,
  open,
}) => {
  await open("vouchers");
  await expect(page.getByText("No vouchers yet")).toBeVisible();
  await expect(page.getByText(/do not offer vouchers yet/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("link", { name: "Add “Voucher” to the methods in the settings" }).click();
  const checks = page.locator("form").filter({ has: page.getByRole("checkbox", { name: /^Voucher/ }) });
  await checks.getByRole("checkbox", { name: /^Voucher/ }).check();
  await checks.getByRole("button", { name: "Save", exact: true }).click();
  await expectNotice(page, "Settings saved");
  await open("vouchers");
  await expect(page.getByText(/do not offer vouchers yet/)).toBeHidden();
  await open("vouchers?mode=test");
  await expect(page.getByText(/Vouchers are for live mode only/)).toBeVisible();
});

test("the code is shown once, and a voucher can be taken back", async ({ page, open, tenant }) => {
  await offer(page, tenant);
  await open("vouchers");
  await page.getByRole("button", { name: "Issue a voucher" }).click();
  const dialog = page.getByRole("dialog");
  expect(await violations(page)).toEqual([]);
  await dialog.getByText("Between two ages").click();
  await dialog.getByLabel("At least, in years").fill("18");
  await dialog.getByLabel("Under, in years").fill("19");
  await dialog.getByRole("button", { name: "Issue voucher" }).click();
  await expect(dialog.getByText(/a voucher never says one exact age/)).toBeVisible();
  await dialog.getByLabel("At least, in years").fill("13");
  await dialog.getByLabel("Under, in years").fill("18");
  await dialog.getByRole("button", { name: "Issue voucher" }).click();
  await expect(page.locator("[data-secret]")).toHaveText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  const row = page.getByRole("row", { name: /13 to 17/ });
  await expect(row).toContainText("Open");
  await expect(row).toContainText("Ada");
  await row.getByRole("button", { name: "Revoke the voucher for 13 to 17" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke voucher" }).click();
  await expect(row).toContainText("Revoked");
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(row).toBeVisible();
  expect(await staysWithinThePage(page)).toBe(true);
  expect(await violations(page)).toEqual([]);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test("a wrong code is told in words, the right one decides", async ({
      page,
      open,
      tenant,
      browser,
      demo,
    }) => {
      await offer(page, tenant);
      await open("vouchers");
      const other = await issue(page, "16");
      const code = await issue(page);
      const person = await someone({ browser, demo, tenant, javaScriptEnabled });
      await person.page.getByRole("link", { name: /A code from a member of staff/ }).click();
      await expect(person.page.getByText("Nothing from your ID is sent or kept.")).toBeVisible();
      expect(await staysWithinThePage(person.page)).toBe(true);
      if (javaScriptEnabled) expect(await violations(person.page)).toEqual([]);
      await person.type("aaaaa-aaaaa");
      await expect(person.page.getByRole("heading", { name: "This code does not work here" })).toBeFocused();
      if (javaScriptEnabled) expect(await violations(person.page)).toEqual([]);
      await person.type(other);
      await expect(
        person.page.getByRole("heading", { name: "This code does not answer the question" }),
      ).toBeFocused();
      await person.type(code.toLowerCase().replace("-", " "));
      await expect(
        person.page.getByRole("heading", { name: "You have shown that you are 18 or over" }),
      ).toBeVisible();
      expect(await person.status()).toMatchObject({ status: "completed", result: { verified: true } });
      await expect(page.getByRole("row", { name: /18 or over/ })).toContainText("Used", { timeout: 20_000 });
      await expect(page.getByRole("row", { name: /16 or over/ })).toContainText("Open");
      await person.page.context().close();
    });

    test("five wrong codes are one attempt, and the page says so", async ({
      page,
      open,
      tenant,
      browser,
      demo,
    }) => {
      await offer(page, tenant);
      await open("vouchers");
      const person = await someone({ browser, demo, tenant, javaScriptEnabled });
      await person.page.getByRole("link", { name: /A code from a member of staff/ }).click();
      for (let i = 0; i < 4; i += 1) {
        await person.type(`AAAAA-AAAA${i}`);
        await expect(
          person.page.getByRole("heading", { name: "This code does not work here" }),
        ).toBeFocused();
      }
      await person.type("AAAAA-AAAAA");
      await expect(person.page.getByRole("heading", { name: "Five codes were wrong" })).toBeVisible();
      await expect(person.page.getByText("You can try 2 more times.")).toBeVisible();
      await expect(person.page.getByLabel("Code", { exact: true })).toBeVisible();
      await person.page.context().close();
    });

    test("where one attempt is allowed, five wrong codes end the check", async ({
      page,
      open,
      tenant,
      browser,
      demo,
    }) => {
      await offer(page, tenant, { methods: ["voucher"], maxAttempts: 1 });
      await open("vouchers");
      const person = await someone({ browser, demo, tenant, javaScriptEnabled });
      for (let i = 0; i < 5; i += 1) {
        await person.type(`AAAAA-AAAA${i}`);
        await expect(person.page.locator("h1:focus, h2:focus")).toBeVisible();
      }
      await expect(person.page.getByRole("heading", { name: "We could not check your age" })).toBeVisible();
      await expect(person.page.getByText("Have the code at hand, or ask for a new one.")).toBeVisible();
      expect(await person.status()).toMatchObject({ status: "failed" });
      await person.page.context().close();
    });
  });
}
