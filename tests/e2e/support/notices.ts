import { type BrowserContext, expect, type Page } from "@playwright/test";

const shown = new WeakMap<Page, string[]>();
const watched = new WeakSet<BrowserContext>();

/** Runs in the page: reports the text of every notice that is added, once. */
const reportNotices = (): void => {
  const report = (notice: Element): void => {
    const told = Reflect.get(window, "lintelTestNotice");
    if (typeof told === "function") told(notice.textContent ?? "");
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof Element && node.parentElement?.matches('section[aria-label="Notices"]'))
          report(node);
  }).observe(document, { childList: true, subtree: true });
};

/** Takes down the notices of all of the context's pages; call it before the first page is opened. */
export const watchNotices = async (context: BrowserContext): Promise<void> => {
  if (watched.has(context)) return;
  watched.add(context);
  await context.exposeBinding("lintelTestNotice", ({ page }, text: string) => {
    shown.set(page, [...(shown.get(page) ?? []), text]);
  });
  await context.addInitScript(reportNotices);
};

/**
 * Waits until the page has shown a notice with this text. Notices leave by themselves after some seconds, so that on a
 * busy machine a look at the page can come too late; what was shown is remembered here.
 * @param times how many by now, where the same notice is shown again
 */
export const expectNotice = async (page: Page, text: string, times = 1): Promise<void> => {
  if (!watched.has(page.context())) throw new Error("watchNotices comes before the context's first page");
  await expect
    .poll(() => (shown.get(page) ?? []).filter((notice) => notice.includes(text)).length, {
      message: `notices with "${text}"`,
    })
    .toBeGreaterThanOrEqual(times);
};
