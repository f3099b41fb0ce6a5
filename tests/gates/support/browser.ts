import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "@playwright/test";
import { findChromium } from "../../../scripts/lib/chromium.ts";

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
};

export type Visitors = {
  browser: Browser;
  visitor: (more?: BrowserContextOptions) => Promise<BrowserContext>;
};

const environment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** A Chromium that ends with the stack. Each visitor has a profile of their own and believes the bench's certificates. */
export const openBrowser = async (stack: AsyncDisposableStack): Promise<Visitors> => {
  const { path, env } = findChromium();
  const browser = await chromium.launch({
    executablePath: path,
    // Containers and root have no user namespaces to build Chromium's sandbox from, and the names of test sites
    // exist on this machine alone.
    args: ["--no-sandbox", "--host-resolver-rules=MAP *.test 127.0.0.1"],
    env: { ...environment(), ...env },
  });
  stack.defer(() => browser.close());
  const visitor = (more: BrowserContextOptions = {}): Promise<BrowserContext> =>
    browser.newContext({ locale: "en-GB", ignoreHTTPSErrors: true, ...more });
  return { browser, visitor };
};
