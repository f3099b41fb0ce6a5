import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/lib/run.ts";
import { wordpressZip } from "../../scripts/lib/wordpress-zip.ts";
import { PHONE } from "./support/browser.ts";
import { wordpressMissing } from "./support/wordpress.ts";
import { type Shown, showWordpress } from "./support/wordpress-shown.ts";

// A site's owner without a developer, from the plugin's file to a closed page: every step is a click or a pasted value.

const picture = async (page: Page, name: string): Promise<void> => {
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true });
};

describe.skipIf(wordpressMissing !== null)(
  `the owner of a WordPress site (${wordpressMissing ?? "ready"})`,
  () => {
    const stack = new AsyncDisposableStack();
    let shown: Shown;
    let owner: Page;
    beforeAll(async () => {
      shown = await showWordpress(stack, {
        plugins: [join(ROOT, "tests/gates/support/woocommerce-stand-in")],
        config: "define( 'FS_METHOD', 'direct' );",
      });
      const { site } = shown;
      await site.php(`require_once ABSPATH . 'wp-admin/includes/plugin.php';
      deactivate_plugins( 'lintel-age-gate/lintel-age-gate.php' );
      foreach ( array( 'cart', 'checkout' ) as $page ) wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_name' => $page, 'post_title' => ucfirst( $page ), 'post_content' => "[woocommerce_$page]" ) );
      wp_insert_post( array( 'post_type' => 'product', 'post_status' => 'publish', 'post_name' => 'port', 'post_title' => 'Port', 'post_content' => 'Sweet' ) );
      flush_rewrite_rules( false );
      return true;`);
      const content = join(site.folder, "site/wp-content");
      // WordPress's language packs cannot be downloaded here: this is what an Arabic one turns. And the page cache is one
      // that listens, as those that the plugin knows by name do.
      const bench = `<?php
      add_action( 'init', static function () { if ( 'rtl' === ( $_GET['bench'] ?? '' ) ) $GLOBALS['wp_locale']->text_direction = 'rtl'; } );
      add_action( 'lintel_gate_purge_caches', static function () { array_map( 'unlink', glob( WP_CONTENT_DIR . '/cache/bench/*' ) ); } );`;
      writeFileSync(join(content, "mu-plugins/owner.php"), bench);
      rmSync(join(content, "plugins/lintel-age-gate"), { recursive: true });
      for (const folder of [content, join(content, "plugins")]) chmodSync(folder, 0o777);
      owner = await (await shown.visitor()).newPage();
      await owner.goto(`${site.origin}/wp-login.php`);
      // Its script goes to the first field a fifth of a second late: a password that is typed then would land there.
      await owner.waitForFunction(() => document.activeElement?.id === "user_login");
      await owner.getByLabel("Username or Email Address").fill("admin");
      await owner.getByLabel("Password", { exact: true }).fill("bench-password");
      await owner.getByRole("button", { name: "Log In" }).click();
      await owner.waitForURL(/wp-admin/);
    }, 600_000);
    afterAll(() => stack.disposeAsync());

    const menu = (path: string) => owner.goto(`${shown.site.origin}/wp-admin/${path}`);
    const check = async (): Promise<string[]> => {
      await owner.getByRole("button", { name: "Check now" }).click();
      await owner.getByRole("status").first().waitFor();
      return owner.locator("#lintel-gate-results li").allTextContents();
    };
    const opened = async (path: string): Promise<Page> => {
      const visitor = await (await shown.visitor()).newPage();
      await visitor.goto(shown.site.origin + path);
      return visitor;
    };
    const prove = async (page: Page): Promise<void> => {
      await page.locator("form button").click();
      await page.waitForURL(`${shown.lintel}/v/**`);
      await page.getByRole("button", { name: /^Approve/ }).click();
      await page.getByRole("link", { name: /Vineyard/ }).click();
    };

    test("uploads the plugin's file and activates it, and nothing is closed by that", async () => {
      await menu("plugin-install.php");
      await owner
        .getByRole("link", { name: "Upload Plugin" })
        .or(owner.getByRole("button", { name: "Upload Plugin" }))
        .click();
      const buffer = wordpressZip();
      await owner
        .getByLabel("Plugin zip file")
        .setInputFiles({ name: "lintel-age-gate.zip", mimeType: "application/zip", buffer });
      await owner.getByRole("button", { name: "Install Now" }).click();
      await owner.getByRole("link", { name: "Activate Plugin" }).click();
      await owner.getByText("Plugin activated.").waitFor();
      const visitor = await opened("/hello-world/");
      expect(new URL(visitor.url()).pathname).toBe("/hello-world/");
    });

    test("learns what is wrong with a wrong secret, and that the right one is right", async () => {
      await owner
        .getByRole("row", { name: /Lintel Age Gate/ })
        .getByRole("link", { name: "Settings" })
        .click();
      await owner.getByLabel("Lintel’s address").fill(shown.lintel);
      await owner.getByLabel("Site ID").fill(shown.gate.siteId);
      await owner.getByLabel("Age", { exact: true }).fill("18");
      await owner.getByLabel("Secret").fill(`gs_${"A".repeat(43)}`);
      await owner.getByRole("button", { name: "Save Changes" }).click();
      await owner.getByText("Settings saved.").waitFor();
      expect((await check()).filter((line) => line.startsWith("Problem:"))).toEqual([
        "Problem: The secret or the age is not the one in Lintel’s console. If the secret is lost, make a new one there.",
      ]);
      await owner.getByLabel("Secret").fill(shown.gate.secret);
      await owner.getByRole("button", { name: "Save Changes" }).click();
      await owner.getByText("Settings saved.").waitFor();
      const lines = await check();
      expect(lines.filter((line) => line.startsWith("Problem:"))).toEqual([]);
      expect(lines.filter((line) => line.startsWith("Good:")).length).toBeGreaterThanOrEqual(7);
      expect(await owner.content()).not.toContain(shown.gate.secret);
      await picture(owner, "settings");
    });

    test("closes a page with two clicks, and a visitor meets the gate there and nowhere else", async () => {
      await owner.getByLabel("Only what I choose below").check();
      await owner.getByRole("group", { name: "Pages" }).getByLabel("Sample Page").check();
      await owner.getByRole("button", { name: "Save Changes" }).click();
      await owner.getByText("Settings saved.").waitFor();
      const visitor = await opened("/sample-page/");
      await visitor.waitForURL(/\/start\?return=%2Fsample-page%2F$/);
      await picture(visitor, "start");
      await prove(visitor);
      await visitor.waitForURL(`${shown.site.origin}/sample-page/`);
      expect(new URL((await opened("/hello-world/")).url()).pathname).toBe("/hello-world/");
    });

    test("marks a product of the shop; a customer proves their age from the cart and orders", async () => {
      await menu("edit.php?post_type=product");
      await owner.getByRole("link", { name: "“Port” (Edit)" }).click();
      await owner.getByLabel("Age check").check();
      await owner.getByRole("button", { name: "Update" }).click();
      await owner.getByText("Post updated.").waitFor();

      const customer = await opened("/product/port/");
      expect(await customer.textContent("body")).toContain("Sweet");
      const id = await shown.site.php<number>("return get_page_by_path( 'port', OBJECT, 'product' )->ID;");
      await customer.goto(`${shown.site.origin}/?wc-ajax=add_to_cart&product=${id}`);
      await customer.goto(`${shown.site.origin}/cart/`);
      await customer.getByRole("link", { name: "Proceed to checkout" }).click();
      await customer.getByText("You need to prove that you are 18 or over to buy Port.").waitFor();
      await picture(customer, "checkout");
      expect(await customer.getByRole("button", { name: "Place order" }).count()).toBe(0);
      await customer.getByRole("link", { name: "Check your age" }).click();
      await prove(customer);
      await customer.waitForURL(`${shown.site.origin}/checkout/`);
      await customer.getByRole("button", { name: "Place order" }).click();
      await customer.getByText('"result":"success"').waitFor();
    });

    test("closes the shop's marked pages on the settings page, and no page cache remembers them", async () => {
      expect(await (await opened("/product/port/")).textContent("body")).toContain("Sweet");
      await menu("options-general.php?page=lintel-age-gate");
      await owner.getByLabel("Only visitors who proved their age can see them").check();
      await owner.getByRole("button", { name: "Save Changes" }).click();
      await owner.getByText("Settings saved.").waitFor();
      await (await opened("/product/port/")).waitForURL(/\/start\?return=%2Fproduct%2Fport%2F$/);
      // What was saved before is still there.
      await (await opened("/sample-page/")).waitForURL(/\/start\?return=/);
    });

    test("opens and closes one product's page by its mark", async () => {
      for (const isMarked of [false, true]) {
        await menu("edit.php?post_type=product");
        await owner.getByRole("link", { name: "“Port” (Edit)" }).click();
        await owner.getByLabel("Age check").setChecked(isMarked);
        await owner.getByRole("button", { name: "Update" }).click();
        await owner.getByText("Post updated.").waitFor();
        const { pathname } = new URL((await opened("/product/port/")).url());
        expect(pathname.endsWith("/start")).toBe(isMarked);
      }
    });

    test("can use the settings page on a phone and from right to left", async () => {
      const cookies = await owner.context().cookies();
      const phone = await shown.visitor(PHONE);
      await phone.addCookies(cookies);
      const page = await phone.newPage();
      for (const direction of ["ltr", "rtl"]) {
        await page.goto(
          `${shown.site.origin}/wp-admin/options-general.php?page=lintel-age-gate&bench=${direction}`,
        );
        expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe(direction);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect([direction, overflow]).toEqual([direction, 0]);
        await picture(page, `settings-phone-${direction}`);
      }
    });
  },
);
