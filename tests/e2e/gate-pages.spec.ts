import { expect, type Page, test } from "@playwright/test";
import { LANGUAGES, type Language } from "#core/language.ts";
import type { GatePage } from "#http/gates/page-kinds.ts";
import { REFUSALS, type Refusal } from "#http/gates/page-texts.ts";
import { gatePage } from "#http/gates/pages.ts";
import { violations } from "./support/axe.ts";

// The pages of a gate as a visitor meets them: on a site's own host, with nothing beside them.

const ADDRESS = "https://shop.example/.well-known/lintel/gat_1/start";
const CODE = `vrc_${"a".repeat(32)}`;

type Of<Kind extends GatePage["kind"]> = Extract<GatePage, { kind: Kind }>;

const START: Of<"start"> = {
  ...{
    kind: "start",
    language: "en",
    site: "gat_1",
    siteName: "Corner Shop",
    threshold: "18",
    action: "start",
  },
  ...{ answer: "cookie", origin: "https://shop.example" },
  wanted: { returnPath: "/wine", kept: null, longPath: null },
};
const refused = (reason: Refusal): GatePage => ({
  kind: "refused",
  reason,
  language: "en",
  siteName: "Corner Shop",
  startAddress: "start",
});
const MESSAGE: Of<"message"> = {
  ...{ kind: "message", language: "en", origin: "https://shop.example" },
  message: { lintel: 1, site: "gat_1", type: "answer", code: CODE },
};

const FRAMED: Of<"framed"> = {
  ...{ kind: "framed", language: "en", siteName: "Corner Shop", threshold: "18" },
  ...{ origin: "https://shop.example", startAddress: "start?return=/wine" },
};
const BACK: Of<"back"> = {
  ...{ kind: "back", language: "en", siteName: "Corner Shop", origin: "https://shop.example" },
  ...{ to: "https://shop.example/", kept: "path" },
};

const translated = (page: GatePage, language: Language): GatePage => ({ ...page, language });

const LONG = `${"W".repeat(60)} <b>&amp;"' ${"ض".repeat(12)}`;

/** Opens a page, and counts what it asks for beside itself. */
const show = async (page: Page, shown: GatePage): Promise<string[]> => {
  const asked: string[] = [];
  await page.unrouteAll();
  await page.route("**", async (route) => {
    const url = route.request().url();
    if (!url.startsWith(ADDRESS)) asked.push(url);
    const { status, headers, body } = gatePage(shown, {});
    await route.fulfill({ status, headers, body });
  });
  await page.goto(ADDRESS);
  return asked;
};

const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

test("fit a phone in every language, with the longest name that a site can have", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const language of LANGUAGES)
    for (const shown of [
      { ...START, siteName: LONG },
      { ...refused("other_browser"), siteName: LONG },
      MESSAGE,
      { ...FRAMED, siteName: LONG },
      BACK,
    ]) {
      await show(page, translated(shown, language));
      expect([language, shown.kind, await isTooWide(page)]).toEqual([language, shown.kind, false]);
    }
});

test("axe finds nothing on any of them, in light and dark, from left and from right", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const language of ["en", "ar"] as const)
    for (const shown of [START, FRAMED, refused("under_age"), MESSAGE, BACK]) {
      await show(page, translated(shown, language));
      expect(await violations(page)).toEqual([]);
    }
});

test("ask for nothing but themselves, and break none of their own rules", async ({ page }) => {
  const problems: string[] = [];
  page.on("console", (message) => problems.push(message.text()));
  page.on("pageerror", ({ message }) => problems.push(message));
  for (const shown of [
    START,
    { ...START, answer: "message" as const },
    FRAMED,
    ...REFUSALS.map(refused),
    MESSAGE,
    BACK,
  ])
    expect(await show(page, shown)).toEqual([]);
  // A refusal's status is one that the console remarks on.
  expect(problems.filter((problem) => !problem.startsWith("Failed to load resource"))).toEqual([]);
});

test("the button is reached first by the keyboard, seen when focused, and large enough to press", async ({
  page,
}) => {
  await show(page, START);
  await page.keyboard.press("Tab");
  const button = page.getByRole("button", { name: "Prove your age" });
  await expect(button).toBeFocused();
  expect(await button.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe("solid");
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
});

test("with forced colours buttons keep an edge, and without motion nothing moves", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await show(page, refused("failed"));
  for (const name of ["Try again", "Leave this site"]) {
    const look = await page.getByRole("link", { name }).evaluate((element) => {
      const { borderTopStyle, borderTopColor, backgroundColor, transitionDuration } =
        getComputedStyle(element);
      return { borderTopStyle, isSeen: borderTopColor !== backgroundColor, transitionDuration };
    });
    expect(look).toEqual({ borderTopStyle: "solid", isSeen: true, transitionDuration: "0s" });
  }
});

test("leaving leads to an empty page, whatever was before", async ({ page }) => {
  await show(page, refused("under_age"));
  await page.getByRole("link", { name: "Leave this site" }).click();
  await expect(page).toHaveURL("about:blank");
});
