import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Customer, type Shop, startShop } from "./support/woocommerce.ts";
import { wordpressMissing } from "./support/wordpress.ts";

// WooCommerce itself cannot be installed here; tests/gates/support/woocommerce-stand-in fires the hooks of its source.

type Stored = { id: number; status: string; meta: Record<string, string>; notes: string[] };

const CHECKED = /^18\+, \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const checkout = "/wp-json/wc/store/v1/checkout";

describe.skipIf(wordpressMissing !== null)(`a WooCommerce shop (${wordpressMissing ?? "ready"})`, () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(async () => {
    expect(shop.site.complaints()).not.toMatch(/lintel-age-gate/);
    await shop.site.close();
  });

  const withCart = async (...names: (keyof Shop["products"])[]): Promise<Customer> => {
    const customer = shop.customer();
    for (const name of names) await customer.get(`/?wc-ajax=add_to_cart&product=${shop.products[name]}`);
    return customer;
  };
  const startOf = (path: string): string =>
    `${shop.site.origin}/.well-known/lintel/${shop.gate.siteId}/start?return=${encodeURIComponent(path)}`;
  const stored = async (id: number): Promise<Stored> =>
    (await shop.customer().get(`/wp-json/stand-in/v1/orders/${id}`)).json<Stored>();
  /** An order that staff made by the REST interface, to be paid by the customer. */
  const orderByStaff = async (product: keyof Shop["products"], isPaid = false) => {
    const staff = shop.customer();
    await staff.signIn("admin");
    const answer = await staff.post("/wp-json/wc/v3/orders", {
      product_id: shop.products[product],
      set_paid: isPaid,
    });
    expect(answer.status).toBe(200);
    return answer.json<Stored & { payment_url: string }>();
  };

  test("declares that it works with orders in their own tables and with the blocks", async () => {
    const features = (await shop.customer().get("/wp-json/stand-in/v1/features")).json();
    const own = ["lintel-age-gate/lintel-age-gate.php", true];
    expect(features).toEqual({ custom_order_tables: own, cart_checkout_blocks: own });
  });

  test.each(["wine", "whisky", "malt", "gift", "giftSmall"] as const)("asks for %s", async (name) => {
    const customer = await withCart(name);
    expect((await customer.post("/?wc-ajax=checkout", { payment_method: "test" })).json()).toMatchObject({
      result: "failure",
    });
    customer.prove();
    expect((await customer.post("/?wc-ajax=checkout", { payment_method: "test" })).json()).toMatchObject({
      result: "success",
    });
  });

  test("sells what is not marked to everyone, and notes nothing on that order", async () => {
    for (const prove of [false, true]) {
      const customer = await withCart("glass");
      if (prove) customer.prove();
      const answer = (await customer.post("/?wc-ajax=checkout", { payment_method: "test" })).json<{
        order: Stored;
      }>();
      expect(answer.order).toMatchObject({ status: "processing", meta: {}, notes: [] });
    }
  });

  test("says it on the cart page, with the way to the check and back to the cart", async () => {
    const customer = await withCart("glass", "wine");
    const { text } = await customer.get("/cart/");
    expect(text).toContain("You need to prove that you are 18 or over to buy Red wine.");
    expect(text).toContain(`<a href="${startOf("/cart/")}">Check your age</a>`);
    expect(text).not.toContain("buy Wine glass");
    customer.prove();
    expect((await customer.get("/cart/")).text).not.toContain("18 or over");
  });

  test("shows the classic checkout's form only with proof, and leads back to the checkout", async () => {
    const customer = await withCart("wine");
    const { text } = await customer.get("/checkout/");
    expect(text).toContain(`<a href="${startOf("/checkout/")}">Check your age</a>`);
    expect(text).not.toContain("Place order");
    customer.prove();
    expect((await customer.get("/checkout/")).text).toContain("Place order");
  });

  test("refuses the classic checkout once, in one sentence", async () => {
    const customer = await withCart("wine");
    await customer.get("/cart/");
    const { messages } = (await customer.post("/?wc-ajax=checkout", { payment_method: "test" })).json<{
      messages: string;
    }>();
    expect(messages.match(/18 or over/g)).toHaveLength(1);
    expect(messages).not.toContain("Invalid payment method");
  });

  test("keeps of the check the age and the time, and nothing else", async () => {
    const customer = await withCart("wine");
    customer.prove();
    const { order } = (await customer.post("/?wc-ajax=checkout", { payment_method: "test" })).json<{
      order: Stored;
    }>();
    expect(order.status).toBe("processing");
    expect(order.meta).toEqual({ _lintel_gate_age_checked: expect.stringMatching(CHECKED) });
  });

  test("tells the cart and checkout blocks why, with a link that they show", async () => {
    const customer = await withCart("wine");
    const { errors } = (await customer.get("/wp-json/wc/store/v1/cart")).json<{ errors: unknown[] }>();
    expect(errors).toEqual([
      {
        code: "lintel_gate_age_check",
        message: expect.stringContaining(`<a href="${startOf("/checkout/")}">Check your age</a>`),
      },
    ]);
    customer.prove();
    expect((await customer.get("/wp-json/wc/store/v1/cart")).json()).toEqual({ items: 1, errors: [] });
  });

  test("refuses the checkout block's order, and takes it with proof", async () => {
    const customer = await withCart("wine");
    const refused = await customer.post(checkout, { payment_method: "test" });
    expect([refused.status, refused.json<{ code: string }>().code]).toEqual([409, "lintel_gate_age_check"]);
    customer.prove();
    const taken = await customer.post(checkout, { payment_method: "test" });
    expect(taken.status).toBe(200);
    expect(taken.json<Stored>()).toMatchObject({
      status: "processing",
      meta: { _lintel_gate_age_checked: expect.stringMatching(CHECKED) },
    });
  });

  test("refuses an express button's order that comes past the cart's validation", async () => {
    const customer = await withCart("wine");
    const refused = await customer.post(checkout, { payment_method: "test", skip_cart_validation: true });
    expect([refused.status, refused.json<{ code: string }>().code]).toEqual([403, "lintel_gate_age_check"]);
  });

  test("lets the checkout block save fields while someone types them", async () => {
    const customer = await withCart("wine");
    for (const method of ["PUT", "PATCH"])
      expect((await customer.post(checkout, {}, method)).status).toBe(200);
  });

  test("refuses an AI agent's checkout session, which no browser takes part in", async () => {
    for (const skip of [false, true]) {
      const agent = await withCart("wine");
      const refused = await agent.post("/wp-json/wc/agentic/v1/checkout_sessions/complete", {
        skip_cart_validation: skip,
      });
      expect(refused.status).toBe(skip ? 400 : 409);
      expect(refused.text).toContain("18 or over");
      expect(refused.text).not.toContain("&lt;");
    }
  });

  test("offers no payment method without proof, so that no express button is drawn", async () => {
    const customer = await withCart("wine");
    expect((await customer.get("/?wc-ajax=gateways")).json()).toEqual([]);
    expect((await (await withCart("glass")).get("/?wc-ajax=gateways")).json()).toEqual(["test"]);
    customer.prove();
    expect((await customer.get("/?wc-ajax=gateways")).json()).toEqual(["test"]);
  });

  test.each(["express", "callback", "cash"])(
    "keeps an order back that came by %s past every hook",
    async (by) => {
      const customer = await withCart("wine");
      const order = (await customer.get(`/?wc-ajax=${by}&product=${shop.products.wine}`)).json<Stored>();
      expect(order.status).toBe("on-hold");
      expect(order.notes).toEqual([expect.stringContaining("paid without an age check")]);
    },
  );

  test("does not stand in the way of staff's orders by the REST interface", async () => {
    expect(await orderByStaff("wine", true)).toMatchObject({ status: "processing", notes: [] });
  });

  test("asks on the payment page of an order, in place of its form, and comes back to it", async () => {
    const order = await orderByStaff("wine");
    const page = order.payment_url.replace(shop.site.origin, "");
    const customer = shop.customer();
    const { text } = await customer.get(page);
    expect(text).toContain("18 or over to buy Red wine");
    expect(text).toContain(startOf(page).replaceAll("&", "&#038;"));
    expect(text).not.toContain("woocommerce_pay");
    await customer.post(page, { woocommerce_pay: "1", payment_method: "test" });
    expect((await stored(order.id)).status).toBe("pending");
    customer.prove();
    expect((await customer.get(page)).text).toContain("woocommerce_pay");
    expect((await customer.post(page, { woocommerce_pay: "1", payment_method: "test" })).status).toBe(302);
    expect(await stored(order.id)).toMatchObject({
      status: "processing",
      meta: { _lintel_gate_age_checked: expect.stringMatching(CHECKED) },
    });
  });

  test("asks when an order is paid through the Store API", async () => {
    const order = await orderByStaff("wine");
    const customer = shop.customer();
    expect((await customer.post(`${checkout}/${order.id}`)).status).toBe(403);
    expect((await stored(order.id)).status).toBe("pending");
    customer.prove();
    expect((await customer.post(`${checkout}/${order.id}`)).json()).toMatchObject({ status: "processing" });
  });

  test("asks for a product that was deleted since the order was made", async () => {
    const order = await orderByStaff("whisky");
    await shop.site.php(`return (bool) wp_delete_post( ${shop.products.whisky}, true );`);
    expect((await shop.customer().get(order.payment_url.replace(shop.site.origin, ""))).text).toContain(
      "18 or over to buy Whisky",
    );
  });

  test("refuses marked products, and says so, while the plugin is not set up", async () => {
    await shop.site.php("return update_option( 'lintel_gate_secret', '' );");
    try {
      const customer = await withCart("wine");
      customer.prove();
      const { text } = await customer.get("/checkout/");
      expect(text).toContain("We cannot check ages right now");
      expect(text).not.toContain("Place order");
    } finally {
      await shop.site.php(`return update_option( 'lintel_gate_secret', '${shop.gate.secret}' );`);
    }
  });

  test("asks for every product if the owner says so", async () => {
    await shop.site.php("return update_option( 'lintel_gate_woocommerce', array( 'products' => 'all' ) );");
    try {
      const customer = await withCart("glass");
      expect((await customer.get("/checkout/")).text).toContain("18 or over to buy Wine glass");
    } finally {
      await shop.site.php("return delete_option( 'lintel_gate_woocommerce' );");
    }
  });

  test("shows marked products' pages to everyone until the owner closes them", async () => {
    const pages = ["/product/red-wine/", "/product/old-malt/", "/product-category/whiskies/"];
    const lists = ["/shop/", "/?s=about", "/wp-json/wp/v2/product", "/feed/?post_type=product"];
    const visitor = shop.customer();
    for (const page of pages) expect([page, (await visitor.get(page)).status]).toEqual([page, 200]);
    await shop.site.php("return update_option( 'lintel_gate_woocommerce', array( 'pages' => 'closed' ) );");
    try {
      for (const page of pages) expect([page, (await visitor.get(page)).status]).toEqual([page, 302]);
      for (const list of lists) {
        const { status, text } = await visitor.get(list);
        expect([list, status]).toEqual([list, 200]);
        expect(text).not.toMatch(/About (Red wine|Old malt|Gift box)/);
      }
      expect((await visitor.get("/product/wine-glass/")).text).toContain("About Wine glass");
      visitor.prove();
      for (const page of pages) expect([page, (await visitor.get(page)).status]).toEqual([page, 200]);
      expect((await visitor.get("/product/old-malt/")).text).toContain("About Old malt");
    } finally {
      await shop.site.php("return delete_option( 'lintel_gate_woocommerce' );");
    }
  });

  test("names products without letting their names be code", async () => {
    const id = await shop.site.php<number>(
      "$id = wp_insert_post( array( 'post_type' => 'product', 'post_status' => 'publish', 'post_title' => '<img src=x onerror=alert(1)>Gin' ) ); update_post_meta( $id, '_lintel_gate_check', 'yes' ); return $id;",
    );
    const customer = shop.customer();
    await customer.get(`/?wc-ajax=add_to_cart&product=${id}`);
    const refusals = [
      (await customer.get("/cart/")).text.match(/<ul class="woocommerce-error.*?<\/ul>/s)?.[0],
      (await customer.get("/wp-json/wc/store/v1/cart")).json<{ errors: { message: string }[] }>().errors[0]
        ?.message,
    ];
    for (const refusal of refusals) {
      expect(refusal).toContain("Gin");
      expect(refusal).not.toContain("<img");
    }
  });
});
