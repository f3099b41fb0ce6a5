import type { Page } from "@playwright/test";
import pg from "pg";
import { z } from "zod";
import { copyEvents } from "../support/webhooks/copy-events.ts";
import { type ConsoleTenant, callApi, expect } from "./support/console.ts";
import { expectNotice } from "./support/notices.ts";
import type { Demo } from "./support/service.ts";
import { certificate, choosePlan, databaseUrl, finish, test, toDatabase } from "./support/webhooks.ts";

test.skip(certificate === "", "the service that E2E_DEMO names does not know the receiver's authority");

// Longer than the page's own pause between two looks.
const SOON = { timeout: 25_000 };
const endpointMade = z.object({ endpoint: z.object({ id: z.string() }) });

type Orders = { url: string; orders: readonly string[] };

/** An endpoint that was turned off before these orders came in. */
const missedBy = async (page: Page, tenant: ConsoleTenant, demo: Demo, wish: Orders): Promise<string> => {
  const made = await callApi(page, tenant.id, "webhooks.createEndpoint", { url: wish.url });
  const { endpoint } = endpointMade.parse(made);
  await callApi(page, tenant.id, "webhooks.disableEndpoint", { endpointId: endpoint.id });
  for (const order of wish.orders) await finish(demo, tenant, order);
  return endpoint.id;
};

/** The opening of most tests here: a tenant that may send again, in the console, and what it missed. */
const paidAndMissed = async (
  {
    page,
    open,
    tenant,
    demo,
  }: { page: Page; open: () => Promise<unknown>; tenant: ConsoleTenant; demo: Demo },
  wish: Orders,
): Promise<string> => {
  test.slow();
  await choosePlan(demo, tenant, "growth");
  await open();
  return missedBy(page, tenant, demo, wish);
};

/** The delivery of an order, as time or a receiver would have made it. */
const alter = (tenant: ConsoleTenant, order: string, to: string): Promise<void> =>
  toDatabase(
    `update webhook_delivery d set ${to} from event e
      where e.id = d.event_id and d.tenant_id = $1 and e.body like '%' || $2 || '%'`,
    [tenant.id, `"${order}"`],
  );
const LONG_AGO = "id = 'dlv_0100000000' || substr(d.id, 15)";
const FAILED = "status = 'failed', ended_at = now(), last_status = 500, first_attempt_at = now()";

const partsOf = (page: Page) => {
  const card = page.locator("section").filter({ has: page.getByRole("heading", { name: "Send again" }) });
  const rows = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Latest live deliveries" }) })
    .locator("tbody tr");
  return {
    card,
    since: card.getByLabel("Since"),
    button: card.getByRole("button"),
    rowsOf: (state: string) => rows.filter({ hasText: state }),
    turn: async (which: "on" | "off") => {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: `Turn ${which}` }).click();
    },
  };
};

test("what an endpoint missed while it was off is counted, and sent again by kind, since a time, or all", async ({
  page,
  open,
  tenant,
  demo,
  receiver,
}) => {
  const url = receiver.url("/hook", "localhost");
  const id = await paidAndMissed(
    { page, open, tenant, demo },
    { url, orders: ["A-old", "A-failed", "A-new"] },
  );
  await alter(tenant, "A-old", LONG_AGO);
  await alter(tenant, "A-failed", FAILED);
  const { card, since, button, rowsOf, turn } = partsOf(page);
  const orders = (): unknown[] =>
    receiver.requests.map(({ body }) => JSON.parse(String(body)).metadata.order).sort();

  await open(`webhooks/${id}`);
  await expect(card.getByLabel("1 failed")).toBeChecked();
  await expect(card.getByLabel("2 cancelled")).toBeChecked();
  await expect(rowsOf("Cancelled")).toHaveCount(2);
  await expect(button).toHaveText("Send 3 events again");
  await expect(button).toHaveAccessibleDescription("Turn the endpoint on first.");
  await turn("on");
  await expect(button).not.toHaveAttribute("aria-disabled", "true");
  expect(receiver.requests).toEqual([]);

  await since.selectOption({ label: "Last 24 hours" });
  await expect(card.getByLabel("1 cancelled")).toBeChecked();
  await card.getByLabel("1 failed").uncheck();
  await expect(button).toHaveText("Send 1 event again");
  await button.click();
  const question = page.getByRole("dialog", { name: "Send 1 event again?" });
  await expect(question).toContainText(
    "Your endpoint will receive 1 cancelled event again, the oldest first.",
  );
  await question.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("Sending 1 event again")).toBeVisible();
  await expect.poll(orders, SOON).toEqual(["A-new"]);
  await expect(card.getByLabel("0 cancelled")).toBeVisible();
  await expect(button).toHaveAccessibleDescription("There is nothing to send again.");
  await expect(rowsOf("Delivered")).toHaveCount(1, SOON);

  await card.getByLabel("1 failed").check();
  await since.selectOption({ label: "Everything kept" });
  await expect(button).toHaveText("Send 2 events again");
  await button.click();
  await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("Sending 2 events again")).toBeVisible();
  await expect.poll(orders, SOON).toEqual(["A-failed", "A-new", "A-old"]);
  await expect(card.getByText("Nothing is missing")).toBeVisible();
  await expect(button).toHaveAccessibleDescription("There is nothing to send again.");
  await card.getByLabel("Delivered as well").check();
  await expect(card.getByLabel("3 delivered")).toBeChecked();
  await expect(button).toHaveText("Send 3 events again");
  await expect(rowsOf("Delivered")).toHaveCount(3, SOON);
  expect(new Set(receiver.requests.map(({ headers }) => headers["x-event-id"])).size).toBe(3);
});

test("a cancelled delivery's page sends it again once its endpoint is on", async ({
  page,
  open,
  tenant,
  demo,
  receiver,
}) => {
  const url = receiver.url("/hook", "localhost");
  const endpointId = await paidAndMissed({ page, open, tenant, demo }, { url, orders: ["A-1042"] });
  await open("webhooks/deliveries?status=cancelled");
  await page.getByRole("link", { name: "verification.completed" }).click();
  const again = page.getByRole("button", { name: "Send again" });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Cancelled");
  await expect(page.getByText("None yet.")).toBeVisible();
  await expect(again).toHaveAccessibleDescription("Turn its endpoint on first.");

  await callApi(page, tenant.id, "webhooks.enableEndpoint", { endpointId });
  await page.reload();
  await expect(again).not.toHaveAttribute("aria-disabled", "true");
  await again.click();
  await expectNotice(page, "Sending it again");
  await expect(page.getByText("Attempt 1")).toBeVisible(SOON);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Delivered");
  // A server that lost what it had accepted gets it once more, under the same id.
  await again.click();
  await expect(page.getByText("Attempt 2")).toBeVisible(SOON);
  expect(receiver.requests.map(({ headers }) => headers["x-delivery-attempt"])).toEqual(["1", "2"]);
  expect(new Set(receiver.requests.map(({ headers }) => headers["x-event-id"])).size).toBe(1);
});

test("who may not send again is told why: the plan, the account, the role", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  await open();
  const url = "https://hooks.example.com/orders";
  const id = await missedBy(page, tenant, demo, { url, orders: ["A-1042"] });
  const { button } = partsOf(page);
  const role = (name: string) =>
    toDatabase("update membership set role = $2::role where tenant_id = $1", [tenant.id, name]);

  await open(`webhooks/${id}`);
  await expect(button).toHaveAccessibleDescription(/^The free plan does not include manual retries/);
  await choosePlan(demo, tenant, "growth");
  await page.reload();
  await expect(button).toHaveAccessibleDescription("Turn the endpoint on first.");

  // Support may send again, but not turn it on.
  await role("support");
  await page.reload();
  await expect(button).toHaveAccessibleDescription("Turn the endpoint on first.");
  await expect(page.getByRole("button", { name: "Edit" })).toHaveAccessibleDescription(/Your role, support/);
  await role("viewer");
  await page.reload();
  await expect(page.getByText("You do not have access to this page")).toBeVisible();
  await expect(button).toHaveCount(0);
});

test("ten thousand and more are counted in full, and a click sends the oldest of them", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  const url = `https://hooks.example.com/${"orders-of-the-whole-of-europe/".repeat(10)}`.slice(0, 300);
  const id = await paidAndMissed({ page, open, tenant, demo }, { url, orders: ["A-1042"] });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  await copyEvents({ db: { pool } }, 10_016, tenant.id);
  await pool.end();
  await page.setViewportSize({ width: 390, height: 844 });
  await open(`webhooks/${id}`);
  const { card, button } = partsOf(page);
  await expect(card.getByLabel("10,017 cancelled")).toBeChecked();
  await expect(button).toHaveText("Send the oldest 10,000 events again");
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await sideways()).toBe(0);
});
