import { createHash, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { findChromium } from "../../scripts/lib/chromium.ts";
import { cookieValue } from "../gates/support/test-gate.ts";
import { startWorkerd } from "../gates/support/workerd.ts";
import { type GateWorld, newGateWorld } from "../gates/support/world.ts";

// What a browser keeps of a site behind the Worker, and shows again: the site allows every cache ten minutes.

const isMissing = inject("noRuntimes") !== "";
const stack = new AsyncDisposableStack();
let world: GateWorld;
let browser: Browser;

/** A page at every address, with a picture; and a script for a service worker. */
const startPages = async (): Promise<Server> => {
  const types: Record<string, string> = { "/picture.svg": "image/svg+xml", "/sw.js": "text/javascript" };
  const server = createServer(({ url = "", headers }, response) => {
    const type = types[url] ?? "text/html";
    const kept = { "cache-control": "public, max-age=600", expires: "Thu, 01 Jan 2099 00:00:00 GMT" };
    const isKept = headers["if-none-match"] === '"1"';
    response.writeHead(isKept ? 304 : 200, { ...kept, "content-type": type, etag: '"1"' });
    if (isKept) response.end();
    else if (type === "text/html") response.end(`<title>Wine</title><img src="/picture.svg">${url}`);
    else response.end(url === "/sw.js" ? "" : '<svg xmlns="http://www.w3.org/2000/svg"/>');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  stack.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
};

/** As Chromium names a certificate's key (RFC 7469 §2.4). */
const keyHash = (pem: string): string => {
  const key = new X509Certificate(pem).publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(key).digest("base64");
};

beforeAll(async () => {
  if (isMissing) return;
  world = await newGateWorld(stack, "workerd-browser");
  const { port } = (await startPages()).address() as AddressInfo;
  await startWorkerd(stack, { ...world, site: { ...world.site, port } });
  const { path, env } = findChromium();
  browser = await chromium.launch({
    executablePath: path,
    env: { ...process.env, ...env },
    args: [
      "--no-sandbox",
      "--host-resolver-rules=MAP shop.test 127.0.0.1",
      // Chromium keeps nothing of a site whose certificate it does not trust, so `ignoreHTTPSErrors` would hide a fault.
      `--ignore-certificate-errors-spki-list=${keyHash(world.certificate.cert)}`,
    ],
  });
  stack.defer(() => browser.close());
});
afterAll(() => stack.disposeAsync());

/** A visitor with a browser of their own, and with proof. */
const visitor = async (): Promise<{ context: BrowserContext; page: Page }> => {
  const context = await browser.newContext({ baseURL: world.gate.origin });
  const { cookieName: name, origin: url } = world.gate;
  await context.addCookies([{ name, value: cookieValue(world.gate), url, secure: true, httpOnly: true }]);
  return { context, page: await context.newPage() };
};

describe.skipIf(isMissing)("a browser after its proof is over", () => {
  test("shows no page again: not by Back, not by its address", async () => {
    const { context, page } = await visitor();
    await page.goto("/red");
    await page.goto("/white");
    expect(await page.title()).toBe("Wine");
    await context.clearCookies();
    await page.goBack();
    expect([await page.title(), new URL(page.url()).search]).toEqual(["Age check", "?return=%2Fred"]);
    await page.goto("/white");
    expect([await page.title(), new URL(page.url()).search]).toEqual(["Age check", "?return=%2Fwhite"]);
  });

  test("gets no picture that it has kept, and no service worker", async () => {
    const { context, page } = await visitor();
    await page.goto("/red");
    const picture = () =>
      page.evaluate(async () => {
        const { status, headers } = await fetch("/picture.svg");
        return [status, headers.get("lintel-gate") !== null];
      });
    expect(await picture()).toEqual([200, false]);
    await context.clearCookies();
    expect(await picture()).toEqual([401, true]);
    const registration = page.evaluate(() => navigator.serviceWorker.register("/sw.js"));
    await expect(registration).rejects.toThrow(/bad HTTP response code \(401\)/);
  });
});

test.skipIf(isMissing)(
  "a second visitor of the same Worker sees nothing of what the first has seen",
  async () => {
    const { page } = await visitor();
    await page.goto("/rose");
    expect(await page.title()).toBe("Wine");
    const second = await browser.newPage({ baseURL: world.gate.origin });
    await second.goto("/rose");
    expect([await second.title(), new URL(second.url()).search]).toEqual(["Age check", "?return=%2Frose"]);
  },
);
