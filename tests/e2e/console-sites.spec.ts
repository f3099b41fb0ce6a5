import { once } from "node:events";
import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import { z } from "zod";
import { violations } from "./support/axe.ts";
import { callApi, expect, openPalette, test } from "./support/console.ts";
import { unbroken } from "./support/hostile-tenant.ts";
import { expectNotice } from "./support/notices.ts";
import { joinAsBen } from "./support/second-member.ts";

const staysWithinThePage = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

const made = z.object({ gate: z.object({ siteId: z.string(), name: z.string() }), secret: z.string() });

const addGate = async (page: Page, tenantId: string, more: object = {}) =>
  made.parse(
    await callApi(page, tenantId, "gates.create", {
      ...{ mode: "test", name: "Shop", origin: "https://shop.example", minimumAge: 18 },
      ...more,
    }),
  );

test("a site owner adds a gate, sees its secret once and copies what their server needs", async ({
  page,
  open,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open("sites?mode=test");
  await expect(page.getByText("No test gates")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Add a gate" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Shop");
  await dialog.getByLabel("Address of the site").fill("shop.example/kasse");
  await dialog.getByLabel("What stays open").fill("/health\n/../secret");
  await dialog.getByLabel("Age", { exact: true }).fill("16");
  await dialog.getByRole("button", { name: "Add gate" }).click();
  // Each field says what is wrong with it; what was typed stays.
  await expect(dialog.getByText(/without a path/).first()).toBeVisible();
  await expect(dialog.getByLabel("Address of the site")).toHaveValue("shop.example/kasse");
  await dialog.getByLabel("Address of the site").fill("shop.example");
  await dialog.getByRole("button", { name: "Add gate" }).click();
  await expect(dialog.getByText(/^Line 2: /)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel("What stays open").fill("/health\n/assets/");
  await dialog.getByRole("button", { name: "Add gate" }).click();

  await expect(page.locator("[data-secret]")).toHaveText(/^gs_[\w-]{43}$/);
  const secret = (await page.locator("[data-secret]").textContent()) ?? "";
  // nginx has two texts: its configuration, and the script that verifies proofs.
  await expect(dialog.locator("pre").first()).toContainText("server_name shop.example");
  await expect(dialog.locator("pre").nth(1)).toContainText("GATE_SECRET");
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: /^Copy \/etc\/nginx\/conf/ }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/\/gate\/gat_\w+\/\$1/);
  expect(copied).toContain("/assets/");
  await dialog.getByRole("button", { name: "I have stored it" }).click();

  const row = page.getByRole("row", { name: /Shop/ });
  await expect(row).toContainText("16+");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Details: Shop" }).click();
  await expect(dialog.getByText("https://shop.example").first()).toBeVisible();
  await dialog.getByText("Set up", { exact: true }).click();
  const server = dialog.getByLabel("Your site’s server");
  // Every server has a text with this gate's address, and none has the secret.
  for (const option of await server.locator("option").all()) {
    await server.selectOption(await option.getAttribute("value"));
    await expect(dialog.locator("pre").first()).toContainText(/gat_\w+|OIDC/);
    await expect(dialog).not.toContainText(secret);
  }
  expect(await violations(page)).toEqual([]);
  await expect(page.getByText(secret)).toHaveCount(0);
});

test("a gate is edited, its secret rotated, and it is removed once its name is typed", async ({
  page,
  tenant,
  open,
}) => {
  await open();
  await addGate(page, tenant.id, { openPaths: ["/health"] });
  await page.goto(`/console/${tenant.id}/sites?mode=test`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Details: Shop" }).click();
  await dialog.getByRole("button", { name: "Edit" }).click();
  await expect(dialog.getByLabel("Address of the site")).toHaveCount(0);
  await expect(dialog.getByLabel("What stays open")).toHaveValue("/health");
  await dialog.getByLabel("Name").fill("Wine shop");
  await dialog.getByText("As the policy says", { exact: true }).click();
  await expect(
    dialog.getByText(/You have no policy yet: the age in your settings applies, now 18/),
  ).toBeVisible();
  await dialog.getByLabel("How long a proof counts").selectOption({ label: "1 hour" });
  await dialog.getByLabel("What stays open").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectNotice(page, "Gate changed");
  await expect(page.getByRole("row", { name: /Wine shop/ })).toContainText("As the policy says");

  await page.getByRole("button", { name: "Details: Wine shop" }).click();
  await expect(dialog.getByText("1 hour")).toBeVisible();
  await expect(dialog.getByText("Nothing", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Rotate secret" }).click();
  await dialog.getByLabel("The old secret ends").selectOption({ label: "At once" });
  await expect(dialog.getByText(/has to prove their age again/)).toBeVisible();
  await dialog.getByLabel("The old secret ends").selectOption({ label: "In 12 hours" });
  await dialog.getByRole("button", { name: "Rotate secret" }).click();
  await expect(page.locator("[data-secret]")).toHaveText(/^gs_/);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  await page.getByRole("button", { name: "Details: Wine shop" }).click();
  await expect(dialog.getByText(/^Two: the old one ends/)).toBeVisible();

  await dialog.getByRole("button", { name: "Remove" }).click();
  const remove = dialog.getByRole("button", { name: "Remove gate" });
  await expect(remove).toBeDisabled();
  await dialog.getByRole("textbox").fill("Wine shop");
  await remove.click();
  await expect(page.getByText("No test gates")).toBeVisible();
  await open("audit");
  for (const words of [
    "Put a gate before a site",
    "Changed a gate",
    "Rotated the secret of a gate",
    "Removed a gate",
  ])
    await expect(page.getByText(words).first()).toBeVisible();
});

test("a gate is tried out in a new tab: the page with the button, the check, and back at the site", async ({
  page,
  tenant,
  open,
  context,
}) => {
  await open();
  // The site is on this machine, and nothing listens there.
  await addGate(page, tenant.id, { origin: "http://localhost:9" });
  await page.goto(`/console/${tenant.id}/sites?mode=test`);
  const opened = context.waitForEvent("page");
  await page.getByRole("button", { name: "Try it: Shop" }).click();
  const tab = await opened;
  await expect(tab.getByText(/18/).first()).toBeVisible();
  await tab.getByRole("button").first().click();
  await tab.getByRole("button", { name: /approve/i }).click();
  const back = tab.waitForRequest(/^http:\/\/localhost:9\/\?lintel-response=vrc_[\w-]+$/);
  await tab.getByRole("link", { name: /back to|continue/i }).click();
  await back;
  await tab.close();

  // The counts are written a few seconds later.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("row", { name: /Shop/ })).toContainText("1 approved", { timeout: 1_000 });
  }).toPass();
  await page.getByRole("button", { name: "Details: Shop" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Traffic", { exact: true }).click();
  await expect(dialog.getByRole("group", { name: /^Age checks by day/ })).toBeVisible();
  await expect(dialog.getByText("requests without one")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await staysWithinThePage(page)).toBe(true);
});

test("a gate looks for its own leaks: what came without a proof is listed, and a typing error is named", async ({
  page,
  tenant,
  open,
}) => {
  const site = createServer(({ url }, response) => {
    if (url === "/wine") return void response.end("for adults");
    response.writeHead(302, { location: `/.well-known/lintel/${gate.siteId}/start?return=${url}` }).end();
  });
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  const address = site.address();
  const origin = `http://localhost:${typeof address === "object" && address ? address.port : 0}`;
  const { gate } = await addGate(page, tenant.id, { origin });
  await open("sites?mode=test");
  await page.getByRole("button", { name: "Details: Shop" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Leaks", { exact: true }).click();
  await dialog.getByLabel("What should be closed").fill("/\n//evil.example");
  await dialog.getByRole("button", { name: "Look for leaks" }).click();
  await expect(dialog.getByText(/^Line 2: expected a path of the site/)).toBeVisible();
  await expect(dialog.getByLabel("What should be closed")).toHaveValue("/\n//evil.example");
  await dialog.getByLabel("What should be closed").fill(`/\n${origin}/wine`);
  await dialog.getByRole("button", { name: "Look for leaks" }).click();
  await expect(dialog.getByText("One address is open without the age check.")).toBeVisible();
  await expect(dialog.getByRole("listitem").first()).toContainText(`${origin}/wine`);
  await expect(dialog.getByRole("listitem").filter({ hasText: "Closed" })).toContainText("302");
  await expect(dialog.getByRole("listitem").filter({ hasText: "by IPv6" })).toContainText("Nothing there");
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await staysWithinThePage(page)).toBe(true);
  site.close();
});

test("twenty gates with names as long as they may be fit a desktop and a phone", async ({
  page,
  tenant,
  open,
}) => {
  await open();
  for (let number = 1; number <= 20; number += 1)
    await addGate(page, tenant.id, {
      name: number % 5 === 0 ? unbroken(`Shop ${number} `) : `Shop ${number}`,
      origin: `https://${number % 4 === 0 ? `${"a".repeat(60)}.` : ""}shop-${number}.example`,
      minimumAge: number % 3 === 0 ? null : 18,
    });
  await open("sites?mode=test");
  await expect(page.getByRole("row")).toHaveCount(21);
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await staysWithinThePage(page), `${width}`).toBe(true);
    const last = page.getByRole("button", { name: /^Details: / }).last();
    const box = await last.boundingBox();
    expect.soft((box?.x ?? 0) + (box?.width ?? 0), `${width}`).toBeLessThanOrEqual(width);
  }
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: `Details: ${unbroken("Shop 20 ")}` }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await staysWithinThePage(page)).toBe(true);
});

test("live and test gates are separate lists, and the palette opens the dialog", async ({
  page,
  tenant,
  open,
}) => {
  await open();
  await addGate(page, tenant.id);
  await addGate(page, tenant.id, { mode: "live", name: "Real shop" });
  await open("sites");
  await expect(page.getByRole("row", { name: /Real shop/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /^Shop/ })).toHaveCount(0);
  await openPalette(page);
  await page.keyboard.type("Add a gate");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Add a live gate" })).toBeVisible();
});

test("the old address of Sign in with age leads to its tab, with its mode", async ({
  page,
  tenant,
  open,
}) => {
  await open("sign-in-with-age?mode=test");
  await expect(page).toHaveURL(`/console/${tenant.id}/sites/sign-in-with-age?mode=test`);
  await expect(page.getByRole("link", { name: "Sign in with age" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("navigation", { name: "Sites" }).getByRole("link", { name: "Gates" }).click();
  await expect(page.getByText("No test gates")).toBeVisible();
});

test("a viewer sees no gates, and a closed tenant's can be read but not changed", async ({
  page,
  tenant,
  open,
  browser,
  demo,
}) => {
  await open("members");
  await addGate(page, tenant.id, { mode: "live" });
  const ben = await joinAsBen({ page, browser, demo, tenant }, "Viewer");
  await expect(
    ben.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Sites" }),
  ).toBeHidden();
  await ben.goto(`/console/${tenant.id}/sites`);
  await expect(ben.getByText("You do not have access to this page")).toBeVisible();
  await ben.context().close();

  await page.getByRole("button", { name: "I have stored it" }).click();
  const response = await fetch(`${demo.baseUrl}/admin/tenants/${tenant.id}`, {
    method: "PATCH",
    headers: { "x-admin-key": demo.adminKey, "content-type": "application/json" },
    body: JSON.stringify({ isActive: false }),
  });
  expect(response.status).toBe(200);
  await open("sites");
  await page.getByRole("button", { name: "Details: Shop" }).click();
  for (const name of ["Edit", "Rotate secret", "Remove"]) {
    const button = page.getByRole("dialog").getByRole("button", { name });
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await expect(button).toHaveAccessibleDescription(/^This tenant is closed\./);
  }
});
