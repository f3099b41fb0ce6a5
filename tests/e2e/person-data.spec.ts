import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { violations } from "./support/axe.ts";
import { callApi, expect, test } from "./support/console.ts";
import { expectNotice } from "./support/notices.ts";
import { backendOf } from "./support/service.ts";

const SCRIPT = fileURLToPath(new URL("../../docs/examples/verify-erasure-log.mjs", import.meta.url));

const PHONE = { width: 360, height: 740 };

const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/person-${name}.png`, fullPage: true });
};

const isWithin = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test("a person reads what is kept, asks for erasure, and gets the tenant's answer, without JavaScript", async ({
  page: console,
  open,
  tenant,
  browser,
  demo,
}) => {
  const backend = backendOf(demo.baseUrl, tenant.liveKey);
  const check = async () => {
    const started = await backend.start({ metadata: { order: "A-1042" } });
    await backend.complete({ verificationId: started.verificationId, verifiedAge: 41 });
    return started;
  };
  const [first, second] = [await check(), await check()];
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE, locale: "en-GB" });
  const page = await context.newPage();
  for (const { sessionUrl, verificationId } of [first, second]) {
    await page.goto(sessionUrl);
    await page.getByRole("link", { name: "Your data" }).click();
    await expect(page.getByRole("heading", { name: "What is kept about this check" })).toBeVisible();
    await expect(page.getByText(verificationId)).toBeVisible();
    await expect(page.getByText("18 or older", { exact: true })).toBeVisible();
    await expect(page.getByText("A-1042")).toHaveCount(0);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download a copy (JSON)" }).click();
    expect((await downloading).suggestedFilename()).toBe("age-check.json");
    await page.getByRole("button", { name: "Ask for erasure" }).click();
    await expect(page.getByRole("heading", { name: "You have asked for erasure" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Ask for erasure" })).toHaveCount(0);
  }

  await open("requests");
  await expect(console.getByRole("row")).toHaveCount(3);
  await shot(console, "requests");
  await console.getByRole("button", { name: `Decline the request about ${second.verificationId}` }).click();
  const declining = console.getByRole("dialog", { name: "Decline this request?" });
  await expect(declining.getByRole("button", { name: "Decline request" })).toBeDisabled();
  await declining
    .getByLabel("Reply")
    .fill("The law makes us keep it until May. You can complain to the authority.");
  await shot(console, "declining");
  expect(await violations(console)).toEqual([]);
  await declining.getByRole("button", { name: "Decline request" }).click();
  await expectNotice(console, "Request declined");
  await expect(console.getByRole("row", { name: /Declined/ })).toBeVisible();
  await console.getByRole("button", { name: `Erase ${first.verificationId}` }).click();
  await console
    .getByRole("dialog", { name: "Erase this verification?" })
    .getByRole("button", { name: "Erase verification" })
    .click();
  await expect(console.getByRole("row", { name: /Erased/ })).toBeVisible();
  expect(await violations(console)).toEqual([]);

  await page.goto(`${second.sessionUrl}/data`);
  await expect(page.getByText("The law makes us keep it until May.")).toBeVisible();
  await page.goto(`${first.sessionUrl}/data`);
  await expect(page.getByRole("heading", { name: "Erased" })).toBeVisible();
  const [reference = "", receipt = "", salt = ""] = await page.locator("code").allTextContents();
  const isProof = (of: string): Promise<boolean> =>
    promisify(execFile)(process.execPath, [SCRIPT, demo.baseUrl, receipt, salt, of]).then(
      () => true,
      () => false,
    );
  expect(reference).toBe(first.verificationId);
  expect([await isProof(reference), await isProof(second.verificationId)]).toEqual([true, false]);
  expect((await page.goto(first.sessionUrl))?.status()).toBe(404);
  expect((await page.goto(`${demo.baseUrl}/v/vs_${"A".repeat(43)}/data`))?.status()).toBe(404);
  await context.close();
});

test("with the tenant's leave the check is erased at once; the page is in every language, light and dark, on a phone", async ({
  page: console,
  open,
  tenant,
  browser,
  demo,
}) => {
  await open("settings");
  await console.getByRole("radio", { name: "Erase at once" }).check();
  const section = console.locator("#tokens");
  await section.getByRole("button", { name: "Save" }).click();
  await expect(section.getByRole("button", { name: "Save" })).toHaveCount(0);
  await console.reload();
  await expect(console.getByRole("radio", { name: "Erase at once" })).toBeChecked();
  await shot(console, "settings");
  expect(await callApi(console, tenant.id, "settings.get", {})).toMatchObject({ erasesAtOnce: true });

  const backend = backendOf(demo.baseUrl, tenant.liveKey);
  const { verificationId, sessionUrl } = await backend.start();
  const context = await browser.newContext({ viewport: PHONE, locale: "de-DE", colorScheme: "dark" });
  const page = await context.newPage();
  await page.goto(`${sessionUrl}/data`);
  await expect(
    page.getByText("Sie können die Löschung beantragen, sobald die Prüfung beendet ist."),
  ).toBeVisible();
  await backend.complete({ verificationId, verifiedAge: 41 });
  await page.goto(`${sessionUrl}/data?lang=ar`);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  expect(await violations(page)).toEqual([]);
  expect(await isWithin(page)).toBe(true);
  await shot(page, "arabic");
  await page.goto(`${sessionUrl}/data?lang=de`);
  await shot(page, "german-dark");
  await page.getByRole("button", { name: "Jetzt löschen" }).click();
  await expect(page.getByRole("heading", { name: "Gelöscht" })).toBeVisible();
  await expect(page).toHaveURL(`${sessionUrl}/data`);
  expect(await violations(page)).toEqual([]);
  expect(await isWithin(page)).toBe(true);
  await shot(page, "erased");
  const answer = await fetch(`${demo.baseUrl}/verify/status?verificationId=${verificationId}`, {
    headers: { "x-tenant-api-key": tenant.liveKey },
  });
  expect(await answer.json()).toHaveProperty("redactedAt");
  await context.close();
});
