import type { Page } from "@playwright/test";
import { isAwake } from "./console.ts";

/** All that the tab keeps of forms. */
export const kept = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.entries(window.sessionStorage).flatMap(([key, text]) =>
      key.startsWith("lintel-kept/") ? `${key} ${text}` : [],
    ),
  );

/** Answers the browser's own question at a reload, from here on; the crash asks nobody. */
export const leaveAnyway = (page: Page): void => {
  page.on("dialog", (question) => void question.accept());
};

export const reload = async (page: Page): Promise<void> => {
  await page.reload();
  await isAwake(page);
};
