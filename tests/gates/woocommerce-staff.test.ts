import type { Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "./support/browser.ts";
import { type Shop, startShop } from "./support/woocommerce.ts";
import { wordpressMissing } from "./support/wordpress.ts";

// The shop's staff in Chromium. What they click is WordPress's own, and the stand-in for WooCommerce where it is not.

describe.skipIf(wordpressMissing !== null)(`a shop's staff (${wordpressMissing ?? "ready"})`, () => {
  const stack = new AsyncDisposableStack();
  let shop: Shop;
  let staff: Page;
  beforeAll(async () => {
    shop = await startShop();
    stack.defer(() => shop.site.close());
    const { visitor } = await openBrowser(stack);
    staff = await (await visitor()).newPage();
    await staff.goto(`${shop.site.origin}/wp-login.php`);
    // Its script goes to the first field a fifth of a second late: a password that is typed then would land there.
    await staff.waitForFunction(() => document.activeElement?.id === "user_login");
    await staff.getByLabel("Username or Email Address").fill("admin");
    await staff.getByLabel("Password", { exact: true }).fill("bench-password");
    await staff.getByRole("button", { name: "Log In" }).click();
    await staff.waitForURL(/wp-admin/);
  });
  afterAll(() => stack.disposeAsync());

  const admin = (path: string) => staff.goto(`${shop.site.origin}/wp-admin/${path}`);
  const isAskedFor = async (productId: number): Promise<boolean> => {
    const customer = shop.customer();
    await customer.get(`/?wc-ajax=add_to_cart&product=${productId}`);
    return (await customer.get("/cart/")).text.includes("Check your age");
  };

  test("mark a product, and take the mark away again", async () => {
    const id = shop.products.glass;
    for (const isMarked of [true, false]) {
      await admin(`post.php?post=${id}&action=edit`);
      await staff.getByLabel("Age check").setChecked(isMarked);
      await staff.getByRole("button", { name: "Update" }).click();
      await staff.getByText("Post updated.").waitFor();
      expect(await staff.getByLabel("Age check").isChecked()).toBe(isMarked);
      expect(await isAskedFor(id)).toBe(isMarked);
    }
  });

  test("mark a category as they make it, and take the mark away when they edit it", async () => {
    await admin("edit-tags.php?taxonomy=product_cat&post_type=product");
    await staff.getByRole("textbox", { name: "Name" }).fill("Knives");
    await staff.getByLabel("Ask for an age check").check();
    await staff.getByRole("button", { name: /^Add New/ }).click();
    await staff.getByRole("link", { name: "“Knives” (Edit)" }).waitFor();
    const id = await shop.site.php<number>(
      `$id = wp_insert_post( array( 'post_type' => 'product', 'post_status' => 'publish', 'post_title' => 'Bread knife' ) ); wp_set_object_terms( $id, array( 'Knives' ), 'product_cat' ); return $id;`,
    );
    expect(await isAskedFor(id)).toBe(true);

    await staff.getByRole("link", { name: "“Knives” (Edit)" }).click();
    expect(await staff.getByLabel("Ask for an age check").isChecked()).toBe(true);
    await staff.getByLabel("Ask for an age check").uncheck();
    await staff.getByRole("button", { name: "Update" }).click();
    await staff.getByText("Item updated.").or(staff.getByText("Category updated.")).waitFor();
    expect(await isAskedFor(id)).toBe(false);
  });

  test("keep a category's mark when something else than its form changes the category", async () => {
    const changed = await shop.site.php<string>(`
      wp_update_term( ${shop.categories.spirits}, 'product_cat', array( 'description' => 'Strong' ) );
      return get_term_meta( ${shop.categories.spirits}, 'lintel_gate_check', true );`);
    expect(changed).toBe("yes");
  });

  test("read on an order when the age was checked", async () => {
    const customer = shop.customer();
    customer.prove();
    await customer.get(`/?wc-ajax=add_to_cart&product=${shop.products.wine}`);
    const { order } = (await customer.post("/?wc-ajax=checkout", { payment_method: "test" })).json<{
      order: { id: number };
    }>();
    await admin(`admin.php?page=wc-orders&id=${order.id}`);
    expect(await staff.getByText("Age checked:").locator("..").textContent()).toMatch(
      /^Age checked: 18\+, \d{4}-\d\d-\d\dT/,
    );
  });
});
