import { violations } from "./support/axe.ts";
import { callApi, expect, isAwake } from "./support/console.ts";
import { certificate, test, toDatabase } from "./support/webhooks.ts";

test.skip(certificate === "", "the service that E2E_DEMO names does not know the receiver's authority");

const PHONE = { width: 390, height: 844 };

test("every event of the catalogue has its schema and an example, and is sent to the chosen endpoint", async ({
  page,
  open,
  tenant,
  receiver,
}, info) => {
  test.slow();
  await open("webhooks");
  await page.getByRole("link", { name: "Event catalogue" }).click();
  const send = page.getByRole("button", { name: /^Send this to me/ });
  await expect(send.first()).toHaveAccessibleDescription("Add an endpoint to send it to first.");
  for (const path of ["/one", "/two"])
    await callApi(page, tenant.id, "webhooks.createEndpoint", { url: receiver.url(path, "localhost") });
  await page.reload();
  await isAwake(page);
  const names = await send.evaluateAll((buttons) =>
    buttons.map((button) => button.textContent?.replace("Send this to me ", "") ?? ""),
  );
  expect(names).toEqual(expect.arrayContaining(["verification.completed", "endpoint.failing"]));
  await page.getByLabel("Send examples to").selectOption({ label: receiver.url("/two", "localhost") });
  // A tenant sends ten samples a minute.
  const sent = names.slice(0, 10);
  for (const [at, name] of sent.entries()) {
    await page.getByRole("button", { name: `Send this to me ${name}` }).click();
    await expect.poll(() => receiver.requests.length).toBe(at + 1);
  }
  expect(receiver.requests.map(({ path }) => path)).toEqual(sent.map(() => "/two"));
  await expect(page.getByText(/^Your server answered HTTP 200/)).toHaveCount(sent.length);
  await page.getByText("JSON Schema").first().click();
  await expect(page.getByText('"properties"').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0);
  await page.screenshot({ path: info.outputPath("catalogue-phone.png") });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot({ path: info.outputPath("catalogue-dark.png") });

  await toDatabase("update membership set role = 'support' where tenant_id = $1", [tenant.id]);
  await page.reload();
  await expect(send.first()).toHaveAccessibleDescription(/Your role, support/);
  await toDatabase("update membership set role = 'viewer' where tenant_id = $1", [tenant.id]);
  await page.reload();
  await expect(page.getByText("You do not have access to this page")).toBeVisible();
});
