import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { z } from "zod";
import { violations } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";

// Where SCREENSHOTS names a folder, these tests leave pictures there to look at.
const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.SCREENSHOTS;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};

const searchBox = (page: Page) => page.getByRole("combobox", { name: "Search the documentation" });
const openSearch = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Search" }).waitFor();
  await page.keyboard.press("/");
  await expect(searchBox(page)).toBeFocused();
};

const hasNoSidewaysScroll = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

const PAGES = [
  "/docs",
  "/docs/quickstart",
  "/docs/webhooks",
  "/docs/errors",
  "/docs/architecture",
  "/docs/reference",
];

test("the front page leads each role to its pages, and from page to page", async ({ page }) => {
  await page.goto("/docs");
  await shoot(page, "front");
  for (const name of ["Integrate", "Decide", "Operate", "Audit", "Contribute"])
    await expect(page.getByRole("main").getByRole("heading", { name, level: 2 })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Webhooks", exact: true }).click();
  await expect(page).toHaveURL(/\/docs\/webhooks$/);
  await expect(page).toHaveTitle("Webhooks · Docs · Lintel");
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
  await shoot(page, "webhooks");
  await page.getByRole("link", { name: "Next Errors" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Errors" })).toBeVisible();
  await page.getByRole("link", { name: "Previous Webhooks" }).click();
  await expect(page).toHaveURL(/\/docs\/webhooks$/);
  const side = page.getByRole("navigation", { name: "Documentation" });
  await expect(side.getByRole("link", { name: "Webhooks" })).toHaveAttribute("aria-current", "page");
  await side.getByRole("link", { name: "Deployment" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Deployment/ })).toBeVisible();
  const parts = page.getByRole("navigation", { name: "On this page" }).getByRole("link");
  await parts.last().click();
  await expect(
    page.getByRole("heading", { name: (await parts.last().innerText()).trim(), exact: true }),
  ).toBeInViewport();
});

test.describe("the search", () => {
  test("is opened by /, moved by arrows, left by Escape and followed by Enter", async ({ page }) => {
    await page.goto("/docs/quickstart");
    await openSearch(page);
    await page.keyboard.type("rate_limit_exc");
    const results = page.getByRole("listbox", { name: "Results" }).getByRole("option");
    await expect(results.first()).toContainText("RATE_LIMIT_EXCEEDED");
    await expect(results.first().locator("mark").first()).toHaveText(/rate_limit_exc/i);
    await page.keyboard.press("Escape");
    await expect(searchBox(page)).toBeHidden();
    await openSearch(page);
    await searchBox(page).fill("signature");
    await expect(results.nth(1)).toBeVisible();
    await shoot(page, "search");
    await expect(results.first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowDown");
    await expect(results.nth(1)).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect(results.last()).toHaveAttribute("aria-selected", "true");
    await expect(searchBox(page)).toHaveAttribute(
      "aria-activedescendant",
      (await results.last().getAttribute("id")) ?? "",
    );
    await searchBox(page).fill("/verify/start");
    await expect(results.first()).toContainText("POST /verify/start");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/docs\/reference#verify\.start$/);
  });

  test("is opened and closed by the pointer, says when nothing is found, and a line leads on", async ({
    page,
  }) => {
    await page.goto("/docs");
    await page.getByRole("button", { name: "Search" }).click();
    await searchBox(page).fill("zzzz nothing");
    await expect(page.getByRole("status").filter({ hasText: "Nothing has" })).toBeVisible();
    await page.getByRole("button", { name: "Close" }).click();
    await expect(searchBox(page)).toBeHidden();
    await page.keyboard.press("Control+k");
    await searchBox(page).fill("voucher");
    expect(await violations(page)).toEqual([]);
    await page.getByRole("option").first().click();
    await expect(page).toHaveURL(/\/docs\/vouchers/);
  });

  test("leaves / alone where somebody writes", async ({ page }) => {
    await page.goto("/docs/reference#verify.start");
    await page.locator('[id="verify.start"]').getByText("Try it").click();
    const key = page.locator('[id="verify.start"]').getByLabel("Test key");
    await key.fill("");
    await key.press("/");
    await expect(key).toHaveValue("/");
    await expect(searchBox(page)).toBeHidden();
  });
});

test.describe("samples", () => {
  test("show one language, remember it on every page from the first paint, and are copied with one press", async ({
    page,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/docs/quickstart");
    const first = page.getByRole("group", { name: "Language of the sample start" });
    await expect(first.getByRole("radio", { name: "curl" })).toBeChecked();
    await first.getByRole("radio", { name: "Python" }).check();
    await expect(page.getByText("from lintel import Lintel").first()).toBeVisible();
    await expect(page.getByText('curl -sS "$LINTEL_URL/verify/start"')).toBeHidden();
    await first.scrollIntoViewIfNeeded();
    await shoot(page, "samples");
    // One choice for all samples.
    await expect(
      page
        .getByRole("group", { name: "Language of the sample status" })
        .getByRole("radio", { name: "Python" }),
    ).toBeChecked();
    await page.keyboard.press("ArrowRight");
    await expect(first.getByRole("radio", { name: "PHP" })).toBeChecked();
    await expect(first.getByRole("radio", { name: "PHP" })).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    // The server's page says curl; what is painted first says Python, before any script of the page's own has run.
    await page.route("**/_next/**/*.js", (route) => route.abort());
    await page.goto("/docs/reference");
    const start = page.locator('[id="verify.start"]');
    await expect(start.getByText("from lintel import Lintel").first()).toBeVisible();
    await start.scrollIntoViewIfNeeded();
    await shoot(page, "reference-start");
    await page.unroute("**/_next/**/*.js");
    await page.goto("/docs/reference");
    await start.locator("figure:visible").getByRole("button", { name: "Copy" }).first().click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("lintel.start({");
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("everything but search, copying and trying is there, the languages too", async ({ page }) => {
    await page.goto("/docs/quickstart");
    await expect(page.getByRole("button", { name: "Search" })).toHaveCount(0);
    await expect(page.getByText('curl -sS "$LINTEL_URL/verify/start"')).toBeVisible();
    const first = page.getByRole("group", { name: "Language of the sample start" });
    await first.getByRole("radio", { name: "Go" }).check();
    await expect(page.getByText("client, err := lintel.New").first()).toBeVisible();
    await expect(page.getByText('curl -sS "$LINTEL_URL/verify/start"')).toBeHidden();
    await page.goto("/docs#verify.start");
    await page.locator('[id="verify.start"]').getByRole("link").click();
    await expect(page).toHaveURL(/\/docs\/reference#verify\.start$/);
    await expect(page.getByText("Try it")).toHaveCount(0);
  });
});

test("old links to the reference lead to where it is now, and links to the front page stay", async ({
  page,
}) => {
  for (const id of ["verify.start", "webhooks", "verification.completed", "errors", "RATE_LIMIT_EXCEEDED"]) {
    await page.goto("about:blank");
    await page.goto(`/docs#${id}`);
    await expect(page).toHaveURL(new RegExp(`/docs/reference#${id.replace(".", "\\.")}$`));
    await expect(page.locator(`[id="${id}"]`)).toBeInViewport();
  }
  await page.goto("about:blank");
  await page.goto("/docs#role-operator");
  await expect(page.getByRole("heading", { level: 1, name: "Documentation" })).toHaveCount(1);
  await expect(page).toHaveURL(/\/docs#role-operator$/);
});

const started = z.object({ verificationId: z.string(), sessionUrl: z.string() });

test.describe("Try it", () => {
  test("sends a real request with a test key, and goes on to the status", async ({ page, demo }) => {
    await page.goto("/docs/reference#verify.start");
    const start = page.locator('[id="verify.start"]');
    await start.getByText("Try it").click();
    await start.getByLabel("Test key").fill(demo.tenant.testKey);
    const firstKey = await start.getByText("Idempotency-Key").locator("code").last().innerText();
    await start.getByRole("button", { name: "New key" }).click();
    await expect(start.getByText(firstKey)).toHaveCount(0);
    const sent = page.waitForRequest("**/verify/start");
    await start.getByRole("button", { name: "Send POST /verify/start" }).click();
    const request = await sent;
    expect(request.headers()["idempotency-key"]).toMatch(/^[\da-f-]{36}$/);
    expect(request.headers().cookie).toBeUndefined();
    expect(request.url()).not.toContain(demo.tenant.testKey);
    await expect(start.getByText("Status 200", { exact: true })).toBeVisible();
    await expect(start.getByText(/^Request req_/)).toBeVisible();
    await expect(start.getByText(/calls? (?:is|are) left/)).toBeVisible();
    const body = started.parse(await (await request.response())?.json());
    await expect(start.getByText(body.verificationId)).toBeVisible();
    await start.getByText("Headers", { exact: true }).click();
    await expect(start.getByText("ratelimit-policy")).toBeVisible();
    await shoot(page, "try-it");
    expect(await violations(page)).toEqual([]);
    await expect(start.getByRole("link", { name: "Open the hosted page" })).toHaveAttribute(
      "href",
      body.sessionUrl,
    );
    const opened = page.waitForEvent("popup");
    await start.getByRole("link", { name: "Open the hosted page" }).click();
    const hosted = await opened;
    await hosted.getByRole("button", { name: /^Approve/ }).click();
    await expect(hosted.locator("h1:focus, h2:focus")).toBeVisible();
    await hosted.close();
    // The id and the key are there already.
    const status = page.locator('[id="verify.status"]');
    await status.getByText("Try it").click();
    await expect(status.getByLabel("verificationId")).toHaveValue(body.verificationId);
    await status.getByRole("button", { name: "Send GET /verify/status" }).click();
    await expect(status.locator("pre").filter({ hasText: '"completed"' })).toBeVisible();
    // Nothing of it is kept.
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
    );
    expect(kept).not.toContain("avk_");
    await page.reload();
    await start.getByText("Try it").click();
    await expect(start.getByLabel("Test key")).toHaveValue("");
  });

  test("refuses a live key, another key and a broken body before anything is sent", async ({
    page,
    liveKey,
    demo,
  }) => {
    await page.goto("/docs/reference#verify.start");
    const requests: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/verify/")) requests.push(request.url());
    });
    const start = page.locator('[id="verify.start"]');
    await start.getByText("Try it").click();
    const send = start.getByRole("button", { name: "Send POST /verify/start" });
    for (const [key, words] of [
      [liveKey, "This is a live key, and it was not sent."],
      ["x", "This is not a test key, and it was not sent."],
      ["", "Type a test key."],
    ] as const) {
      await start.getByLabel("Test key").fill(key);
      await send.click();
      await expect(start.getByText(words)).toBeVisible();
      await expect(start.getByLabel("Test key")).toBeFocused();
    }
    await start.getByLabel("Test key").fill(demo.tenant.testKey);
    await start.getByLabel("Body").fill("{");
    await send.click();
    await expect(start.getByText("The body is not JSON")).toBeVisible();
    expect(requests).toEqual([]);
  });

  test("shows a refusal of the service as it is, and says when there is no answer", async ({
    page,
    demo,
  }) => {
    await page.goto("/docs/reference#verify.status");
    const status = page.locator('[id="verify.status"]');
    await status.getByText("Try it").click();
    await status.getByLabel("Test key").fill(demo.tenant.testKey);
    await status.getByLabel("verificationId").fill("ver_unknown");
    const send = status.getByRole("button", { name: "Send GET /verify/status" });
    await send.click();
    await expect(status.getByText("Status 404")).toBeVisible();
    await expect(status.getByText('"VERIFICATION_NOT_FOUND"').first()).toBeVisible();
    await page.route("**/verify/status*", (route) => route.abort());
    await send.click();
    await expect(status.getByText("The service did not answer.")).toBeVisible();
  });
});

for (const path of PAGES) {
  test(`axe finds nothing on ${path}, and nothing scrolls sideways at 390 px`, async ({ page }) => {
    test.slow(); // the reference of the whole interface is a long page
    await page.goto(path);
    expect(await violations(page)).toEqual([]);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await shoot(page, `${path.replaceAll("/", "-").slice(1)}-${colorScheme}`);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await hasNoSidewaysScroll(page)).toBe(true);
    await shoot(page, `${path.replaceAll("/", "-").slice(1)}-phone`);
    await page.getByText("All pages", { exact: true }).click();
    await expect(
      page.getByRole("navigation", { name: "Documentation" }).getByRole("link", { name: "Telemetry" }),
    ).toBeVisible();
    expect(await hasNoSidewaysScroll(page)).toBe(true);
  });
}

test("paper shows the text and nothing to press", async ({ page }) => {
  await page.goto("/docs/quickstart");
  await page.getByRole("button", { name: "Search" }).waitFor();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("button")).toHaveCount(0);
});

test("a guide loads at most 8 kB of compressed script beside what every page loads", async ({ page }) => {
  const texts = new Map<string, Promise<string>>();
  page.on("response", (response) => {
    if (response.request().resourceType() === "script")
      texts.set(new URL(response.url()).pathname, response.text());
  });
  // The start page has no part of its own that runs in a browser.
  await page.goto("/", { waitUntil: "networkidle" });
  const everywhere = new Set(texts.keys());
  await page.goto("/docs/quickstart", { waitUntil: "networkidle" });
  const own = [...texts].filter(([path]) => !everywhere.has(path));
  const sizes = await Promise.all(own.map(async ([, text]) => gzipSync(await text).length));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`script of /docs/quickstart: ${bytes} bytes of its own`);
  expect(own.length).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(8 * 1024);
});
