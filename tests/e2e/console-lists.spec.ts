import type { Locator, Page } from "@playwright/test";
import pg from "pg";
import { type ConsoleTenant, callApi, expect, openPalette, test } from "./support/console.ts";
import { expectNotice } from "./support/notices.ts";
import { backendOf, type Demo } from "./support/service.ts";

// The four long lists, with more rows than a page: what a filter, a search, "Load more" and time bring into view.

const { E2E_DATABASE_URL: databaseUrl } = process.env;
const PAGE = 50;
const COUNT = 60;
// Longer than the lists' own pause between two looks.
const SOON = { timeout: 20_000 };

const rowsOf = (page: Page, label: string): Locator =>
  page.getByRole("region", { name: label }).locator("tbody tr");

/** Exactly these many rows are in view, and each says this. */
const expectRows = async (rows: Locator, count: number, text?: string | RegExp): Promise<void> => {
  await expect(rows).toHaveCount(count);
  await expect(rows.first()).toBeVisible();
  if (text !== undefined) await expect(rows.filter({ hasText: text })).toHaveCount(count);
};

/** A list's first filter: the server draws it, and on a busy machine its control may not hear the first choice. */
const filterFirst = (page: Page, label: string, value: string): Promise<void> =>
  expect(async () => {
    await page.getByLabel(label, { exact: true }).selectOption(value);
    await expect(page).toHaveURL(new RegExp(`=${value}`), { timeout: 2_000 });
  }).toPass();

const loadMore = (page: Page): Promise<void> => page.getByRole("button", { name: "Load more" }).click();

const toDatabase = async (run: (client: pg.Client) => Promise<unknown>): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await run(client);
  await client.end();
};

/** Sixty verifications, newest last: every third approved, one under age, all with an order. */
const fill = async (demo: Demo, { liveKey }: ConsoleTenant): Promise<string[]> => {
  const backend = backendOf(demo.baseUrl, liveKey);
  const ids: string[] = [];
  for (let n = 0; n < COUNT; n += 1) {
    const { verificationId } = await backend.start({
      metadata: { shop: n % 2 ? "berlin" : "paris", order: `A-${1000 + n}` },
    });
    if (n % 3 === 0) await backend.complete({ verificationId, verifiedAge: n === 0 ? 15 : 30 });
    ids.push(verificationId);
  }
  return ids;
};

test("verifications: filters and searches show what matches, more is loaded, and what is new comes by itself", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  test.slow();
  const ids = await fill(demo, tenant);
  const backend = backendOf(demo.baseUrl, tenant.liveKey);
  const rows = rowsOf(page, "Verifications, newest first");
  const rowOf = (id = ""): Locator => rows.filter({ has: page.locator(`a[href$="${id}"]`) });
  const mode = (name: string): Locator =>
    page.getByRole("complementary").getByRole("radio", { name, exact: true });
  await open("verifications");
  await expectRows(rows, PAGE);

  await page.getByLabel("State", { exact: true }).selectOption("completed");
  await expectRows(rows, 20, /Approved|Under age/);
  await expect(rows.filter({ hasText: "Under age" })).toHaveCount(1);
  await page.getByLabel("State", { exact: true }).selectOption("");
  await expectRows(rows, PAGE);
  await page.getByLabel("Method", { exact: true }).selectOption("tenant");
  await expectRows(rows, 20, /Approved|Under age/);
  await mode("Test").check();
  await expect(page.getByText("No verifications match these filters")).toBeVisible();
  await mode("Live").check();
  await expectRows(rows, 20, /Approved|Under age/);

  await page.getByRole("button", { name: "Clear" }).click();
  await expectRows(rows, PAGE);
  await page.getByLabel("Search by id or metadata value").fill("a-1007");
  await expectRows(rows, 1);
  await expect(rowOf(ids[7])).toBeVisible();
  await page.getByLabel("Search by id or metadata value").fill(ids[11] ?? "");
  await expect(rowOf(ids[11])).toBeVisible();
  await expectRows(rows, 1);
  await page.getByLabel("Search by id or metadata value").fill("berlin");
  await expectRows(rows, COUNT / 2);
  await page.getByRole("button", { name: "Clear" }).click();
  // As slowly as the box waits before it searches: the address follows while the next letter is typed.
  const search = page.getByLabel("Search by id or metadata value");
  await expect(search).toHaveValue("");
  await search.pressSequentially("hamburg-12", { delay: 360 });
  await expect(page).toHaveURL(/hamburg-12/);
  await expect(search).toHaveValue("hamburg-12");
  await page.getByRole("button", { name: "Clear" }).first().click();

  await expectRows(rows, PAGE);
  await expect(rowOf(ids[9])).toHaveCount(0);
  await loadMore(page);
  await expectRows(rows, COUNT);
  // Row 51, and the last.
  await expect(rows.nth(50).getByRole("link", { name: ids[9] ?? "" })).toBeVisible();
  await expect(rowOf(ids[0])).toBeVisible();
  await expect(page.getByText(`All ${COUNT} verifications`)).toBeVisible();

  await rowOf(ids[5]).scrollIntoViewIfNeeded();
  const { verificationId } = await backend.start();
  await expect(rowOf(verificationId)).toBeVisible(SOON);
  await expectRows(rows, COUNT + 1);
  await expect(rowOf(ids[5])).toBeInViewport();
  await backend.complete({ verificationId, verifiedAge: 40 });
  await expect(rowOf(verificationId)).toContainText("Approved", SOON);

  await page.getByRole("link", { name: "API keys" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
  const meanwhile = (await backend.start()).verificationId;
  await page.getByRole("link", { name: "Verifications" }).click();
  await expect(rowOf(meanwhile)).toBeVisible({ timeout: 5_000 });
});

test("deliveries: filters show what matches, more is loaded, and what is new comes by itself", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  test.slow();
  const url = "https://hooks.example.com/orders";
  await callApi(page, tenant.id, "webhooks.createEndpoint", { url });
  const backend = backendOf(demo.baseUrl, tenant.liveKey);
  const finish = async (): Promise<string> => {
    const { verificationId } = await backend.start();
    await backend.complete({ verificationId, verifiedAge: 30 });
    return verificationId;
  };
  const ids: string[] = [];
  for (let n = 0; n < COUNT; n += 1) ids.push(await finish());
  // The worker has its hands off what has ended.
  await toDatabase((client) =>
    client.query(
      `update webhook_delivery d set status = case when n.n % 2 = 0 then 'delivered' else 'failed' end::delivery_status,
         attempt = 3, last_status = case when n.n % 2 = 0 then 200 else 500 end, ended_at = now()
       from (select id, row_number() over (order by id) as n from webhook_delivery where tenant_id = $1) n
       where d.id = n.id`,
      [tenant.id],
    ),
  );
  const rows = rowsOf(page, "Deliveries, newest first");
  await open("webhooks/deliveries");
  await expectRows(rows, PAGE);

  await filterFirst(page, "State", "failed");
  await expectRows(rows, COUNT / 2, /Failed.*HTTP 500/);
  await page.getByLabel("State", { exact: true }).selectOption("delivered");
  await expectRows(rows, COUNT / 2, /Delivered.*HTTP 200/);
  await page.getByLabel("State", { exact: true }).selectOption("");
  await page.getByLabel("Event", { exact: true }).selectOption("verification.expired");
  await expect(page.getByText("No deliveries found")).toBeVisible();
  await page.getByLabel("Event", { exact: true }).selectOption("verification.completed");
  await expectRows(rows, PAGE, "completed");
  await page.getByLabel("Search by verification id").fill(ids[3] ?? "");
  await expectRows(rows, 1, "completed");
  await rows.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/deliveries\/dlv_/);
  await expect(page.getByRole("link", { name: ids[3] ?? "" })).toBeVisible();
  await page.goBack();
  await expectRows(rows, 1);
  await page.getByRole("button", { name: "Clear" }).click();

  await expectRows(rows, PAGE);
  await loadMore(page);
  await expectRows(rows, COUNT);
  await expect(page.getByText(`All ${COUNT} deliveries`)).toBeVisible();
  await finish();
  await expect(rows).toHaveCount(COUNT + 1, SOON);
});

test("logs: filters show what matches, more is loaded, and a new line comes by itself", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  test.slow();
  const ids = await fill(demo, tenant);
  const backend = backendOf(demo.baseUrl, tenant.liveKey);
  await expect(backend.status("ver_nonsense")).rejects.toThrow("404");
  const lines = COUNT + COUNT / 3 + 1;
  const written = async (): Promise<number> => {
    const { logs } = (await callApi(page, tenant.id, "reports.logs", { limit: 100 })) as { logs: unknown[] };
    return logs.length;
  };
  await expect.poll(written).toBe(lines);
  const rows = rowsOf(page, "API requests, newest first");
  await open("logs");
  await expectRows(rows, PAGE);

  await filterFirst(page, "Status", "4xx");
  await expectRows(rows, 1, /404.*\/verify\/status.*VERIFICATION_NOT_FOUND/);
  await page.getByLabel("Status", { exact: true }).selectOption("");
  await page.getByLabel("Endpoint", { exact: true }).selectOption("/verify/complete");
  await expectRows(rows, COUNT / 3, "/verify/complete");
  await page.getByLabel("Endpoint", { exact: true }).selectOption("");
  await page.getByLabel("HTTP method", { exact: true }).selectOption("GET");
  await expectRows(rows, 1, "GET /verify/status");
  await page.getByLabel("HTTP method", { exact: true }).selectOption("");
  await page.getByLabel("From", { exact: true }).fill("2026-01-01");
  await expectRows(rows, PAGE);
  await page.getByLabel("To", { exact: true }).fill("2026-01-02");
  await expect(page.getByText("No requests match these filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).click();

  await expectRows(rows, PAGE);
  await loadMore(page);
  await expectRows(rows, lines);
  await expect(page.getByText(`All ${lines} requests`)).toBeVisible();

  const refused: number[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/api/trpc/") && !response.ok()) refused.push(response.status());
  });
  await backend.status(ids[0] ?? "");
  await expect(rows).toHaveCount(lines + 1, SOON);
  await expect(rows.first()).toContainText("GET /verify/status");
  expect(refused).toEqual([]);
});

test("audit: filters show what matches, more is loaded, and a new entry comes by itself", async ({
  page,
  open,
  tenant,
}) => {
  test.slow();
  const createKey = (n: number) =>
    callApi(page, tenant.id, "keys.create", { mode: "test", name: `Key ${n}` });
  for (let n = 0; n < COUNT; n += 1) await createKey(n);
  await callApi(page, tenant.id, "settings.update", { minimumAge: 21 });
  const rows = rowsOf(page, "Audit trail, newest first");
  await open("audit");
  await expectRows(rows, PAGE);

  await filterFirst(page, "What", "settings");
  await expectRows(rows, 1, /Changed settings.*21/);
  await page.getByLabel("What", { exact: true }).selectOption("");
  await page.getByLabel("Who", { exact: true }).selectOption({ label: "Operator" });
  await expect(rows.filter({ hasText: "Created the tenant" })).toBeVisible();
  await expect(rows.filter({ hasText: "Created an API key" }).filter({ hasText: "Ada" })).toHaveCount(0);
  await page.getByLabel("Who", { exact: true }).selectOption({ label: "Ada Demo" });
  await expectRows(rows, PAGE, "Ada Demo");
  await page.getByRole("button", { name: "Clear" }).click();

  await loadMore(page);
  await expect(rows.filter({ hasText: "Created the tenant" })).toBeVisible();
  const all = await rows.count();
  expect(all).toBeGreaterThan(COUNT);
  await expect(page.getByText(`All ${all} entries`)).toBeVisible();
  // Ada may sign in for another test meanwhile.
  const own = rows.filter({ hasNotText: "Signed in" });
  const before = await own.count();
  await callApi(page, tenant.id, "settings.update", { minimumAge: 23 });
  await expect(own.first()).toContainText(/Changed settings.*23/, SOON);
  await expect(own).toHaveCount(before + 1);
});

test("the chosen key names verifications in lists, on their page and in the palette", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  const backend = backendOf(demo.baseUrl, tenant.liveKey);
  const { verificationId } = await backend.start({ metadata: { shop: "berlin", order: "A-W1042" } });
  const unnamed = (await backend.start({ metadata: { shop: "paris" } })).verificationId;
  const rows = rowsOf(page, "Verifications, newest first");
  await open("verifications");
  // No key is chosen: everything that fits is there to read.
  await expect(rows.filter({ hasText: "shop berlin" })).toContainText("order A-W1042");

  await open("settings");
  const section = page.getByRole("form", { name: "Lists" });
  await section.getByLabel("Metadata key").fill("order");
  await section.getByRole("button", { name: "Save" }).click();
  await expectNotice(page, "Settings saved");

  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await open("verifications");
    await expect(page.getByRole("columnheader", { name: "order" })).toBeVisible();
    await expect(page.getByRole("link", { name: "A-W1042" })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("link", { name: unnamed })).toBeVisible();
  }
  await page.getByRole("link", { name: "A-W1042" }).click();
  await expect(page).toHaveURL(new RegExp(`${verificationId}$`));
  await expect(page.getByRole("heading", { level: 1, name: "A-W1042" })).toBeVisible();

  // No other tenant's name, of hexadecimal digits, can have what is typed.
  const options = page.getByRole("listbox", { name: "Results" }).getByRole("option");
  for (const typed of ["a-w1042", "w1042", verificationId]) {
    await open();
    await openPalette(page);
    await page.keyboard.type(typed);
    await expect(options).toHaveText([/A-W1042.*Verification/]);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`${verificationId}$`));
  }
  await openPalette(page);
  await page.keyboard.type("ver_nonsense");
  await expect(page.getByText("No results")).toBeVisible();
  await expect(options).toHaveCount(0);
});

test("a part of an order number that nothing has whole shows the latest that have it", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  const backend = backendOf(demo.baseUrl, tenant.liveKey);
  const { verificationId } = await backend.start({ reference: "ORD-2026-0042" });
  await backend.start({ reference: "ORD-2026-0077" });
  await open("verifications?search=0042");
  await expect(page.getByText("No verifications match these filters")).toBeVisible();
  const rows = rowsOf(page, "The latest with “0042” as a part of the reference");
  await expectRows(rows, 1);
  // One link is for a phone, the other for wider screens.
  await expect(rows.locator(`a[href$="${verificationId}"]`).filter({ visible: true })).toHaveCount(1);
});
