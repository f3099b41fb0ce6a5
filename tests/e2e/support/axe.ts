import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What depends on colours, and so on light and dark; all other rules ask about the document. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

const analyse = async (page: Page, told: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> => {
  // An entrance that is half done has contrasts that nobody sees for long.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      // One without an end has none to go to.
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
  });
  const axe = new AxeBuilder({ page })
    // The guards of an open dialog or menu send the focus on as soon as they get it.
    .exclude("[data-base-ui-focus-guard]")
    // The other mode opens a tab for each answer, for the sake of frames of other sites. These pages have none.
    .setLegacyMode(true);
  const found = await told(axe).analyze();
  return found.violations.map(
    ({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" ")}`,
  );
};

/** What axe finds on a page as it stands, in light and in dark, a line for each rule; empty: nothing. */
export const violations = async (
  page: Page,
  { disabledRules = [] }: { disabledRules?: string[] } = {},
): Promise<string[]> => {
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const first = await analyse(page, (axe) => axe.withTags(TAGS).disableRules(disabledRules));
  await page.emulateMedia({ colorScheme: isDark ? "light" : "dark" });
  const second = await analyse(page, (axe) => axe.withRules(OF_COLOURS));
  await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
  return [...first, ...second];
};
