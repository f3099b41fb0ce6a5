import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support/console.ts";
import { addPast, DATABASE_URL, dayText, noon } from "./support/past-verifications.ts";

test.skip(DATABASE_URL === "", "days that are over can be written into a database of one's own only");

const dayName = (daysAgo: number): string =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(noon(daysAgo));

const tile = (page: Page, name: string): Locator =>
  page.locator("dl > div", { has: page.getByText(name, { exact: true }) });

const card = (page: Page, name: string): Locator =>
  page.locator("section", { has: page.getByRole("heading", { name, exact: true }) }).last();

const stages = async (page: Page, days: number): Promise<string[]> =>
  (await card(page, `Funnel, last ${days} days`).getByRole("listitem").allInnerTexts()).map((text) =>
    text.replaceAll(/\s+/g, " ").trim(),
  );

test("the period governs every number below its switch, and is named in every title", async ({
  page,
  open,
  tenant,
}) => {
  await addPast(tenant.id, 3, "approved", 2);
  await addPast(tenant.id, 3, "own check", 1);
  await addPast(tenant.id, 20, "rejected", 3);
  await addPast(tenant.id, 60, "never opened", 4);
  const expectPeriod = async (days: number, said: Record<string, string>, funnel: number[]) => {
    await expect(page.getByRole("region", { name: `The last ${days} days` })).toBeVisible();
    for (const [name, value] of Object.entries(said))
      await expect(tile(page, `${name}, ${days} days`)).toContainText(value);
    const texts = await stages(page, days);
    expect(texts.map((text) => Number(/ (\d+) \S+$/.exec(text)?.[1]))).toEqual(funnel);
    await expect(card(page, `Outcomes, last ${days} days`).locator("[data-bar]")).toHaveCount(days);
    await expect(card(page, `Funnel, last ${days} days`)).toContainText(
      "Not part of the funnel: 1 that your backend decided",
    );
  };
  await open();
  await expectPeriod(30, { Started: "6", Decided: "6", Approved: "50%3 of 6" }, [5, 5, 5, 5]);
  await expect(card(page, "Approval rate by method, last 30 days")).toContainText("ID document5 decided40%");
  await page.getByLabel("Period").selectOption("7");
  await expectPeriod(7, { Started: "3", Decided: "3", Approved: "100%3 of 3" }, [2, 2, 2, 2]);
  await expect(card(page, "Approval rate by method, last 7 days")).toContainText("ID document2 decided100%");
  await page.getByLabel("Period").selectOption("90");
  await expectPeriod(
    90,
    {
      Started: "10",
      Approved: "30%3 of 10 started",
      "No decision": "40%4 of 10 started: 0 failed, 4 expired",
    },
    [9, 5, 5, 5],
  );
  await expect(page).toHaveURL(/days=90/);

  // What has another period stands outside, and says its own.
  const governed = page.getByRole("region", { name: "The last 90 days" });
  for (const name of [
    /^Quota, \w+ \d{4}$/,
    "Webhooks, last 24 hours, live and test",
    "Latest verifications",
  ]) {
    await expect(page.getByRole("heading", { name })).toBeVisible();
    await expect(governed.getByRole("heading", { name })).toHaveCount(0);
  }
});

test("a bar is reached by keyboard, says its numbers, and leads to the list of its day", async ({
  page,
  open,
  tenant,
}) => {
  const wanted = await addPast(tenant.id, 3, "approved", 2);
  const [other = ""] = await addPast(tenant.id, 4, "rejected", 1);
  await open();
  const bars = page.getByRole("group", { name: /^Verifications by outcome and day, last 30 days/ });
  await page.getByLabel("Period").focus();
  await page.keyboard.press("Tab");
  await expect(bars.getByRole("link", { name: /^\d+ \w+: 0 in all/ }).last()).toBeFocused();
  for (const key of ["Home", "End", "ArrowLeft", "ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
  const bar = bars.getByRole("link", {
    name: `${dayName(3)}: 2 in all. Approved 2. Show the verifications of this day`,
  });
  await expect(bar).toBeFocused();
  await expect(page.getByText("Click for the verifications of this day")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/verifications\\?from=${dayText(3)}&to=${dayText(3)}&mode=live$`));
  for (const id of wanted) await expect(page.getByRole("link", { name: id })).toBeVisible();
  await expect(page.getByRole("link", { name: other })).toHaveCount(0);
});

test.describe("with a finger", () => {
  test.use({ hasTouch: true });

  test("the first tap on a bar shows its numbers, the second leads to its day", async ({
    page,
    open,
    tenant,
  }) => {
    const [wanted = ""] = await addPast(tenant.id, 3, "approved", 1);
    await open();
    const bar = page.locator(`[data-bar="${dayText(3)}"]`);
    await bar.tap();
    await expect(page.locator("p", { hasText: "verifications of this day" })).toBeVisible();
    await expect(page).toHaveURL(/\/console\/ten_\w+$/);
    await bar.tap();
    await expect(page).toHaveURL(/\/verifications\?from=/);
    await expect(page.getByRole("link", { name: wanted })).toBeVisible();
  });
});

test("a month's bar on the usage page leads to its statement, which says what the amount is made of", async ({
  page,
  open,
  tenant,
}) => {
  await open("usage");
  const months = page.getByRole("group", { name: /^Verifications started by month/ });
  await months.locator("[data-bar]").last().focus();
  await page.keyboard.press("Enter");
  const month = new Date().toISOString().slice(0, 7);
  await expect(page).toHaveURL(new RegExp(`/usage/${month}$`));
  await expect(page.getByText(`${tenant.id.slice(-10).toUpperCase()}-${month}`)).toBeVisible();
  // OPERATOR_NAME is not set here: the host is no seller.
  await expect(page.getByText("Address of the service", { exact: true })).toBeVisible();
  await expect(page.getByText("From", { exact: true })).toHaveCount(0);
  const lines = page.getByRole("table").first();
  await expect(lines.getByRole("row", { name: /^Base price of the plan 1 €0\.00 €0\.00$/ })).toBeVisible();
  await expect(lines.getByRole("row", { name: /^Amount due €0\.00$/ })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const file = await (await download).createReadStream();
  const parts: Buffer[] = [];
  for await (const part of file) parts.push(Buffer.from(part));
  expect(Buffer.concat(parts).toString()).toMatch(/^\uFEFFstatement,\w{10}-\d{4}-\d{2}\r\n/);
});
