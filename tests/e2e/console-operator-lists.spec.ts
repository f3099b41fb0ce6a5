import { readFileSync } from "node:fs";
import { withClient } from "../../scripts/lib/database.ts";
import { callApi, isAwake, newTenant } from "./support/console.ts";
import { databaseUrl } from "./support/fill-tenant.ts";
import { expect, openOperator, test } from "./support/operator.ts";

// Long lists, small screens, and two people at once.

const MORE_THAN_A_PAGE = 130;

/** Tenants of this test's own, beside all others. @returns their ids */
const manyTenants = async (): Promise<string[]> => {
  const mark = crypto.randomUUID().replaceAll("-", "").slice(0, 20);
  const ids = Array.from(
    { length: MORE_THAN_A_PAGE },
    (_, index) => `ten_${mark}${String(index).padStart(6, "0")}`,
  );
  await withClient(databaseUrl(), (client) =>
    client.query(
      `insert into tenant (id, name, created_at, updated_at)
       select id, 'Many ' || id, now(), now() from unnest($1::text[]) id`,
      [ids],
    ),
  );
  return ids;
};

test("usage says how many tenants there are, loads more, and its CSV has every one", async ({ olivia }) => {
  const ids = await manyTenants();
  await openOperator(olivia, "usage");
  const first = olivia.getByText(/^The first 100 of [\d,]+ tenants$/);
  await expect(first).toBeVisible();
  await expect(olivia.getByRole("columnheader", { name: "Due" }).getByRole("button")).toHaveCount(0);
  const table = olivia.getByRole("region", { name: "Usage by tenant" });
  await olivia.getByRole("button", { name: "Load more" }).click();
  await expect(first).toBeHidden();
  await expect.poll(() => table.getByRole("row").count()).toBeGreaterThan(101);
  const [download] = await Promise.all([
    olivia.waitForEvent("download"),
    olivia.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^usage-\d{4}-\d\d\.csv$/);
  const text = readFileSync(await download.path(), "utf8");
  for (const id of ids) expect(text).toContain(`${id},`);
});

test("two operators who open one tenant's plan: the second hears of the first, and overwrites nothing", async ({
  olivia,
  demo,
}) => {
  const { id } = await newTenant(demo, `Shop ${crypto.randomUUID().slice(0, 8)}`);
  const other = await olivia.context().newPage();
  const dialogOf = (page: typeof olivia) => page.getByRole("dialog", { name: "Change plan" });
  for (const page of [olivia, other]) {
    await openOperator(page, `tenants/${id}`);
    await page.getByRole("button", { name: "Change plan" }).click();
    await expect(dialogOf(page)).toBeVisible();
  }
  await dialogOf(olivia).getByLabel("Plan", { exact: true }).selectOption({ label: "Growth" });
  await dialogOf(olivia).getByRole("button", { name: "Change plan" }).click();
  await expect(dialogOf(olivia)).toBeHidden();
  await dialogOf(other).getByLabel("Plan", { exact: true }).selectOption({ label: "Scale" });
  await dialogOf(other).getByRole("button", { name: "Change plan" }).click();
  await expect(
    dialogOf(other).getByText(/^You changed the plan of this tenant in another window/),
  ).toBeVisible();
  await other.reload();
  await isAwake(other);
  await expect(other.getByText(/^Growth with/)).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("prices are whole", async ({ olivia }) => {
    await openOperator(olivia, "usage");
    const prices = olivia.getByRole("region", { name: "Prices" });
    for (const plan of ["Free", "Growth", "Scale"])
      await expect(prices.getByRole("listitem").filter({ hasText: plan }).first()).toBeVisible();
    expect(await prices.evaluate((table) => table.scrollWidth - table.clientWidth)).toBe(0);
  });

  test("the list of keys says which are limited to networks", async ({ page, open, tenant }) => {
    await open("keys");
    const limited = { mode: "live", name: "Limited", networks: ["203.0.113.0/24"] };
    await callApi(page, tenant.id, "keys.create", limited);
    await page.reload();
    const rows = page.getByRole("row").filter({ hasText: "From some networks only" });
    await expect(
      rows.filter({ hasText: "Limited" }).getByText("From some networks only").first(),
    ).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: "First live key" })).not.toContainText("From some");
  });
});
