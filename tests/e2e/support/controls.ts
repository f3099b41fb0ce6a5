import type { Locator, Page } from "@playwright/test";

/** Something on a page that a person can press, choose or fill in. */
export type Control = {
  /** Tells it from every other control of the page, also after a reload. */
  key: string;
  kind: "button" | "select" | "choice" | "text" | "date" | "summary";
  name: string;
  isRefused: boolean;
};

const MARK = "data-walk";

/**
 * Every control of the page's content that can be seen, each marked so that `locate` finds it. Of a table's rows the
 * first stands for all.
 */
export const controlsOf = (page: Page): Promise<Control[]> =>
  page.evaluate((mark) => {
    const nameOf = (element: Element): string => {
      const labels =
        element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
      const text =
        element.getAttribute("aria-label") ?? labels?.[0]?.textContent ?? element.textContent ?? "";
      return text.replaceAll(/\s+/g, " ").trim();
    };
    const kindOf = (element: Element): Control["kind"] | null => {
      if (element instanceof HTMLSelectElement) return "select";
      if (element instanceof HTMLTextAreaElement) return "text";
      if (!(element instanceof HTMLInputElement)) return element.tagName === "SUMMARY" ? "summary" : "button";
      if (["checkbox", "radio"].includes(element.type)) return "choice";
      if (element.type === "date") return "date";
      return ["file", "hidden", "color"].includes(element.type) ? null : "text";
    };
    const isShown = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      const { visibility } = getComputedStyle(element);
      return width > 0 && height > 0 && visibility === "visible";
    };
    const seen = new Map<string, number>();
    const found: Control[] = [];
    for (const element of document.querySelectorAll(
      "#content :is(button, select, input, textarea, summary)",
    )) {
      const kind = kindOf(element);
      const row = element.closest("tbody tr");
      if (!kind || !isShown(element) || row?.previousElementSibling) continue;
      const name = nameOf(element);
      const same = `${kind}: ${name}`;
      const count = (seen.get(same) ?? 0) + 1;
      seen.set(same, count);
      const key = count === 1 ? same : `${same} (${count})`;
      element.setAttribute(mark, key);
      const isRefused = element.matches(":disabled, [aria-disabled=true]");
      found.push({ key, kind, name, isRefused });
    }
    return found;
  }, MARK);

export const locate = (page: Page, { key }: Control): Locator =>
  page.locator(`[${MARK}=${JSON.stringify(key)}]`).first();

/** Where the page leads: one address for each kind of page, in this console. */
export const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const byKind = new Map<string, string>();
    for (const link of document.querySelectorAll<HTMLAnchorElement>("#content a[href], nav a[href]")) {
      const { origin, pathname, search, hash } = new URL(link.href);
      if (origin !== location.origin || hash) continue;
      const kind = `${pathname}${search}`.replaceAll(/[a-z]{3}_[0-9a-z]{26}|\d{4}-\d{2}(-\d{2})?/g, "*");
      if (!byKind.has(kind)) byKind.set(kind, `${pathname}${search}`);
    }
    return [...byKind.values()];
  });
