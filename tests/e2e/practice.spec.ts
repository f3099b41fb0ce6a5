import { LANGUAGES } from "#core/language.ts";
import { PRACTICE_TEXTS } from "#hosted/practice/texts.ts";
import { withClient } from "../../scripts/lib/database.ts";
import { violations } from "./support/axe.ts";
import { expect, test } from "./support/console.ts";
import { expectNotice } from "./support/notices.ts";

const shoot = (name: string): { path: string; fullPage: boolean } | null =>
  process.env.SCREENSHOTS ? { path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true } : null;

test("the deployment's statement is a page in eight languages in which axe finds nothing", async ({
  page,
}) => {
  test.slow();
  for (const language of LANGUAGES) {
    const { title, headings, never } = PRACTICE_TEXTS[language];
    await page.goto(`/practice?lang=${language}`);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    for (const name of [headings.methods, headings.data, headings.never, headings.parties])
      await expect(page.getByRole("heading", { name })).toBeVisible();
    await expect(page.getByText(never.birth_date, { exact: true })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("dir", language === "ar" ? "rtl" : "ltr");
    expect(await violations(page)).toEqual([]);
    const file = shoot(`practice-${language}`);
    if (file) await page.screenshot(file);
  }
});

test.describe("on a phone without scripts", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 700 } });

  test("the statement is read, in another language and in an earlier version, by links", async ({ page }) => {
    await page.goto("/practice");
    await page.getByRole("link", { name: "Deutsch" }).click();
    await expect(page.getByRole("heading", { level: 1, name: PRACTICE_TEXTS.de.title })).toBeVisible();
    await page.getByRole("link", { name: /^Fassung 1,/ }).click();
    await expect(page).toHaveURL(/version=1/);
    await expect(page.getByRole("heading", { name: PRACTICE_TEXTS.de.headings.never })).toBeVisible();
    const file = shoot("practice-phone");
    if (file) await page.screenshot(file);
  });
});

test("what is not published, and no version, is no page", async ({ request, tenant }) => {
  for (const path of [
    `/practice/${tenant.id}`,
    "/practice/none",
    "/practice?version=9999",
    "/practice?version=x",
  ])
    expect((await request.get(path)).status(), path).toBe(404);
});

test("an owner sees what will be said, publishes it, and the worker follows a change within 10 seconds", async ({
  page,
  open,
  tenant,
}) => {
  await open("settings");
  const section = page.getByRole("form", { name: "Practice statement" });
  await section.getByRole("checkbox", { name: "Publish the practice statement" }).check();
  await section.getByLabel("Complaints").fill("https://shop.example/complain");
  const changes = section.getByRole("region", { name: "Changes" });
  await expect(changes.getByText("The first version will say")).toBeVisible();
  // By what a part is called; no path of the JSON document is shown before a part is opened.
  await expect(changes.locator("code").filter({ visible: true })).toHaveCount(0);
  await changes.getByText("Complaints", { exact: true }).click();
  await expect(section.getByText("https://shop.example/complain")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const before = shoot("practice-console");
  if (before) await page.screenshot(before);
  await section.getByRole("button", { name: "Publish" }).click();
  const question = page.getByRole("dialog", { name: "Publish the practice statement?" });
  await expect(question).toContainText(`/practice/${tenant.id}`);
  await question.getByRole("button", { name: "Publish statement" }).click();
  await expectNotice(page, "Practice statement saved");
  await expect(section.getByText("Nothing differs from the newest version.")).toBeVisible();
  await expect(section.getByRole("link", { name: "Open the statement" })).toHaveAttribute(
    "href",
    new RegExp(`/practice/${tenant.id}$`),
  );

  const checks = page.getByRole("form", { name: "Checks" });
  await checks.getByLabel("Minimum age").fill("21");
  await checks.getByRole("button", { name: "Save" }).click();
  await expectNotice(page, "Settings saved");
  // Not by a reader: the rows are those that the worker writes.
  await expect
    .poll(
      () =>
        withClient(process.env.E2E_DATABASE_URL ?? "", async (client) => {
          const { rows } = await client.query<{ content: string }>(
            "select content from practice_statement where scope = $1 order by number",
            [tenant.id],
          );
          return rows.map(({ content }) => JSON.parse(content).ages.minimumAge);
        }),
      { timeout: 10_000 },
    )
    .toEqual([18, 21]);

  await page.goto(`/practice/${tenant.id}?lang=en`);
  await expect(page.getByText("Minimum age: 21")).toBeVisible();
  await expect(page.getByRole("link", { name: "https://shop.example/complain" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const file = shoot("practice-tenant");
  if (file) await page.screenshot(file);
  await page.getByRole("link", { name: /^Version 1,/ }).click();
  await expect(page.getByText("Minimum age: 18")).toBeVisible();
});
