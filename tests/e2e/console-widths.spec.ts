import type { Page } from "@playwright/test";
import { z } from "zod";
import { CONSOLE_PAGES, callApi, detailPages, expect, isAwake, test } from "./support/console.ts";
import { backendOf } from "./support/service.ts";

// A phone, the narrowest window with a sidebar, and paper.

const PHONE = { width: 390, height: 844 };
/** The part of an A4 page that a browser prints on, in CSS pixels. */
const PAPER = { width: 718, height: 1_000 };
const ORDER = "ord-mx-2026-11-28-0042";
const triedAll = z.object({ deliveries: z.array(z.object({ attempt: z.number().min(1) })).min(2) });

test("on a phone the filters are behind one button, which says how many are set", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  await backendOf(demo.baseUrl, tenant.liveKey).start();
  await page.setViewportSize(PHONE);
  await open("verifications");
  const filters = page.getByRole("search", { name: "Filter verifications" });
  const state = filters.getByLabel("State", { exact: true });
  await expect(state).toBeHidden();
  expect((await filters.boundingBox())?.height).toBeLessThan(60);
  const button = filters.getByRole("button", { name: "Filters" });
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await button.click();
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await state.selectOption("completed");
  await expect(page.getByText("No verifications match these filters")).toBeVisible();
  await button.click();
  await expect(state).toBeHidden();
  await expect(button).toHaveText("Filters (1)");
  await filters.getByRole("button", { name: "Clear" }).click();
  await expect(button).toHaveText("Filters");
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(state).toBeVisible();
  await expect(button).toBeHidden();
});

/** The search boxes whose grey words do not fit. */
const cutPlaceholders = (page: Page): Promise<string[]> =>
  page.locator("input[type=search]").evaluateAll((boxes) =>
    boxes.flatMap((box) => {
      if (!(box instanceof HTMLInputElement)) return [];
      const { font, paddingLeft, paddingRight } = getComputedStyle(box);
      const pen = document.createElement("canvas").getContext("2d");
      if (pen === null) return ["no canvas"];
      pen.font = font;
      const room = box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return pen.measureText(box.placeholder).width > room ? [box.placeholder] : [];
    }),
  );

test("on a phone the words in a search box fit, and an order's reference is whole", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  await backendOf(demo.baseUrl, tenant.liveKey).start({ metadata: { order: ORDER } });
  await open();
  await callApi(page, tenant.id, "settings.update", { listMetadataKey: "order" });
  await page.setViewportSize(PHONE);
  for (const path of ["verifications", "audit", "logs", "webhooks/deliveries"]) {
    await open(path);
    expect(await cutPlaceholders(page), path).toEqual([]);
  }
  await open("verifications");
  const order = page.getByRole("link", { name: ORDER });
  await expect(order).toBeInViewport({ ratio: 1 });
  expect(await order.evaluate((link) => link.scrollWidth - link.clientWidth)).toBe(0);
});

/** The tables that are wider than the page gives them. */
const cutTables = (page: Page): Promise<string[]> =>
  page
    .locator("main section[tabindex='0']")
    .evaluateAll((frames) =>
      frames.flatMap(({ ariaLabel, scrollWidth, clientWidth }) =>
        scrollWidth > clientWidth + 1 ? [`${ariaLabel}: ${scrollWidth} in ${clientWidth}`] : [],
      ),
    );

/** What fills the tables that nothing else does: a gate and a site, in test mode, and a voucher. */
const makeOthers = async (page: Page, tenantId: string): Promise<void> => {
  const name = "The shop for the whole of Europe";
  await callApi(page, tenantId, "gates.create", {
    ...{ mode: "test", name, origin: "https://a-long-name-of-a-shop.example", minimumAge: 18 },
  });
  await callApi(page, tenantId, "oidcClients.create", {
    ...{ mode: "test", name, authMethod: "client_secret_basic", thresholds: [16, 18, 21] },
    redirectUris: ["https://a-long-name-of-a-shop.example/age/callback"],
  });
  await callApi(page, tenantId, "vouchers.issue", { ageAtLeast: 18, validMinutes: 60 });
};

test("beside the sidebar, at 1024 px, no column of a table is cut off", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  test.slow();
  await open();
  const details = await detailPages(page, demo, tenant);
  await makeOthers(page, tenant.id);
  await page.setViewportSize({ width: 1024, height: 768 });
  for (const path of [...CONSOLE_PAGES, ...details, "sites?mode=test", "sites/sign-in-with-age?mode=test"]) {
    await open(path);
    await expect(page.getByText("Loading…").first()).toBeHidden();
    expect.soft(await cutTables(page), path || "overview").toEqual([]);
  }
});

test("at 1280 px the address of a delivery breaks after a slash, and never within its host", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  await open();
  await detailPages(page, demo, tenant);
  await page.setViewportSize({ width: 1280, height: 800 });
  await open("webhooks/deliveries");
  const address = page.getByTitle(/^https:\/\/hooks\.example\.com\/lintel/).first();
  await expect(address).toBeVisible();
  const lines = await address.evaluate((span) =>
    [...span.childNodes].flatMap((node) => {
      if (node.textContent !== "hooks.example.com/") return [];
      const range = document.createRange();
      range.selectNodeContents(node);
      return [new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size];
    }),
  );
  expect(lines).toEqual([1]);
  expect(await cutTables(page)).toEqual([]);
});

/** The cells whose text is wider than they are, and so lies over their neighbours'. */
const cutCells = (page: Page): Promise<string[]> =>
  page
    .locator("main td:visible")
    .evaluateAll((cells) =>
      cells.flatMap(({ textContent, scrollWidth, clientWidth }) =>
        scrollWidth > clientWidth + 1 ? [`${textContent}: ${scrollWidth} in ${clientWidth}`] : [],
      ),
    );

test("on paper a list has the columns that a narrow screen leaves out, and fits", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  await open();
  await detailPages(page, demo, tenant);
  await makeOthers(page, tenant.id);
  // What did not arrive says why, which takes more room than a dash.
  await expect
    .poll(async () => triedAll.safeParse(await callApi(page, tenant.id, "webhooks.deliveries", {})).success)
    .toBe(true);
  await page.setViewportSize(PAPER);
  await page.emulateMedia({ media: "print" });
  for (const [path, column] of [
    ["verifications", "Method"],
    ["vouchers", "Used for"],
    ["logs", "Request id"],
    ["webhooks/deliveries", "Took"],
    ["keys", "May do"],
  ] as const) {
    await open(path);
    await expect(page.getByRole("columnheader", { name: column }), path).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, path).toBeLessThanOrEqual(PAPER.width);
    expect.soft(await cutCells(page), path).toEqual([]);
  }
});

test("on paper the audit trail has who and what changed in full, no controls, and says what it lacks", async ({
  page,
  open,
  tenant,
}) => {
  await open();
  const callbackHosts = ["one", "two", "three"].map((name) => `${name}.a-long-name-of-a-shop.example`);
  await callApi(page, tenant.id, "settings.update", {
    callbackHosts,
    minimumAge: 21,
    tokenTtlSeconds: 3_600,
  });
  await page.setViewportSize(PAPER);
  await page.emulateMedia({ media: "print" });
  await open("audit?action=settings");
  await isAwake(page);
  const row = page.getByRole("row").filter({ hasText: "Changed settings" });
  for (const name of ["Who", "Target", "Change", "When"])
    await expect(page.getByRole("columnheader", { name })).toBeVisible();
  await expect(row.getByText(callbackHosts[2] ?? "").filter({ visible: true })).toHaveCount(1);
  await expect(row.getByText("Ada Demo").filter({ visible: true })).toHaveCount(1);
  const cut = await page
    .locator("td *:not(.sr-only)")
    .evaluateAll((nodes) =>
      nodes.flatMap(({ clientWidth, scrollWidth, textContent }) =>
        clientWidth > 0 && scrollWidth > clientWidth + 1 ? [textContent] : [],
      ),
    );
  expect(cut).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PAPER.width);

  await expect(page.getByRole("search")).toBeHidden();
  const buttons = await page
    .locator("main button")
    .evaluateAll((all) =>
      all.flatMap((each) =>
        each.closest("th") === null && each.getClientRects().length > 0 ? [each.textContent] : [],
      ),
    );
  expect(buttons).toEqual([]);
  const said = (selector: string, part: string): Promise<string> =>
    page
      .locator(selector)
      .evaluate((node, pseudo) => getComputedStyle(node, pseudo).getPropertyValue("content"), part);
  await expect(page.locator("[data-filtered]")).toBeVisible();
  await expect(page.locator("[data-filtered]")).toHaveAttribute("data-filtered", "Filtered. What: Settings");
  expect(await said("[data-listed]", "::before")).toContain("Printed: ");
  await expect(page.locator("[data-listed]")).toHaveAttribute("data-listed", "all");
  await page.locator("[data-listed]").evaluate((foot) => foot.setAttribute("data-listed", "part"));
  expect(await said("[data-listed]", "::after")).toContain("The rest is not on this paper");
});
