import { expect, type Page, type Request } from "@playwright/test";

/** The files of script that a press loads, by their paths. */
export const scriptsOf = async (page: Page, press: () => Promise<void>): Promise<ReadonlySet<string>> => {
  // What the page still loads by itself is none of the press.
  await page.waitForLoadState("networkidle");
  const scripts: Request[] = [];
  const note = (request: Request): void => {
    if (request.resourceType() === "script") scripts.push(request);
  };
  page.on("request", note);
  await press();
  // A part's files are asked for together, some a moment after the press.
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
  await Promise.all(scripts.map((script) => script.response()));
  page.off("request", note);
  return new Set(scripts.map((script) => new URL(script.url()).pathname));
};

/**
 * From here on, these files do not arrive.
 * @param status answered in their place; absent: the connection breaks
 * @returns lets them arrive again
 */
export const lose = async (
  page: Page,
  files: ReadonlySet<string>,
  status?: number,
): Promise<() => Promise<void>> => {
  const isLost = ({ pathname }: URL): boolean => files.has(pathname);
  await page.route(isLost, (route) => (status === undefined ? route.abort() : route.fulfill({ status })));
  return () => page.unroute(isLost);
};
