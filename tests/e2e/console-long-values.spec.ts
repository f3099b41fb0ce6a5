import type { Page } from "@playwright/test";
import { CONSOLE_PAGES, expect, test } from "./support/console.ts";
import { makeHostile, unbroken } from "./support/hostile-tenant.ts";

const { E2E_DATABASE_URL: databaseUrl = "" } = process.env;
test.skip(databaseUrl === "", "the database of the service that E2E_DEMO names is not known");

const WIDTHS = [390, 1280, 1440];

/** What makes the page scroll sideways, which buttons of rows are out of sight, and which event names are broken. */
const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const outerOf = (element: Element): string => element.outerHTML.slice(0, 120);
    const isSeen = (element: Element): boolean => element.getClientRects().length > 0;
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    const hidden = [...document.querySelectorAll("td button")].filter((button) => {
      const { left, right } = button.getBoundingClientRect();
      return left < 0 || right > clientWidth;
    });
    const broken = [...document.querySelectorAll("td a, td span")].filter((element) => {
      const text = element.textContent ?? "";
      // On a phone the first part is for screen readers only.
      if (clientWidth < 640 || !isSeen(element) || !/^verification\.\w+$/.test(text)) return false;
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    });
    return [
      ...(scrollWidth > clientWidth ? wide.slice(-3).map((element) => `wide: ${outerOf(element)}`) : []),
      ...hidden.map((element) => `out of sight: ${outerOf(element)}`),
      ...broken.map((element) => `broken: ${outerOf(element)}`),
    ];
  });

test("with everything as long as it may be, no page scrolls sideways and every row's actions are in sight", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  test.setTimeout(240_000);
  await open();
  const details = await makeHostile(page, demo, tenant, databaseUrl);
  const seen = new Map<string, string>([
    ["keys", unbroken("live key ")],
    ["sites", unbroken("live gate ")],
    ["members", unbroken("Member1")],
    ["webhooks", unbroken("Description", 200)],
  ]);
  for (const path of [...CONSOLE_PAGES, ...details]) {
    await open(path);
    await expect(page.getByText("Loading…").first()).toBeHidden();
    await expect(page.getByText("This did not load")).toHaveCount(0);
    const text = seen.get(path);
    if (text) await expect(page.getByText(text).first(), path).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await faultsOf(page), `${path || "overview"} at ${width} px`).toEqual([]);
    }
  }
});
