import { test as base, expect, type Page } from "@playwright/test";
import { z } from "zod";
import { violations } from "./support/axe.ts";
import { callApi, newTenant, signIn } from "./support/console.ts";
import { type GateSite, openGateSite } from "./support/gate-site.ts";
import { type Backend, backendOf, type Demo, readDemo } from "./support/service.ts";

// public/gate.js against the service itself: a gate from the console, a site of another origin, and its backend.

type World = { demo: Demo; site: GateSite; siteId: string; backend: Backend };

const test = base.extend<object, { world: World }>({
  world: [
    async ({ browser }, use) => {
      const demo = readDemo();
      const tenant = await newTenant(demo, "Corner Shop");
      let siteId = "";
      const site = await openGateSite(() => ({ service: demo.baseUrl, siteId }));
      const page = await browser.newPage({ baseURL: demo.baseUrl, locale: "en-GB" });
      await signIn(page, "Ada");
      const input = { mode: "test", name: "Corner Shop", origin: site.origin, minimumAge: 18 };
      const made = await callApi(page, tenant.id, "gates.create", input);
      siteId = z.object({ gate: z.object({ siteId: z.string() }) }).parse(made).gate.siteId;
      const key = await callApi(page, tenant.id, "keys.create", { mode: "test", name: "Backend" });
      await page.close();
      const { value } = z.object({ value: z.string() }).parse(key);
      await use({ demo, site, siteId, backend: backendOf(demo.baseUrl, value) });
      await site.close();
    },
    { scope: "worker" },
  ],
});

const state = (page: Page) => page.locator("#gate-1");
const response = (page: Page): Promise<string> =>
  page.locator("#form-gate-1 input[type=hidden]").inputValue();

const openCheck = async (page: Page, { site }: World, query = ""): Promise<Page> => {
  await page.goto(`${site.origin}/${query}`);
  const opened = page.waitForEvent("popup");
  await state(page).getByRole("button").click();
  return opened;
};

/** Plays an outcome on the hosted page, and goes back by its link. */
const play = async (page: Page, outcome: RegExp): Promise<void> => {
  await page.getByRole("button", { name: outcome }).click();
  await page
    .getByRole("link", { name: /Corner Shop$/ })
    .click()
    .catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
};

test("in a window: the code in the form is taken by POST /tokens/validate once", async ({ page, world }) => {
  const popup = await openCheck(page, world);
  await play(popup, /^Approve/);
  await expect(state(page)).toHaveAttribute("data-state", "done");
  await expect.poll(() => popup.isClosed()).toBe(true);
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByRole("heading", { name: "Thanks" })).toBeVisible();
  const code = world.site.sent.at(-1)?.["lintel-response"] ?? "";
  expect(await world.backend.validate(code)).toMatchObject({ valid: true, over18: true });
  expect(await world.backend.validate(code)).toMatchObject({ valid: false, over18: false });
});

test("in a window: a visitor who is too young brings no code, and the site learns why", async ({
  page,
  world,
}) => {
  const popup = await openCheck(page, world);
  await play(popup, /^Under age/);
  await expect(state(page)).toHaveAttribute("data-state", "refused");
  expect(await response(page)).toBe("");
  await expect(page.locator("#told")).toContainText('["error-callback","under_age"]');
});

test("the element's language is the check's, and a visitor who stops brings no code", async ({
  page,
  world,
}) => {
  const popup = await openCheck(page, world, "?language=de");
  await expect(popup).toHaveURL(/\/v\//);
  await expect(popup.locator("html")).toHaveAttribute("lang", "de");
  await popup.getByRole("link", { name: "Ich möchte das nicht" }).click();
  await popup.getByRole("button", { name: "Ja, abbrechen" }).click();
  await popup
    .getByRole("link", { name: /Corner Shop$/ })
    .click()
    .catch((error: unknown) => {
      if (!popup.isClosed()) throw error;
    });
  await expect(state(page)).toHaveAttribute("data-state", "refused");
  await expect(state(page).getByRole("button")).toHaveAccessibleName(
    "Erneut versuchen Sie haben die Altersprüfung abgebrochen",
  );
});

test("in the same tab: there, through the check and back, with a code that counts", async ({
  page,
  world,
}) => {
  await page.addInitScript("window.open = () => null");
  await page.goto(`${world.site.origin}/shop?item=3`);
  await state(page).getByRole("button").click();
  await page.getByRole("button", { name: "Prove your age" }).click();
  await play(page, /^Approve/);
  await expect(state(page)).toHaveAttribute("data-state", "done");
  expect(page.url()).toBe(`${world.site.origin}/shop?item=3`);
  expect(await world.backend.validate(await response(page))).toMatchObject({ valid: true, over18: true });
});

test("in the same tab: the part after # is there again, with the code", async ({ page, world }) => {
  await page.addInitScript("window.open = () => null");
  await page.goto(`${world.site.origin}/shop?item=3#reviews`);
  await state(page).getByRole("button").click();
  await page.getByRole("button", { name: "Prove your age" }).click();
  await play(page, /^Approve/);
  await expect(state(page)).toHaveAttribute("data-state", "done");
  expect(page.url()).toBe(`${world.site.origin}/shop?item=3#reviews`);
  expect(await world.backend.validate(await response(page))).toMatchObject({ valid: true });
});

test("on the site's own host: the part after #, a long address, and a text that the tab did not keep", async ({
  page,
  context,
  world: { site, siteId },
}) => {
  const at = (path: string) => `${site.origin}/.well-known/lintel/${siteId}/start?return=${path}`;
  const prove = async () => {
    await page.getByRole("button", { name: "Prove your age" }).click();
    await play(page, /^Approve/);
  };
  const long = `/shop?item=${"3".repeat(2_000)}`;
  for (const wanted of ["/shop?item=3#a%20b", `${long}#reviews`, long]) {
    await context.clearCookies();
    await page.goto(at(wanted));
    await prove();
    await expect(page).toHaveURL(site.origin + wanted);
    // The answer that led on is nowhere to be gone back to.
    await page.goBack();
    expect(page.url()).not.toContain("/callback");
  }
  // What a script of the site, or an older visit, wrote there leads nowhere else.
  for (const text of [
    "//evil.example/",
    "https://evil.example/",
    "javascript:alert(1)",
    "/\\\\evil.example/",
  ]) {
    await context.clearCookies();
    await page.goto(at(long));
    // After the page's own script, in its own document: what another one writes may reach this one late.
    await page.evaluate((kept) => {
      const write = () => sessionStorage.setItem("lintel-return", kept);
      document.forms[0]?.addEventListener("formdata", write);
    }, text);
    await page.getByRole("button", { name: "Prove your age" }).click();
    await play(page, /^Approve/);
    await expect(page.getByText("too long to come back to by itself")).toBeVisible();
    expect(new URL(page.url()).origin).toBe(site.origin);
    await page.getByRole("link", { name: /^Continue to/ }).click();
    await expect(page).toHaveURL(`${site.origin}/`);
  }
});

test("in another page's frame: a sentence and a way to a window of its own, and nothing to have pressed", async ({
  page,
  context,
  world: { site, siteId },
}) => {
  const around = await openGateSite(() => ({ service: site.origin, siteId }), "localhost");
  const start = `${site.origin}/.well-known/lintel/${siteId}/start?return=/shop?item=3`;
  await page.goto(`${around.origin}/around?frame=${encodeURIComponent(start)}`);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByText("cannot be proved inside another page")).toBeVisible();
  await expect(frame.getByRole("button")).toHaveCount(0);
  expect(await frame.locator("script, form").count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  const opened = context.waitForEvent("page");
  await frame.getByRole("link", { name: /in a new window$/ }).click();
  const own = await opened;
  await own.getByRole("button", { name: "Prove your age" }).click();
  await play(own, /^Approve/);
  await expect(own).toHaveURL(`${site.origin}/shop?item=3`);
  expect(await own.evaluate("opener")).toBe(null);
  // Now there is a proof, which a frame of another site does not get, and a window does.
  await page.reload();
  const again = context.waitForEvent("page");
  await frame.getByRole("link", { name: /in a new window$/ }).click();
  await expect(await again).toHaveURL(`${site.origin}/shop?item=3`);
  await around.close();
});

test("gate.js in a frame that may open no window leads to the same sentence, and on in the whole window", async ({
  page,
  world: { demo, site, siteId, backend },
}) => {
  const around = await openGateSite(() => ({ service: demo.baseUrl, siteId }), "localhost");
  const inside = `${site.origin}/shop?item=3`;
  const leave = "allow-scripts allow-same-origin allow-forms allow-top-navigation-by-user-activation";
  await page.goto(
    `${around.origin}/around?sandbox=${encodeURIComponent(leave)}&frame=${encodeURIComponent(inside)}`,
  );
  const frame = page.frameLocator("iframe");
  await frame.getByRole("button", { name: "Prove your age" }).click();
  await expect(frame.getByText("cannot be proved inside another page")).toBeVisible();
  await frame.getByRole("link", { name: /in this window$/ }).click();
  await page.getByRole("button", { name: "Prove your age" }).click();
  await play(page, /^Approve/);
  await expect(state(page)).toHaveAttribute("data-state", "done");
  expect(page.url()).toBe(inside);
  expect(await backend.validate(await response(page))).toMatchObject({ valid: true });
  await around.close();
});

test("without JavaScript: the link leads through the check to the address of its return", async ({
  browser,
  world,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(`${world.site.origin}/`);
  await page.getByRole("link", { name: "Prove your age" }).click();
  await page.getByRole("button", { name: "Prove your age" }).click();
  await play(page, /^Approve/);
  await page.waitForURL(/\/checkout\?lintel-response=vrc_/);
  const code = new URL(page.url()).searchParams.get("lintel-response") ?? "";
  expect(await world.backend.validate(code)).toMatchObject({ valid: true, over18: true });
  await context.close();
});

test("on the site's own host: the page, the check at the service, and back with the site's cookie", async ({
  page,
  context,
  world: { site, siteId },
}) => {
  const start = `${site.origin}/.well-known/lintel/${siteId}/start?return=/shop?item=3`;
  await page.goto(start);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "This site asks visitors to be 18 or over",
  );
  // The form's policy allows the way to the hosted page, on another origin.
  await page.getByRole("button", { name: "Prove your age" }).click();
  await play(page, /^Under age/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You cannot enter this site");
  expect(new URL(page.url()).origin).toBe(site.origin);
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Prove your age" }).click();
  await play(page, /^Approve/);
  await expect(page).toHaveURL(`${site.origin}/shop?item=3`);
  // The refused try can still be read again, for as long as its own cookie lasts.
  const kept = (await context.cookies(site.origin)).filter(({ name }) => name.startsWith("lintel_gate"));
  expect(kept.map(({ name, httpOnly, sameSite, path }) => ({ name, httpOnly, sameSite, path }))).toEqual([
    { name: "lintel_gate_18", httpOnly: true, sameSite: "Lax", path: "/" },
  ]);
  await page.goto(start);
  await expect(page).toHaveURL(`${site.origin}/shop?item=3`);
});

test("gate.js and gate.css are cached and sent as embed.js is", async ({ world: { demo } }) => {
  const sent = async (path: string) => {
    const { status, headers } = await fetch(demo.baseUrl + path);
    return { status, cache: headers.get("cache-control"), sniff: headers.get("x-content-type-options") };
  };
  const [script, style, known] = await Promise.all(["/gate.js", "/gate.css", "/embed.js"].map(sent));
  expect(known?.status).toBe(200);
  expect([script, style]).toEqual([known, known]);
});
