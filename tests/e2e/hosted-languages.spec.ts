import type { Page } from "@playwright/test";
import { violations } from "./support/axe.ts";
import { expect, sample, test } from "./support/fixtures.ts";
import { hostedPage } from "./support/hosted-page.ts";

const html = (page: Page) => page.locator("html");

test("the language is the tenant's, else the browser's, else English", async ({ browser, backend }) => {
  const plain = (await backend.start()).sessionUrl;
  const french = (await backend.start({ locale: "fr-CH" })).sessionUrl;
  const cases = [
    { accepts: "de-AT", url: plain, lang: "de", says: "bittet Sie um den Nachweis" },
    { accepts: "de-AT", url: french, lang: "fr", says: "vous demande de prouver" },
    { accepts: "tlh", url: plain, lang: "en", says: "asks you to prove" },
  ];
  for (const { accepts, url, lang, says } of cases) {
    const context = await browser.newContext({ locale: accepts });
    const page = await context.newPage();
    await page.goto(url);
    await expect(html(page)).toHaveAttribute("lang", lang);
    await expect(html(page)).toHaveAttribute("dir", "ltr");
    await expect(page.getByRole("heading", { level: 1 })).toContainText(says);
    expect(await page.title()).toContain(says);
    await context.close();
  }
});

test("what a person chooses on the page goes before, and stays", async ({ page, backend, testBackend }) => {
  await page.goto((await backend.start({ locale: "de" })).sessionUrl);
  await page.locator("footer summary").click();
  await page.getByRole("link", { name: "Polski" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("ukończenia 18 lat");
  await expect(page.getByRole("button", { name: "Wybierz zdjęcie" })).toBeVisible();
  await page.locator("form[enctype] input[type=file]").setInputFiles(sample("blurred"));
  await page.getByRole("button", { name: "Sprawdź mój wiek" }).click();
  await expect(page.getByText("Zostały jeszcze 2 próby.")).toBeVisible();
  await page.goto((await testBackend.start({ locale: "es" })).sessionUrl);
  await expect(html(page)).toHaveAttribute("lang", "pl");
});

test("an unknown page says so in the browser's language", async ({ browser, demo }) => {
  const context = await browser.newContext({ baseURL: demo.baseUrl, locale: "it-IT" });
  const page = await context.newPage();
  const response = await page.goto(`/v/vs_${"x".repeat(43)}`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Questa pagina non esiste" })).toBeVisible();
  await expect(html(page)).toHaveAttribute("lang", "it");
  await context.close();
});

test("a page carries the words of its own language only", async ({ page, request, backend }) => {
  const scripts = new Set<string>();
  page.on("request", (sent) => {
    if (sent.resourceType() === "script") scripts.add(sent.url());
  });
  const url = `${(await backend.start({ locale: "de" })).sessionUrl}?method=document`;
  await page.goto(url);
  await expect(page.getByRole("button", { name: "Foto auswählen" })).toBeVisible();
  const all = (
    await Promise.all([url, ...scripts].map(async (file) => (await request.get(file)).text()))
  ).join("\n");
  expect(all).toContain("Mein Alter prüfen");
  for (const foreign of ["Check my age", "Vérifier mon âge", "Sprawdź mój wiek", "تحقق من عمري"])
    expect(all).not.toContain(foreign);
});

test.describe("Arabic in light and dark", () => {
  test.use({ reducedMotion: "reduce" });

  test("from the right, and axe finds nothing on any screen", async ({ page, backend, testBackend }) => {
    await page.goto((await backend.start({ locale: "ar" })).sessionUrl);
    await expect(html(page)).toHaveAttribute("dir", "rtl");
    expect(await violations(page)).toEqual([]);
    await page.locator("footer summary").click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "لا أريد القيام بذلك" }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "لا، أريد المتابعة" }).click();
    await hostedPage(page).begin("ابدأ");
    expect(await violations(page)).toEqual([]);
    await page.locator("form[enctype] input[type=file]").setInputFiles(sample("blurred"));
    await page.getByRole("button", { name: "تحقق من عمري" }).click();
    await expect(page.getByText("بقيت لك محاولتان.")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    for (const choice of [/^قبول/, /^دون العمر/, /^انتهاء المدة/]) {
      await page.goto((await testBackend.start({ locale: "ar", expiresInSeconds: 300 })).sessionUrl);
      expect(await violations(page)).toEqual([]);
      await page.getByRole("button", { name: choice }).click();
      await expect(page.locator("h1:focus")).toBeVisible();
      expect(await violations(page)).toEqual([]);
    }
  });
});

for (const locale of ["de", "pl", "ar"]) {
  test(`${locale}: nothing scrolls sideways at 320 px, nor at twice the text size`, async ({
    page,
    backend,
    testBackend,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    const live = (await backend.start({ locale })).sessionUrl;
    const played = (await testBackend.start({ locale })).sessionUrl;
    for (const url of [live, `${live}?method=document`, `${live}?cancel=1`, played]) {
      await page.goto(url);
      for (const size of ["100%", "200%"]) {
        await page.evaluate((to) => document.documentElement.style.setProperty("font-size", to), size);
        const excess = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(excess, `${url} at ${size}`).toBe(0);
      }
    }
  });
}
