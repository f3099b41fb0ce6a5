import { test as base, expect, type Page } from "@playwright/test";
import { LANGUAGES } from "#core/language.ts";
import { violations } from "./support/axe.ts";
import { type Ending, type GateService, openGateService, SITE_ID } from "./support/gate-service.ts";
import { type GateSite, openGateSite } from "./support/gate-site.ts";

// public/gate.js on a site of another origin under a strict policy, with a service that answers as ours does
// (tests/e2e/support/gate-service.ts). tests/e2e/gate-walk.spec.ts asks ours.

const test = base.extend<object, { world: { service: GateService; site: GateSite } }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
    async ({}, use) => {
      let origin = "";
      const service = await openGateService(() => origin);
      const site = await openGateSite(() => ({ service: service.origin, siteId: SITE_ID }));
      origin = site.origin;
      await use({ service, site });
      await Promise.all([service.close(), site.close()]);
    },
    { scope: "worker" },
  ],
});

const CODE = /^vrc_[A-Za-z0-9_-]{32}$/;

const told = async (page: Page): Promise<unknown[]> =>
  ((await page.locator("#told").textContent()) ?? "")
    .split("\n")
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line));

const button = (page: Page, at = 1) => page.locator(`#gate-${at}`).getByRole("button");
const state = (page: Page, at = 1) => page.locator(`#gate-${at}`);
const response = (page: Page, at = 1): Promise<string> =>
  page.locator(`#form-gate-${at} input[type=hidden]`).inputValue();

const openCheck = async (page: Page, at = 1): Promise<Page> => {
  const opened = page.waitForEvent("popup");
  await button(page, at).click();
  return opened;
};

/** Ends the check in its window, which closes by itself. */
const endCheck = async (popup: Page, how: Ending): Promise<void> => {
  const closed = popup.waitForEvent("close");
  const link = popup.getByRole("link", { name: how, exact: true });
  await link.waitFor();
  // The window may be gone before the click has been reported as done.
  await link.click().catch((error: unknown) => {
    if (!popup.isClosed()) throw error;
  });
  await closed;
};

/** As where a browser blocks the window. */
const blockWindows = async (page: Page): Promise<void> => {
  await page.addInitScript("window.open = () => null");
};

test.describe("in a window", () => {
  test("the code comes into the form, is reported once, and the form carries it", async ({ page, world }) => {
    await page.goto(`${world.site.origin}/`);
    await expect(button(page)).toHaveAccessibleName("Prove your age Opens a new window");
    expect(await response(page)).toBe("");
    const popup = await openCheck(page);
    await expect(state(page)).toHaveAttribute("data-state", "open");
    // Not every browser leaves the focus on a button that was clicked.
    await button(page).evaluate((element) => element.blur());
    await endCheck(popup, "answer");
    await expect(state(page)).toHaveAttribute("data-state", "done");
    const code = world.service.codes.at(-1);
    expect(code).toMatch(CODE);
    expect(await response(page)).toBe(code);
    expect(await page.evaluate("lintel.getResponse()")).toBe(code);
    expect(await told(page)).toEqual([
      ["success", { response: code }, "gate-1"],
      ["callback", code],
    ]);
    await expect(button(page)).toBeFocused();
    await expect(page.locator("#gate-1 p")).toHaveText("Age proved");
    await page.getByRole("button", { name: "Pay" }).click();
    await expect(page.getByRole("heading", { name: "Thanks" })).toBeVisible();
    expect(world.site.sent.at(-1)).toEqual({ note: "", "lintel-response": code });
  });

  test("a double click opens one window, and another press brings it to the front", async ({
    page,
    context,
    world,
  }) => {
    await page.goto(`${world.site.origin}/`);
    const opened = page.waitForEvent("popup");
    await button(page).dblclick();
    const popup = await opened;
    await popup.getByRole("link", { name: "answer", exact: true }).waitFor();
    await button(page).press("Enter");
    expect(context.pages()).toHaveLength(2);
    await endCheck(popup, "answer");
    await expect(state(page)).toHaveAttribute("data-state", "done");
    // A click, although it says that it does nothing now.
    await button(page).click({ force: true });
    expect(context.pages()).toHaveLength(1);
  });

  const REFUSALS = [
    ["under_age", "error", "under_age", "You are younger than this site asks for"],
    ["cancelled", "error", "cancelled", "You stopped the age check"],
    ["failed", "error", "failed", "Your age could not be proved"],
    ["expired", "timeout", undefined, "The time has run out"],
  ] as const;
  for (const [how, name, reason, words] of REFUSALS) {
    test(`${how}: the form gets no code, the site learns why, and another try is one press`, async ({
      page,
      world,
    }) => {
      await page.goto(`${world.site.origin}/`);
      await endCheck(await openCheck(page), how);
      await expect(state(page)).toHaveAttribute("data-state", "refused");
      await expect(button(page)).toHaveAccessibleName(`Try again ${words}`);
      await expect(button(page)).toBeFocused();
      expect(await response(page)).toBe("");
      expect((await told(page)).map((line) => JSON.stringify(line))).toEqual([
        JSON.stringify([name, name === "error" ? { reason } : {}, "gate-1"]),
        JSON.stringify(reason === undefined ? [`${name}-callback`] : [`${name}-callback`, reason]),
      ]);
      await endCheck(await openCheck(page), "answer");
      await expect(state(page)).toHaveAttribute("data-state", "done");
    });
  }

  test("a window that the visitor closes is a refusal, reported once", async ({ page, world }) => {
    await page.goto(`${world.site.origin}/`);
    const popup = await openCheck(page);
    await popup.getByRole("link", { name: "answer", exact: true }).waitFor();
    await popup.close();
    await expect(state(page)).toHaveAttribute("data-state", "refused");
    expect(await told(page)).toEqual([
      ["error", { reason: "closed" }, "gate-1"],
      ["error-callback", "closed"],
    ]);
  });

  test("two elements, two windows: each gets its own answer", async ({ page, world }) => {
    await page.goto(`${world.site.origin}/?elements=2`);
    const first = await openCheck(page, 1);
    const second = await openCheck(page, 2);
    await endCheck(second, "answer");
    const code = world.service.codes.at(-1);
    await expect(state(page, 2)).toHaveAttribute("data-state", "done");
    await endCheck(first, "under_age");
    await expect(state(page, 1)).toHaveAttribute("data-state", "refused");
    expect([await response(page, 1), await response(page, 2)]).toEqual(["", code]);
  });

  test("only our page in the element's own window is heard", async ({ page, world }) => {
    const answer = { lintel: 1, type: "answer", site: SITE_ID, code: `vrc_${"a".repeat(32)}` };
    await page.goto(`${world.site.origin}/`);
    const popup = await openCheck(page);
    await popup.getByRole("link", { name: "answer", exact: true }).waitFor();
    // From the page itself, and from the service's origin in another window.
    await page.evaluate((data) => window.postMessage(data, "*"), answer);
    await page.evaluate(
      ([data, origin]) =>
        window.dispatchEvent(new MessageEvent("message", { data, origin: String(origin), source: window })),
      [answer, world.service.origin] as const,
    );
    // Our page in our window, with what it never says.
    for (const wrong of [
      { ...answer, code: `vrc_${"a".repeat(31)}` },
      { ...answer, code: `vrc_${"a".repeat(32)}\n` },
      { ...answer, code: [`vrc_${"a".repeat(32)}`] },
      { ...answer, site: "gat_other" },
      { ...answer, lintel: 2 },
      { ...answer, type: "status" },
      null,
      "answer",
    ])
      await popup.evaluate((data) => window.opener.postMessage(data, "*"), wrong);
    // Another origin in the same window.
    const lead = async (to: string): Promise<void> => {
      await popup.evaluate((there) => location.assign(there), to);
    };
    await lead(`${world.site.origin}/elsewhere`);
    await popup.waitForURL(`${world.site.origin}/elsewhere`);
    await popup.evaluate((data) => window.opener.postMessage(data, "*"), answer);
    // A message of ours comes after all of them.
    await lead(`${world.service.origin}/end?how=answer&answer=message`);
    await expect(state(page)).toHaveAttribute("data-state", "done");
    const code = world.service.codes.at(-1);
    expect(await told(page)).toEqual([
      ["success", { response: code }, "gate-1"],
      ["callback", code],
    ]);
  });
});

test.describe("in the same tab", () => {
  test("a blocked window: the tab leaves, comes back with the code, and nothing stays in the address", async ({
    page,
    world,
  }) => {
    await blockWindows(page);
    await page.goto(`${world.site.origin}/shop?q=a%20b&q=%C3%A9`);
    await button(page).click();
    await page.getByRole("button", { name: "Prove your age" }).click();
    await page.getByRole("link", { name: "answer", exact: true }).click();
    await expect(state(page)).toHaveAttribute("data-state", "done");
    const code = world.service.codes.at(-1);
    expect(await response(page)).toBe(code);
    expect(page.url()).toMatch(/\/shop\?q=a(%20|\+)b&q=%C3%A9$/);
    await expect
      .poll(() => told(page))
      .toEqual([
        ["success", { response: code }, "gate-1"],
        ["callback", code],
      ]);
    await page.reload();
    await expect(state(page)).toHaveAttribute("data-state", "idle");
  });

  test("the second element that left is the one that gets the code", async ({ page, world }) => {
    await blockWindows(page);
    await page.goto(`${world.site.origin}/?elements=2`);
    await button(page, 2).click();
    await page.getByRole("button", { name: "Prove your age" }).click();
    await page.getByRole("link", { name: "answer", exact: true }).click();
    await expect(state(page, 2)).toHaveAttribute("data-state", "done");
    expect([await response(page, 1), await response(page, 2)]).toEqual(["", world.service.codes.at(-1)]);
    expect(page.url()).toBe(`${world.site.origin}/?elements=2`);
  });

  for (const shape of ["vrc_short", `vrc_${"a".repeat(33)}`, `vrc_${"<".repeat(32)}`, "javascript:alert(1)"])
    test(`an address with ${shape} fills no form`, async ({ page, world }) => {
      await page.goto(`${world.site.origin}/?lintel-response=${encodeURIComponent(shape)}`);
      await expect(state(page)).toHaveAttribute("data-state", "idle");
      expect(await response(page)).toBe("");
    });

  const APPS = {
    "an app on an iPhone":
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
    Instagram:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 390.0.0.28.85 (iPhone15,3; iOS 18_5; en_GB)",
    Facebook:
      "Mozilla/5.0 (Linux; Android 15; Pixel 8 Build/AP3A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/137.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/515.0.0.0.0;]",
  };
  for (const [name, userAgent] of Object.entries(APPS))
    test(`${name}: no window is tried`, async ({ browser, world }) => {
      const context = await browser.newContext({ userAgent, locale: "en-GB" });
      const page = await context.newPage();
      await page.goto(`${world.site.origin}/`);
      await expect(button(page)).toHaveAccessibleName("Prove your age Leads to the age check and back");
      await button(page).click();
      await page.getByRole("heading", { name: "This site asks visitors to be 18 or over" }).waitFor();
      expect(context.pages()).toHaveLength(1);
      await context.close();
    });

  test("without JavaScript the element is a link that leads there and back", async ({ browser, world }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB" });
    const page = await context.newPage();
    await page.goto(`${world.site.origin}/`);
    await page.getByRole("link", { name: "Prove your age" }).click();
    await page.getByRole("button", { name: "Prove your age" }).click();
    await page.getByRole("link", { name: "answer", exact: true }).click();
    await page.getByRole("heading", { name: "Shop" }).waitFor();
    const address = new URL(page.url());
    expect(address.origin + address.pathname).toBe(`${world.site.origin}/checkout`);
    expect(address.searchParams.get("lintel-response")).toBe(world.service.codes.at(-1));
    await context.close();
  });

  test("a window without an opener gets a link to the site instead, and starts nothing by itself", async ({
    page,
    world,
  }) => {
    await page.goto(`${world.service.origin}/gate/${SITE_ID}/start?answer=message&return=/`);
    await page.getByRole("button", { name: "Prove your age" }).click();
    await page.getByRole("link", { name: "answer", exact: true }).click();
    await expect(page.getByRole("heading", { name: "You have proved your age" })).toBeVisible();
    await expect(page.getByRole("button")).toHaveCount(0);
    await page.getByRole("link", { name: /^Continue to 127\.0\.0\.1/ }).click();
    await expect(state(page)).toHaveAttribute("data-state", "done");
    expect(await response(page)).toBe(world.service.codes.at(-1));
  });
});

test("a window that another site's page opened starts nothing, whatever that page posts to it", async ({
  page,
  world,
}) => {
  const before = world.service.starts.length;
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.evaluate((address) => {
      const opened = window.open(address);
      const post = () => opened?.postMessage({ lintel: 1, type: "start" }, "*");
      Object.assign(window, { post });
      setInterval(post, 20);
    }, `${world.service.origin}/gate/${SITE_ID}/start?answer=message&return=/`),
  ]);
  await expect(popup.getByRole("button", { name: "Prove your age" })).toBeVisible();
  // What was posted before this round trip has been heard.
  await page.evaluate("post()");
  await popup.evaluate(() => new Promise((heard) => setTimeout(heard)));
  await expect(popup.getByRole("button", { name: "Prove your age" })).toBeVisible();
  expect(world.service.starts.slice(before).map((start) => start.split(" ")[0])).toEqual(["GET"]);
});

test("a site whose policy cuts its windows off: the code comes into the window's own page of the site", async ({
  page,
  world,
}) => {
  await page.goto(`${world.site.origin}/?alone`);
  const popup = await openCheck(page);
  await popup.getByRole("button", { name: "Prove your age" }).click();
  await popup.getByRole("link", { name: "answer", exact: true }).click();
  await popup.getByRole("link", { name: /^Continue to 127\.0\.0\.1/ }).click();
  await expect(state(popup)).toHaveAttribute("data-state", "done");
  expect(await response(popup)).toBe(world.service.codes.at(-1));
  // To a browser that window is closed.
  await expect(state(page)).toHaveAttribute("data-state", "refused");
});

test.describe("a code's life", () => {
  const prove = async (page: Page, site: GateSite, query = ""): Promise<void> => {
    await page.goto(`${site.origin}/${query}`);
    await endCheck(await openCheck(page), "answer");
    await expect(state(page)).toHaveAttribute("data-state", "done");
  };

  test("after five minutes it leaves the form, the site learns that, and a press brings another", async ({
    page,
    world,
  }) => {
    await page.clock.install();
    await prove(page, world.site);
    await page.clock.fastForward(280_000);
    await expect(state(page)).toHaveAttribute("data-state", "done");
    await page.clock.fastForward(20_000);
    await expect(state(page)).toHaveAttribute("data-state", "expired");
    expect(await response(page)).toBe("");
    expect((await told(page)).slice(2)).toEqual([["expired", {}, "gate-1"], ["expired-callback"]]);
    await expect(button(page)).toHaveAccessibleName("Try again The time has run out");
  });

  test("a form that is reset has no code", async ({ page, world }) => {
    await prove(page, world.site);
    await page.getByRole("button", { name: "Clear" }).click();
    await expect(state(page)).toHaveAttribute("data-state", "idle");
    expect(await response(page)).toBe("");
  });

  test("back to the page after the form was sent: the code is not there again", async ({ page, world }) => {
    await prove(page, world.site);
    await page.getByRole("button", { name: "Pay" }).click();
    await page.getByRole("heading", { name: "Thanks" }).waitFor();
    await page.goBack();
    await expect(state(page)).toHaveAttribute("data-state", "idle");
    expect(await response(page)).toBe("");
  });

  test("a page kept in memory and shown again has no code that was sent, and keeps one that was not", async ({
    page,
    world,
  }) => {
    await prove(page, world.site);
    // The browser under test keeps no pages, so the events come from here.
    const showAgain = () =>
      page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await showAgain();
    await expect(state(page)).toHaveAttribute("data-state", "done");
    await page.evaluate(() => document.addEventListener("submit", (event) => event.preventDefault()));
    await page.getByRole("button", { name: "Pay" }).click();
    await showAgain();
    await expect(state(page)).toHaveAttribute("data-state", "idle");
    expect(await response(page)).toBe("");
  });

  test("lintel.reset and lintel.remove close the window and leave no code", async ({ page, world }) => {
    await prove(page, world.site);
    await page.evaluate("lintel.reset()");
    expect([await response(page), await page.evaluate("lintel.getResponse()")]).toEqual(["", ""]);
    const popup = await openCheck(page);
    const closed = popup.waitForEvent("close");
    await page.evaluate("lintel.remove('#gate-1')");
    await closed;
    await expect(page.locator("#form-gate-1 input[type=hidden]")).toHaveCount(0);
    await expect(button(page)).toHaveCount(0);
  });

  test("an element that is moved keeps its code; one that is taken out is gone", async ({ page, world }) => {
    await prove(page, world.site);
    const code = await response(page);
    await page.evaluate(() => document.forms[0]?.append(document.querySelector("#gate-1") as Element));
    expect(await response(page)).toBe(code);
    await page.evaluate(() => document.querySelector("#gate-1")?.remove());
    expect(await page.evaluate("lintel.getResponse()")).toBe("");
  });
});

test.describe("other ways to draw it", () => {
  test("a div of the class lintel-gate", async ({ page, world }) => {
    await page.goto(`${world.site.origin}/?as=div`);
    await endCheck(await openCheck(page), "answer");
    await expect(state(page)).toHaveAttribute("data-state", "done");
    expect((await told(page)).at(-1)).toEqual(["callback", world.service.codes.at(-1)]);
  });

  test("lintel.render with options, into a field of another name", async ({ page, world }) => {
    await page.goto(`${world.site.origin}/?as=explicit`);
    await expect(button(page)).toHaveCount(0);
    const id = await page.evaluate(
      (site) =>
        Reflect.get(window, "lintel").render("#gate-1", {
          site,
          language: "fr",
          "response-field-name": "age",
          callback: (code: string) => Reflect.set(window, "got", code),
        }),
      SITE_ID,
    );
    await expect(button(page)).toHaveAccessibleName("Prouver mon âge Ouvre une nouvelle fenêtre");
    await endCheck(await openCheck(page), "answer");
    await expect(state(page)).toHaveAttribute("data-state", "done");
    const code = world.service.codes.at(-1);
    expect(await page.locator("input[name=age]").inputValue()).toBe(code);
    expect(await page.evaluate("window.got")).toBe(code);
    expect(await page.evaluate((of) => Reflect.get(window, "lintel").getResponse(of), id)).toBe(code);
  });

  test("an element without a site stays a link, and the page's console says why", async ({ page, world }) => {
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await page.goto(`${world.site.origin}/?as=explicit`);
    await page.evaluate(() => document.forms[0]?.append(document.createElement("lintel-gate")));
    await expect.poll(() => errors).toEqual(['lintel: site has to be a "gat_…"']);
  });
});

test.describe("how it looks", () => {
  test("a strict policy is not violated, nothing moves, and the site gets neither cookie nor storage", async ({
    page,
    context,
    world,
  }) => {
    // A slow network: the page stands long before the script comes.
    await page.route("**/gate.js", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.goto(`${world.site.origin}/`);
    await expect(state(page)).toHaveAttribute("data-state", "idle");
    // What is drawn next has been counted.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await page.evaluate("window.shift")).toBe(0);
    await endCheck(await openCheck(page), "under_age");
    await expect(state(page)).toHaveAttribute("data-state", "refused");
    await endCheck(await openCheck(page), "answer");
    await expect(state(page)).toHaveAttribute("data-state", "done");
    // Then the words inside the button move by a line at most.
    expect(await page.evaluate("window.shift")).toBeLessThan(0.001);
    expect((await told(page)).filter((line) => JSON.stringify(line).includes("violation"))).toEqual([]);
    expect(await context.cookies(world.site.origin)).toEqual([]);
    expect(await page.evaluate("localStorage.length + sessionStorage.length")).toBe(0);
  });

  /** Lets the page's own script speak for the window, which is closed after the first answer. */
  const say = (page: Page, service: string, said: Record<string, string>): Promise<void> =>
    page.evaluate(
      ([origin, site, data]) => {
        const source = Reflect.get(window, "opened");
        window.dispatchEvent(
          new MessageEvent("message", { origin, source, data: { lintel: 1, site, ...data } }),
        );
      },
      [service, SITE_ID, said] as const,
    );

  for (const size of ["normal", "compact"])
    test(`${size}: every state has its place in every language`, async ({ page, world }) => {
      await page.addInitScript(() => {
        const open = window.open.bind(window);
        window.open = (...how) => {
          const opened = open(...how);
          Reflect.set(window, "opened", opened);
          return opened;
        };
      });
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${world.site.origin}/?size=${size}`);
      const measure = async (language: string): Promise<unknown> => {
        await page
          .locator("#gate-1")
          .evaluate((element, to) => element.setAttribute("language", to), language);
        const { width, height } = (await page.locator("#gate-1").boundingBox()) ?? {};
        return { language, is: await button(page).textContent(), width, height };
      };
      const place = size === "normal" ? { width: 300, height: 76 } : { width: 160, height: 168 };
      const expected = (found: unknown) => expect(found).toMatchObject(place);
      for (const language of LANGUAGES) expected(await measure(language));
      const popup = await openCheck(page);
      for (const language of LANGUAGES) expected(await measure(language));
      await popup.getByRole("link", { name: "answer", exact: true }).waitFor();
      for (const reason of ["under_age", "cancelled", "failed", "expired", "closed"]) {
        await say(page, world.service.origin, { type: "refused", reason });
        for (const language of LANGUAGES) expected(await measure(language));
      }
      await say(page, world.service.origin, { type: "answer", code: `vrc_${"a".repeat(32)}` });
      for (const language of LANGUAGES) expected(await measure(language));
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    });

  test("axe finds nothing, in light and dark, before and after, right to left too", async ({
    page,
    world,
  }) => {
    // Its own look at the page's stylesheets is what the policy stops, not the element.
    for (const query of ["", "?theme=dark", "?lang=ar&size=flexible"]) {
      await page.goto(`${world.site.origin}/${query}`);
      expect(await violations(page)).toEqual([]);
      await endCheck(await openCheck(page), "under_age");
      await expect(state(page)).toHaveAttribute("data-state", "refused");
      expect(await violations(page)).toEqual([]);
    }
    await endCheck(await openCheck(page), "answer");
    await expect(state(page)).toHaveAttribute("data-state", "done");
    expect(await violations(page)).toEqual([]);
    await expect(page.locator("#gate-1 div")).toHaveAttribute("dir", "rtl");
  });

  test("the theme is the visitor's unless the site names one", async ({ page, world }) => {
    const paper = () => button(page).evaluate((element) => getComputedStyle(element).backgroundColor);
    const [light, dark] = ["rgb(255, 255, 255)", "rgb(24, 28, 25)"];
    for (const [query, scheme, expected] of [
      ["", "light", light],
      ["", "dark", dark],
      ["?theme=auto", "dark", dark],
      ["?theme=light", "dark", light],
      ["?theme=dark", "light", dark],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(`${world.site.origin}/${query}`);
      await expect.poll(paper).toBe(expected);
    }
  });

  test("with forced colours the button keeps its border and its sign", async ({ page, world }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await page.goto(`${world.site.origin}/`);
    const look = await button(page).evaluate((element) => {
      const of = (one: Element) => getComputedStyle(one);
      const picture = element.querySelector("svg") as Element;
      return [
        of(element).borderTopStyle,
        of(element).color === of(element).backgroundColor,
        of(picture).fill === of(picture).backgroundColor,
      ];
    });
    expect(look).toEqual(["solid", false, false]);
  });
});
