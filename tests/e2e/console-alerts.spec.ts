import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { createId, ID_RANDOM_BYTES } from "#core/ids.ts";
import { withClient } from "../../scripts/lib/database.ts";
import { violations } from "./support/axe.ts";
import { callApi, expect, test } from "./support/console.ts";

const SLACK = "https://hooks.slack.com/services/T0000/B0000/never-shown-again";
const HOUR_MS = 3_600_000;

/** An endpoint that has failed for an hour, with its alert, and an alert that is over. A worker finds the same and adds none. */
const makeAlerts = async (page: Page, tenantId: string): Promise<string> => {
  const made = await callApi(page, tenantId, "webhooks.createEndpoint", {
    url: "https://hooks.example.com/",
  });
  const { endpoint } = made as { endpoint: { id: string } };
  const began = new Date(Date.now() - HOUR_MS);
  const idAt = (at: Date): string => createId("alert", at, randomBytes(ID_RANDOM_BYTES));
  await withClient(process.env.E2E_DATABASE_URL ?? "", async (client) => {
    await client.query("begin");
    await client.query("update webhook_endpoint set failing_since = $2 where id = $1", [endpoint.id, began]);
    await client.query(
      `insert into alert (id, tenant_id, rule, subject, detail, raised_at, last_seen_at, resolved_at, end_reason) values
       ($1, $2, 'endpoint_failing', $3, '{"host": "hooks.example.com", "since": "this morning"}', $4, now(), null, null),
       ($5, $2, 'key_expiring', 'key_gone', '{"name": "Server", "until": "yesterday"}', $4, $4, now(), 'ran_out')`,
      [idAt(new Date()), tenantId, endpoint.id, began, idAt(began)],
    );
    await client.query("commit");
  });
  return endpoint.id;
};

const shoot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true });
};

/** Both themes, wide and narrow: nothing breaks WCAG, and nothing scrolls sideways. */
const looksWhole = async (page: Page, name: string): Promise<void> => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
      expect([name, width, await page.evaluate(isWide)]).toEqual([name, width, false]);
      expect(await violations(page)).toEqual([]);
      await shoot(page, `alerts-${name}-${colorScheme}-${width}`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 844 });
};

test("the list says what is open and past, filters, and leads to the page that mends it", async ({
  page,
  open,
  tenant,
}) => {
  test.slow(); // a dozen looks with axe
  await open("alerts");
  await expect(page.getByText("No alerts", { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const endpointId = await makeAlerts(page, tenant.id);
  await open("alerts");
  const failing = page.getByRole("row", { name: /A webhook endpoint is failing/ });
  const over = page.getByRole("row", { name: /An API key expires within 14 days/ });
  await expect(failing).toContainText("Open");
  await expect(failing).toContainText("fix your receiver");
  await expect(over).toContainText("Past");
  await expect(over).toContainText("It ended because the key has expired: calls with it are refused.");
  await expect(
    page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: /^Alerts/ }),
  ).toHaveText(/1 open/);
  await looksWhole(page, "list");
  await page.getByRole("combobox", { name: "State" }).selectOption("past");
  await expect(failing).toBeHidden();
  await expect(over).toBeVisible();
  await page.getByRole("combobox", { name: "State" }).selectOption("open");
  await expect(over).toBeHidden();
  await page.getByRole("combobox", { name: "Rule" }).selectOption("quota_80");
  await expect(page.getByText("No alerts match these filters")).toBeVisible();
  await page.getByRole("combobox", { name: "Rule" }).selectOption("endpoint_failing");
  await failing.getByRole("link", { name: "Open the endpoint" }).click();
  await page.waitForURL(new RegExp(`/webhooks/${endpointId}`));
});

test("a developer's rules and channels are saved, tried and removed, and the address is never shown", async ({
  page,
  open,
}) => {
  test.slow();
  await open("alerts");
  await page.getByRole("link", { name: "Rules and channels" }).click();
  const rule = page.getByRole("checkbox", { name: /80% of this month/ });
  await rule.uncheck();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(rule).toBeChecked();
  await rule.uncheck();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Not saved yet")).toBeHidden();
  await page.reload();
  await expect(rule).not.toBeChecked();

  await page.getByRole("button", { name: "Set address" }).click();
  const dialog = page.getByRole("dialog", { name: "Set the Slack address" });
  await dialog.getByRole("textbox").fill("https://slack.example.com/hook");
  await dialog.getByRole("button", { name: "Save address" }).click();
  await expect(dialog.getByText(/expected the address of an incoming webhook/).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("textbox").fill(SLACK);
  await dialog.getByRole("button", { name: "Save address" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Replace address" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Replace address" })).toBeVisible();
  expect(await page.content()).not.toContain("never-shown-again");
  await page.getByRole("button", { name: "Send a test" }).click();
  // Slack is not to be reached from here.
  await expect(page.getByText(/Slack did not take the test/)).toBeVisible();
  await looksWhole(page, "rules");
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Remove the Slack address?" });
  await question.getByRole("button", { name: "Remove address" }).click();
  await expect(page.getByRole("button", { name: "Set address" })).toBeVisible();
});

test("a member chooses e-mails and quiet hours in their own zone", async ({ page, open }) => {
  test.slow();
  await open("alerts?view=mine");
  await page.getByRole("checkbox", { name: "Quiet hours" }).check();
  const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  await expect(page.getByRole("combobox", { name: "Time zone" })).toHaveValue(zone);
  await page.getByLabel("To", { exact: true }).fill("22:00");
  await expect(page.getByRole("alert").filter({ hasText: "are the same time" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel("From", { exact: true }).fill("21:30");
  await page.getByLabel("To", { exact: true }).fill("06:15");
  await page.getByRole("combobox", { name: "Time zone" }).selectOption("Asia/Tokyo");
  await page.getByRole("checkbox", { name: "Urgent alerts pass" }).uncheck();
  await page.getByRole("checkbox", { name: "A certificate expires within 30 days" }).uncheck();
  await looksWhole(page, "mine");
  await page.getByRole("link", { name: "Rules and channels" }).click();
  await page.getByRole("button", { name: "Stay on this page" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Not saved yet")).toBeHidden();
  await page.reload();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("21:30");
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("06:15");
  await expect(page.getByRole("combobox", { name: "Time zone" })).toHaveValue("Asia/Tokyo");
  await expect(page.getByRole("checkbox", { name: "Urgent alerts pass" })).not.toBeChecked();
  await expect(
    page.getByRole("checkbox", { name: "A certificate expires within 30 days" }),
  ).not.toBeChecked();
  await page.getByRole("checkbox", { name: "Send me alerts by e-mail" }).uncheck();
  await expect(page.getByRole("checkbox", { name: "Quiet hours" })).toBeHidden();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Not saved yet")).toBeHidden();
});
