import { z } from "zod";
import { violations } from "./support/axe.ts";
import { callApi, expect, test } from "./support/console.ts";
import { sample } from "./support/fixtures.ts";
import { backendOf } from "./support/service.ts";

const POLICY = {
  default: {
    methods: [
      { id: "document", use: "offer" },
      { id: "wallet", use: "offer" },
      { id: "voucher", use: "appeal" },
    ],
  },
  regions: [],
};

const WARNINGS = [
  "method_not_offered",
  "one_way_only",
  "document_only",
  "no_way_without_camera",
  "no_way_without_phone",
];
const acceptedWarnings = [...WARNINGS, "no_way_without_either", "threshold_unanswered", "too_few_choices"];

for (const javaScriptEnabled of [true, false]) {
  test(`a rejection is appealed by a code, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async ({
    page: console,
    open,
    tenant,
    browser,
    demo,
  }) => {
    const published = await fetch(`${demo.baseUrl}/admin/tenants/${tenant.id}`, {
      method: "PATCH",
      headers: { "x-admin-key": demo.adminKey, "content-type": "application/json" },
      body: JSON.stringify({ policy: POLICY, acceptedWarnings }),
    });
    expect(published.status, await published.text()).toBe(200);
    const backend = backendOf(demo.baseUrl, tenant.liveKey);
    const { verificationId, sessionUrl } = await backend.start();
    const viewport = { width: 360, height: 740 };
    const context = await browser.newContext({ javaScriptEnabled, viewport, locale: "en-GB" });
    const page = await context.newPage();
    await page.goto(`${sessionUrl}?method=document`);
    if (javaScriptEnabled) await page.getByRole("button", { name: "Choose a photo" }).waitFor();
    await page.locator("form[enctype] input[type=file]").first().setInputFiles(sample("minor"));
    await page.getByRole("button", { name: "Check my age" }).click();
    await expect(page.getByRole("heading", { name: "The check shows an age under 18" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Do you think this is wrong?" })).toBeVisible();
    await expect(page.getByText(/another way: “A code from a member of staff”/)).toBeVisible();
    const noFileCanBeSent = async (): Promise<void> => {
      await expect(page.locator("input[type=file]")).toHaveCount(0);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
        ),
      ).toBe(true);
      // axe needs scripts in the page.
      if (javaScriptEnabled) expect(await violations(page)).toEqual([]);
    };
    await noFileCanBeSent();

    await page.getByRole("button", { name: "Appeal this decision" }).click();
    await expect(page.getByText(/This is your appeal/)).toBeVisible();
    const appealUrl = page.url();
    expect(appealUrl).not.toBe(sessionUrl);
    await noFileCanBeSent();

    await page.goto(sessionUrl);
    await page.getByRole("button", { name: "Go to your appeal" }).click();
    await expect(page).toHaveURL(appealUrl);

    await expect(page.getByLabel("Code", { exact: true })).toBeVisible();
    await noFileCanBeSent();
    await open("verifications");
    await expect(console.getByRole("link", { name: /^Verifications\s*1 open$/ })).toBeVisible();
    await expect(console.getByText("1 appeal can be decided by a voucher")).toBeVisible();
    await console.getByRole("link", { name: "Show", exact: true }).click();
    await expect(console.getByLabel("Waiting", { exact: true })).toHaveValue("voucher");
    const rows = console.getByRole("table").getByRole("row");
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText(`Appeal of …${verificationId.slice(-8)}`);
    expect(await violations(console)).toEqual([]);
    await rows.nth(1).getByRole("link").first().click();
    await expect(console.getByText("Started by the person’s appeal")).toBeVisible();
    await console.getByRole("link", { name: "Issue a voucher for it" }).click();
    await expect(console.getByRole("dialog").getByText(/For the appeal/)).toBeVisible();
    await expect(console.getByLabel("At least, in years")).toHaveValue("18");
    expect(await violations(console)).toEqual([]);
    await open("vouchers");
    const { code } = z
      .object({ code: z.string() })
      .parse(await callApi(console, tenant.id, "vouchers.issue", { ageAtLeast: 18, validMinutes: 10 }));
    await page.getByLabel("Code", { exact: true }).fill(code);
    await page.getByRole("button", { name: "Check this code" }).click();
    await expect(page.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeVisible();
    await noFileCanBeSent();
    await context.close();

    expect(await backend.status(verificationId)).toMatchObject({ result: { verified: false } });
    await open(`verifications/${verificationId}`);
    await expect(console.getByText("Overturned")).toBeVisible();
    await console.getByRole("link", { name: "Its appeal" }).click();
    await expect(console.getByRole("link", { name: "The rejected verification" })).toBeVisible();
  });
}
