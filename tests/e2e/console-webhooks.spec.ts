import { answerStatus } from "../support/webhooks/receiver-behaviours.ts";
import { expect } from "./support/console.ts";
import { expectNotice } from "./support/notices.ts";
import { certificate, choosePlan, finish, test, toDatabase } from "./support/webhooks.ts";

test.skip(certificate === "", "the service that E2E_DEMO names does not know the receiver's authority");

/** What a day of failed attempts leaves: the next one is the last, and due. */
const letADayPass = (tenantId: string): Promise<void> =>
  toDatabase(
    `update webhook_delivery set scheduled = 6, first_attempt_at = now() - interval '25 hours', next_attempt_at = now()
      where tenant_id = $1 and status = 'pending'`,
    [tenantId],
  );

test("a webhook reaches a real receiver, fails, and is sent again where the plan allows it", async ({
  page,
  open,
  tenant,
  demo,
  receiver,
}) => {
  test.slow();
  const dialog = page.getByRole("dialog");

  await open("webhooks");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await dialog.getByLabel("Address").fill(receiver.url("/hook", "localhost"));
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  await page.getByRole("link", { name: receiver.url("/hook", "localhost") }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect.poll(() => receiver.requests.length).toBe(1);
  await expect(page.getByText("200").first()).toBeVisible();

  await finish(demo, tenant, "A-1042");
  await expect.poll(() => receiver.requests.length).toBe(2);
  expect(String(receiver.requests[1]?.body)).toContain('"order":"A-1042"');
  await open("webhooks/deliveries");
  await page.getByRole("link", { name: "verification.completed" }).click();
  await expect(page.getByText("Attempt 1")).toBeVisible();
  await expect(page.getByText("status 200")).toBeVisible();
  await expect(page.getByText('"order": "A-1042"')).toBeVisible();

  receiver.answerWith(answerStatus(500));
  await finish(demo, tenant, "A-1042");
  await expect.poll(() => receiver.requests.length).toBe(3);
  await letADayPass(tenant.id);
  await expect.poll(() => receiver.requests.length, { timeout: 20_000 }).toBe(4);
  await open("webhooks/deliveries?status=failed");
  await page.getByRole("link", { name: "verification.completed" }).click();
  await expect(page.getByText("Attempt 2")).toBeVisible();
  await expect(page.getByText("status 500").first()).toBeVisible();
  const again = page.getByRole("button", { name: "Send again" });
  await expect(again).toHaveAttribute("aria-disabled", "true");
  await expect(again).toHaveAccessibleDescription(/The free plan does not include manual retries/i);

  await choosePlan(demo, tenant, "growth");
  receiver.answerWith(answerStatus(200));
  await page.reload();
  await again.click();
  await expectNotice(page, "Sending it again");
  await expect(page.getByText("Attempt 3")).toBeVisible();
  await expect(page.getByText("Manual", { exact: true })).toBeVisible();
  await expect.poll(() => receiver.requests.length).toBe(5);
  await again.click();
  await expect(page.getByText("Attempt 4")).toBeVisible();
  await expect.poll(() => receiver.requests.length).toBe(6);
  expect(receiver.requests[5]?.body).toEqual(receiver.requests[4]?.body);
});
