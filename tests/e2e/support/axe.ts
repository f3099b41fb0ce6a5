import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds on a page as it stands, a line for each rule; empty: nothing. */
export const violations = async (
  page: Page,
  { disabledRules = [] }: { disabledRules?: string[] } = {},
): Promise<string[]> => {
  // An entrance that is half done has contrasts that nobody sees for long.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      // One without an end has none to go to.
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
  });
  const found = await new AxeBuilder({ page })
    // The guards of an open dialog or menu send the focus on as soon as they get it.
    .exclude("[data-base-ui-focus-guard]")
    .disableRules(disabledRules)
    .withTags(TAGS)
    .analyze();
  return found.violations.map(
    ({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" ")}`,
  );
};
