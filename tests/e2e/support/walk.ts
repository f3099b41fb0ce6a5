import { expect, type Page } from "@playwright/test";
import { type Control, locate } from "./controls.ts";
import { repeatedKeys } from "./repeated-keys.ts";

/** What went wrong behind the page: scripts that failed, answers that were errors. */
export type Watch = { wrong: string[]; settled: () => Promise<void> };

/** Notes every failed answer of the service, and knows when nothing is on its way any more. */
export const watchCalls = (page: Page): Watch => {
  const wrong: string[] = [];
  const open = new Set<object>();
  const isCall = (url: string): boolean => /\/api\/|\/console\//.test(url);
  page.on("request", (request) => isCall(request.url()) && open.add(request));
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  page.on("response", (response) => {
    if (response.status() >= 400)
      wrong.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  page.on("pageerror", (error) => wrong.push(`script failed: ${error.message}`));
  page.on("dialog", (dialog) => void dialog.accept().catch(() => undefined));
  return {
    wrong,
    settled: async () => {
      await expect.poll(() => open.size, { message: "calls on their way" }).toBe(0);
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))),
      );
    },
  };
};

/** From here on, every page of this tab opens as it is saved: what a control typed on it before does not come back. */
export const opensAsSaved = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    try {
      window.sessionStorage.clear();
    } catch {
      // A page of no origin has none.
    }
  });

/** The page stands: a heading, no error in its place, nothing still loading, nothing wider than the window. */
export const expectWhole = async (page: Page, where: string): Promise<void> => {
  // Hidden from readers while a dialog is open, as it is at an address that opens one.
  const heading = page.getByRole("heading", { level: 1, includeHidden: true }).first();
  await expect(heading, where).toBeVisible();
  await expect(page.locator("#content [aria-busy=true]"), where).toHaveCount(0);
  expect(await repeatedKeys(page), where).toEqual([]);
  if (/\/docs(\/|$)/.test(new URL(page.url()).pathname)) return; // it speaks of errors
  // What can be read: a sentence that stands hidden in a template is no error.
  // biome-ignore lint/performance/useDomNodeTextContent: see above
  const text = await page.locator("#content").innerText();
  expect(text, where).not.toMatch(/did not load|Something went wrong|Page not found|Unrecognized key/);
  const [wide, window] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth];
  });
  expect(wide, `${where}: the page scrolls sideways`).toBeLessThanOrEqual(window);
};

/** Leaves whatever a control has opened as it was before, without changing anything. */
const backOut = async (page: Page): Promise<void> => {
  for (let tries = 0; tries < 3; tries += 1) {
    const isOpen = await page.locator("[role=dialog]:visible, [role=menu]:visible").count();
    if (isOpen === 0) return;
    await page.keyboard.press("Escape");
    await page.evaluate(() =>
      Promise.allSettled(document.getAnimations().map((animation) => animation.finished)),
    );
  }
};

/** Presses a button and, where that opens a menu, each entry of it; every window has a name and takes the focus. */
const press = async (page: Page, control: Control, where: string): Promise<void> => {
  await locate(page, control).click();
  const menu = page.getByRole("menu");
  const dialog = page.getByRole("dialog");
  const opened = dialog.or(menu).first();
  await opened.waitFor({ state: "visible", timeout: 400 }).catch(() => undefined);
  if (await menu.isVisible().catch(() => false)) {
    expect(await menu.getByRole("menuitem").count(), where).toBeGreaterThan(0);
  } else if (await dialog.isVisible().catch(() => false)) {
    await expect(dialog, where).toHaveAccessibleName(/\S/);
    await expect.poll(() => dialog.evaluate((it) => it.contains(document.activeElement)), where).toBe(true);
  }
  await backOut(page);
};

/** What is typed into a field to see that it takes it. */
const SAMPLE = "walk";

/**
 * Uses a control as a person would; what it may have changed is not saved.
 * @param check is asked after each choice of a list of choices
 */
export const use = async (
  page: Page,
  control: Control,
  where: string,
  check: () => Promise<void>,
): Promise<void> => {
  const element = locate(page, control);
  switch (control.kind) {
    case "select": {
      const values = await element
        .locator("option")
        .evaluateAll((all) =>
          all.flatMap((option) =>
            option instanceof HTMLOptionElement && !option.disabled ? option.value : [],
          ),
        );
      for (const value of values) {
        await element.selectOption(value);
        await check();
      }
      break;
    }
    case "choice":
      await element.click();
      break;
    case "text":
      await element.fill((await element.getAttribute("inputmode")) === "numeric" ? "21" : SAMPLE);
      await expect(element, where).not.toHaveValue("");
      break;
    case "date":
      await element.fill("2026-01-31");
      break;
    case "summary":
      await element.click();
      break;
    default:
      await press(page, control, where);
  }
};

/** What a refused control says when one points at it or reaches it by keyboard. */
export const expectReason = async (page: Page, control: Control, where: string): Promise<void> => {
  const element = locate(page, control);
  if (await element.evaluate((it) => it.matches(":disabled"))) return; // a form that is not complete yet
  await element.focus();
  await expect
    .poll(
      () => element.evaluate((it) => it.hasAttribute("aria-describedby") || it.hasAttribute("title")),
      where,
    )
    .toBe(true);
};
