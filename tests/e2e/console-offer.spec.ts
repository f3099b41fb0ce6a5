import { violations } from "./support/axe.ts";
import { expect, test } from "./support/console.ts";
import { publishPolicy } from "./support/service.ts";

// What a policy decides is not asked for anywhere else.

test("under a policy the settings say which version decides, and save only what counts", async ({
  page,
  tenant,
  demo,
  open,
}) => {
  await open("settings");
  await expect(page.getByRole("group", { name: "Methods" })).toBeVisible();
  const methods = [
    { id: "document", use: "offer" },
    { id: "age_key", use: "offer" },
  ];
  const ways = ["camera", "phone", "either"].map((what) => `no_way_without_${what}`);
  await publishPolicy(demo, tenant.id, {
    policy: { default: { methods } },
    acceptedWarnings: [...ways, "document_only", "one_way_only", "too_few_choices"],
  });

  await open("settings");
  await expect(page.getByText("decides the methods and the attempts")).toBeVisible();
  await expect(page.getByRole("group", { name: "Methods" })).toHaveCount(0);
  await expect(page.getByLabel("Attempts")).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/settings-policy.png`, fullPage: true });
  const sent = page.waitForRequest((request) => request.url().includes("settings.update"));
  await page.getByLabel("Minimum age").fill("21");
  await page.getByRole("button", { name: "Save" }).first().click();
  const body = (await sent).postData() ?? "";
  expect(body).toContain('"minimumAge":21');
  expect(body).not.toMatch(/methods|maxAttempts/);
  await expect(page.getByText("Not saved yet")).toBeHidden();
  await page.reload();
  await expect(page.getByLabel("Minimum age")).toHaveValue("21");

  await open("vouchers");
  await page.getByRole("link", { name: "Add “Voucher” to the methods of your policy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Policy" })).toBeVisible();
});
