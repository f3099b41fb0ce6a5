import type { Page } from "@playwright/test";
import { callsOf, expect, test } from "./support/console.ts";

const CALLS = /\/api\/trpc\//;
const line = (page: Page) => page.getByText(/^Not up to date since \d\d:\d\d$/);

/** Lets the time pass in which the page asks again, as often as it takes: on a slow machine it may have begun to count late. */
const passes = (page: Page, time: string) => ({
  until: (check: () => Promise<void>) =>
    expect(async () => {
      await page.clock.fastForward(time);
      await check();
    }).toPass(),
});
const isSaid = (page: Page) => () => expect(line(page)).toBeVisible({ timeout: 3_000 });
const isUnsaid = (page: Page) => () => expect(line(page)).toBeHidden({ timeout: 3_000 });

test("an open list says that it is not up to date while the service is away, and no longer", async ({
  page,
  open,
}) => {
  await page.clock.install();
  await open("verifications");
  await page.waitForLoadState("networkidle");
  await expect(line(page)).toBeHidden();
  await page.route(CALLS, (route) => route.fulfill({ status: 502, body: "Bad Gateway" }));
  // The next poll.
  await passes(page, "00:11").until(isSaid(page));
  await expect(page.getByRole("heading", { level: 1, name: "Verifications" })).toBeVisible();
  await page.unroute(CALLS);
  await passes(page, "00:16").until(isUnsaid(page));
});

test("a page that polls nothing catches up by itself once the service answers", async ({ page, open }) => {
  await page.clock.install();
  await open("settings");
  await page.waitForLoadState("networkidle");
  await page.route(CALLS, (route) => route.fulfill({ status: 502, body: "Bad Gateway" }));
  // The sidebar's counts are asked for once a minute; a failed call is repeated after a moment.
  await passes(page, "01:01").until(isSaid(page));
  await page.unroute(CALLS);
  await passes(page, "00:16").until(isUnsaid(page));
});

test("pages that are left in a hurry say nothing", async ({ page, open }) => {
  await open();
  await page.waitForLoadState("networkidle");
  const { answered } = callsOf(page);
  const menu = page.getByRole("navigation", { name: "Console" });
  for (const name of ["Verifications", "API keys", "Webhooks", "Logs", "Members", "Settings"])
    await menu.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await answered();
  await expect(line(page)).toBeHidden();
});
