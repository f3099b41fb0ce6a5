import { readFile } from "node:fs/promises";
import { z } from "zod";
import { violations } from "./support/axe.ts";
import { callApi, expect, isAwake, test } from "./support/console.ts";
import { backendOf } from "./support/service.ts";
import { toDatabase } from "./support/webhooks.ts";

const PHONE = { width: 390, height: 844 };

const policyOf = (minimumAge: number) => ({
  default: {
    minimumAge,
    methods: [
      { id: "document", use: "offer" },
      { id: "voucher", use: "fallback" },
    ],
  },
  regions: [],
});

const publication = (minimumAge: number) => ({
  policy: policyOf(minimumAge),
  acceptedWarnings: ["document_only", "no_way_without_camera", "one_way_only", "too_few_choices"],
  note: `From ${minimumAge} years on`,
});

const version = z.object({ id: z.string(), number: z.number() });

test("a verification names its policy version, and its page there shows that one, not the newest", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  await open();
  const first = version.parse(await callApi(page, tenant.id, "policies.publish", publication(18)));
  const backend = backendOf(demo.baseUrl, tenant.liveKey);
  // Every process knows a policy within ten seconds.
  await expect
    .poll(
      async () => {
        const { verificationId } = await backend.start();
        await open(`verifications/${verificationId}`);
        return page.getByRole("link", { name: "Version 1, Everywhere else" }).count();
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  await callApi(page, tenant.id, "policies.publish", publication(21));
  await page.getByRole("link", { name: "Version 1, Everywhere else" }).click();
  await expect(page).toHaveURL(new RegExp(`view=versions&version=${first.id}`));
  const dialog = page.getByRole("dialog", { name: "Version 1" });
  await expect(dialog.getByRole("list", { name: "Contents" })).toContainText("18 years");
  await expect(dialog).toContainText("From 18 years on");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/version=pol_/);
  await page.getByRole("button", { name: "Contents of version 2" }).click();
  await expect(page.getByRole("dialog", { name: "Version 2" })).toContainText("21 years");
});

test("everything stored about a verification is saved as a file and as a page, and a viewer is told why not", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  await open();
  const backend = backendOf(demo.baseUrl, tenant.liveKey);
  const { verificationId } = await backend.start({ metadata: { order: "A-1042" } });
  await backend.complete({ verificationId, verifiedAge: 30 });
  await open(`verifications/${verificationId}`);
  await isAwake(page);
  for (const [name, ending] of [
    ["Download everything", "json"],
    ["As a page to print", "html"],
  ] as const) {
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe(`${verificationId}.${ending}`);
    const text = await readFile(await file.path(), "utf8");
    expect(text).toContain("A-1042");
    expect(text).toContain("that a check took place");
  }
  expect(await violations(page)).toEqual([]);
  await toDatabase("update membership set role = 'viewer' where tenant_id = $1", [tenant.id]);
  await page.reload();
  for (const name of ["Download everything", "As a page to print"])
    await expect(page.getByRole("button", { name })).toHaveAccessibleDescription(/Your role, viewer/);
});

test("on a phone the trail shows what, who and the change; a row opens its entry with every difference", async ({
  page,
  open,
  tenant,
}, info) => {
  test.slow();
  await open();
  await callApi(page, tenant.id, "policies.publish", publication(18));
  await callApi(page, tenant.id, "policies.publish", publication(21));
  await callApi(page, tenant.id, "settings.update", { resultRetentionDays: 30, displayName: "Wine & more" });
  await callApi(page, tenant.id, "members.invite", { role: "viewer", email: "cyd@shop.example" });
  await page.setViewportSize(PHONE);
  await open("audit");
  await isAwake(page);
  const row = page.getByRole("row").filter({ hasText: "Changed settings" });
  await expect(row).toContainText("Ada");
  await expect(row).toContainText("This tenant");
  await expect(row).toContainText("result retention days");
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await sideways()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.screenshot({ path: info.outputPath("audit-phone.png") });

  // Anywhere in the row.
  await row.click({ position: { x: 20, y: 8 } });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Changed settings");
  await expect(page.getByText("Wine & more")).toBeVisible();
  expect(await sideways()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.screenshot({ path: info.outputPath("entry-phone.png"), fullPage: true });

  await open("audit?action=policy");
  await page.getByRole("link", { name: "Published a policy" }).first().click();
  const changes = page.getByRole("region", { name: "Changes" });
  await expect(changes).toContainText("18 years");
  await expect(changes).toContainText("21 years");
  await expect(page.getByText("Version 2 compared with version 1")).toBeVisible();
  expect(await sideways()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot({ path: info.outputPath("publication-dark.png"), fullPage: true });

  await open("audit?action=invitation");
  // The newest; the operator invited the owner before.
  const invited = page.getByRole("link", { name: "Invited a member" }).first();
  await expect(invited).toBeVisible();
  await expect(page.getByText("cyd@shop.example")).toHaveCount(0);
  await invited.click();
  await expect(page.getByText("cyd@shop.example")).toBeVisible();
});

test("who may not read the trail finds no page of it", async ({ page, open, tenant }) => {
  await open();
  for (const role of ["support", "viewer"]) {
    await toDatabase("update membership set role = $2::role where tenant_id = $1", [tenant.id, role]);
    await open("audit");
    await expect(page.getByText("You do not have access to this page")).toBeVisible();
  }
});

test("a press on a row just after typing in the search box opens the row", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  await open();
  const { verificationId } = await backendOf(demo.baseUrl, tenant.liveKey).start({
    metadata: { order: "A-1042" },
  });
  await open("verifications");
  await isAwake(page);
  await page.getByRole("searchbox").fill("A-1042");
  await page.locator("tbody tr").filter({ hasText: "A-1042" }).click();
  await expect(page).toHaveURL(new RegExp(verificationId));
});
