import { appendFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";

/** What a screen reader says of a step: the title, what has the focus, then all in the order of reading. */
const readingOf = async (page: Page, step: string): Promise<string> => {
  const focus = await page.evaluate(() => {
    const { activeElement: element } = document;
    return `${element?.tagName.toLowerCase()}: ${element?.textContent?.trim().slice(0, 90) ?? ""}`;
  });
  const live = await page.locator("[role=status], [aria-live], [role=alert]").allTextContents();
  const said = live.filter((text) => text.trim() !== "");
  const order = await page.locator("body").ariaSnapshot();
  return [
    `=== ${step}`,
    `title: ${await page.title()}`,
    `focus: ${focus}`,
    `live:  ${said.join(" | ")}`,
    order,
    "",
  ].join("\n");
};

/**
 * Follows the steps of a walk: each must have a title of its own and exactly one h1 in reach, which has the
 * focus. With READING=<file>, writes what a screen reader says of each.
 */
export const stepsOf = (page: Page) => {
  const titles = new Map<string, string>();
  return {
    titles,
    arrive: async (step: string, heading: string | RegExp): Promise<void> => {
      const h1 = page.getByRole("heading", { level: 1 });
      await expect(h1.filter({ hasText: heading }), step).toBeFocused();
      await expect(h1, step).toHaveCount(1);
      await expect.poll(async () => [...titles.values()].includes(await page.title()), step).toBe(false);
      titles.set(step, await page.title());
      if (process.env.READING) await appendFile(process.env.READING, `${await readingOf(page, step)}\n`);
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/step-${step.replace(/\W+/g, "-")}.png` });
    },
  };
};
