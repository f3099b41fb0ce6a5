import type { Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PHONE } from "./support/browser.ts";
import { wordpressMissing } from "./support/wordpress.ts";
import { type Shown, showWordpress } from "./support/wordpress-shown.ts";

// Visitors in Chromium, before the built service: its start page, its hosted page in test mode, and back.

const TEXT = "the-cellar-is-here";

describe.skipIf(wordpressMissing !== null)(
  `visitors of a WordPress site (${wordpressMissing ?? "ready"})`,
  () => {
    const stack = new AsyncDisposableStack();
    let shown: Shown;
    beforeAll(async () => {
      shown = await showWordpress(stack);
      const { gate, lintel, site } = shown;
      const settings = JSON.stringify({
        address: lintel,
        site_id: gate.siteId,
        threshold: "18",
        scope: "site",
      });
      await site.php(`
      update_option( 'lintel_gate_settings', json_decode( '${settings}', true ) );
      update_option( 'lintel_gate_secret', '${gate.secret}' );
      wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_name' => 'cellar', 'post_title' => 'Cellar', 'post_content' => '<p>${TEXT}</p>' ) );
      return true;`);
    }, 600_000);
    afterAll(() => stack.disposeAsync());

    const isStart = (page: Page) => page.waitForURL(/\/\.well-known\/lintel\/gat_\w+\/start\?return=/);
    const isHosted = (page: Page) => page.waitForURL(`${shown.lintel}/v/**`);
    /** From the site's start page to the end of the check. */
    const answer = async (page: Page, outcome: RegExp): Promise<void> => {
      await isStart(page);
      await page.locator("form button").click();
      await isHosted(page);
      await page.getByRole("button", { name: outcome }).click();
      await page.getByRole("link", { name: /Vineyard/ }).click();
    };
    const visitor = async (more = {}): Promise<Page> => (await shown.visitor(more)).newPage();

    test("meet the gate, prove their age, and come back to the very page they asked for", async () => {
      const page = await visitor();
      const asked = `${shown.site.origin}/cellar/?shelf=2&note=a%20b`;
      const first = await page.goto(asked);
      expect(await first?.text()).not.toContain(TEXT);
      await isStart(page);
      expect(new URL(page.url()).host).toBe(new URL(shown.site.origin).host);
      await answer(page, /^Approve/);
      await page.waitForURL(asked);
      expect(await page.textContent("body")).toContain(TEXT);
      // And nothing asks again.
      await page.goto(`${shown.site.origin}/hello-world/`);
      expect(page.url()).toBe(`${shown.site.origin}/hello-world/`);
    });

    test("stay out under age, are told so, and can try again", async () => {
      const page = await visitor();
      await page.goto(`${shown.site.origin}/cellar/`);
      await answer(page, /^Under age/);
      await page.waitForURL(/\/callback\?/);
      expect(await page.textContent("body")).not.toContain(TEXT);
      expect(await page.getByRole("heading").first().textContent()).toMatch(/./);
      await page.goto(`${shown.site.origin}/cellar/`);
      await isStart(page);
    });

    test("never get each other's pages out of a page cache", async () => {
      const proven = await visitor();
      await proven.goto(`${shown.site.origin}/cellar/`);
      await answer(proven, /^Approve/);
      await proven.waitForURL(/\/cellar\/$/);
      const other = await visitor();
      // Each order, at the site itself (a cache plugin's drop-in) and behind nginx's cache of pages.
      for (const origin of [shown.site.origin, shown.site.cachedOrigin]) {
        for (const path of ["/cellar/", "/?p=1", "/feed/"]) {
          for (let round = 0; round < 2; round += 1) {
            const seen = await proven.request.get(origin + path);
            expect([path, seen.status()]).toEqual([path, 200]);
            const refused = await other.request.get(origin + path, { maxRedirects: 0 });
            expect([path, [301, 302, 401].includes(refused.status())]).toEqual([path, true]);
            expect((await refused.body()).length).toBe(0);
          }
        }
      }
      expect(await (await proven.request.get(`${shown.site.origin}/cellar/`)).text()).toContain(TEXT);
    });

    test("with proof see a page cache's lists whole, also where it kept them for visitors without", async () => {
      const { site } = shown;
      const setScope = (settings: string) =>
        site.php(
          `return update_option( 'lintel_gate_settings', ${settings} + get_option( 'lintel_gate_settings' ) );`,
        );
      const id = await site.php<number>(`return get_page_by_path( 'cellar' )->ID;`);
      await setScope(`array( 'scope' => 'parts', 'pages' => array( ${id} ) )`);
      try {
        const list = `${site.origin}/?s=cellar&post_type=page&kept`;
        const page = await visitor();
        await page.goto(list);
        const kept = await page.request.get(list);
        expect([kept.headers()["x-bench-cache"], (await kept.text()).includes(TEXT)]).toEqual(["hit", false]);
        await page.goto(`${site.origin}/cellar/`);
        await answer(page, /^Approve/);
        await page.waitForURL(/\/cellar\/$/);
        const whole = await page.goto(list);
        expect(whole?.headers()["x-bench-cache"]).toBeUndefined();
        expect(await whole?.text()).toContain(TEXT);
        // Another visitor still gets what was kept, and neither cookie outlives the other.
        const other = await visitor();
        expect((await other.request.get(list)).headers()["x-bench-cache"]).toBe("hit");
        const cookies = await page.context().cookies(site.origin);
        const [proof] = cookies.filter(({ name }) => name === shown.gate.cookieName);
        const [passing] = cookies.filter(({ name }) => /^wp-postpass_\w+_lintel$/.test(name));
        expect(passing).toMatchObject({ value: "1", httpOnly: true, secure: true, sameSite: "Lax" });
        expect(passing?.expires).toBeCloseTo(proof?.expires ?? 0, 0);
      } finally {
        await setScope(`array( 'scope' => 'site' )`);
      }
    });

    test("need no JavaScript", async () => {
      const page = await visitor({ javaScriptEnabled: false });
      await page.goto(`${shown.site.origin}/cellar/`);
      await answer(page, /^Approve/);
      await page.waitForURL(/\/cellar\/$/);
      expect(await page.textContent("body")).toContain(TEXT);
    });

    test("get a 401 with the way to the check where a page's script asks, not a redirect", async () => {
      const page = await visitor();
      await page.goto(`${shown.site.origin}/cellar/`);
      await isStart(page);
      const got = await page.request.get(`${shown.site.origin}/wp-json/wp/v2/pages`, {
        headers: { "sec-fetch-mode": "cors" },
        maxRedirects: 0,
      });
      expect(got.status()).toBe(401);
      expect(got.headers()["lintel-gate"]).toContain(
        `/.well-known/lintel/${shown.gate.siteId}/start?return=`,
      );
    });

    test.each([
      { name: "on a phone", more: { ...PHONE } },
      { name: "in Arabic", more: { locale: "ar" } },
      { name: "on a phone in the dark", more: { ...PHONE, colorScheme: "dark" as const } },
    ])("see a start page that fits $name", async ({ more, name }) => {
      const page = await visitor(more);
      await page.goto(`${shown.site.origin}/cellar/`);
      await isStart(page);
      const { direction, overflow } = await page.evaluate(() => ({
        direction: document.documentElement.dir,
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      }));
      expect(overflow).toBe(0);
      expect(direction === "rtl").toBe(name === "in Arabic");
      await expect(page.locator("form button").isVisible()).resolves.toBe(true);
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name.replaceAll(" ", "-")}.png` });
    });
  },
);
