import { join } from "node:path";
import { ROOT } from "../../../scripts/lib/run.ts";
import { goodCookie, newTestGate, type TestGate } from "./test-gate.ts";
import { startWordpress, type WordpressBench } from "./wordpress.ts";

export type Answer = { status: number; text: string; json: <T>() => T };

/** One customer's browser, as far as a shop sees it: cookies that stay. */
export type Customer = {
  get: (path: string) => Promise<Answer>;
  post: (path: string, body?: Record<string, unknown>, method?: string) => Promise<Answer>;
  /** Takes the proof of age with every request from now on. */
  prove: () => void;
  /** Signs in to WordPress. */
  signIn: (name: string) => Promise<void>;
};

export type Products = Record<"wine" | "glass" | "whisky" | "malt" | "gift" | "giftSmall", number>;
export type Shop = {
  site: WordpressBench;
  gate: TestGate;
  products: Products;
  categories: { spirits: number };
  customer: () => Customer;
};

/**
 * A shop on the stand-in for WooCommerce. Wine is marked itself; spirits are a marked category with one inside it; the
 * gift box is marked and has a variation; the glass is not marked.
 */
export const startShop = async (): Promise<Shop> => {
  const site = await startWordpress({
    plugins: [join(ROOT, "tests/gates/support/woocommerce-stand-in")],
  });
  const gate = newTestGate(0, { origin: site.origin });
  const settings = JSON.stringify({ address: gate.publicUrl, site_id: gate.siteId, threshold: "18" });
  const made = await site.php<Pick<Shop, "products" | "categories">>(`
    update_option( 'lintel_gate_settings', json_decode( '${settings}', true ) );
    update_option( 'lintel_gate_secret', '${gate.secret}' );
    foreach ( array( 'cart', 'checkout' ) as $page ) wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_name' => $page, 'post_title' => ucfirst( $page ), 'post_content' => "[woocommerce_$page]" ) );
    $spirits = wp_insert_term( 'Spirits', 'product_cat' )['term_id'];
    $whiskies = wp_insert_term( 'Whiskies', 'product_cat', array( 'parent' => $spirits ) )['term_id'];
    $malts = wp_insert_term( 'Malts', 'product_cat', array( 'parent' => $whiskies ) )['term_id'];
    update_term_meta( $spirits, 'lintel_gate_check', 'yes' );
    $make = static function ( $title, $marked = false, $term = 0, $parent = 0 ) {
      $id = wp_insert_post( array( 'post_type' => $parent ? 'product_variation' : 'product', 'post_status' => 'publish', 'post_title' => $title, 'post_content' => 'About ' . $title, 'post_parent' => $parent ) );
      if ( $marked ) update_post_meta( $id, '_lintel_gate_check', 'yes' );
      if ( $term ) wp_set_object_terms( $id, array( $term ), 'product_cat' );
      return $id;
    };
    $gift = $make( 'Gift box', true );
    flush_rewrite_rules( false );
    return array( 'categories' => array( 'spirits' => $spirits ), 'products' => array(
      'wine' => $make( 'Red wine', true ), 'glass' => $make( 'Wine glass' ),
      'whisky' => $make( 'Whisky', false, $whiskies ), 'malt' => $make( 'Old malt', false, $malts ),
      'gift' => $gift, 'giftSmall' => $make( 'Gift box, small', false, 0, $gift ),
    ) );`);
  return { ...{ site, gate }, ...made, customer: () => newCustomer(site, gate) };
};

const newCustomer = (site: WordpressBench, gate: TestGate): Customer => {
  const jar = new Map<string, string>();
  let isProven = false;
  let nonce = "";
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
    const pairs = [...jar].map(([name, value]) => `${name}=${value}`);
    const cookie = [...pairs, ...(isProven ? [goodCookie(gate)] : [])].join("; ");
    const answer = await site.ask(path, {
      method,
      headers: { accept: "text/html", ...headers, ...(cookie ? { cookie } : {}) },
      ...(body === undefined ? {} : { body }),
    });
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [name = "", value = ""] = line.split(";")[0]?.split(/=(.*)/s) ?? [];
      jar.set(name, value);
    }
    return answer;
  };
  const read = ({ status, text }: { status: number; text: string }): Answer => ({
    status,
    text,
    json: () => JSON.parse(text),
  });
  return {
    get: async (path) => read(await ask("GET", path, nonce ? { "x-wp-nonce": nonce } : {})),
    post: async (path, body = {}, method = "POST") =>
      path.startsWith("/wp-json/")
        ? read(
            await ask(
              method,
              path,
              { "content-type": "application/json", ...(nonce ? { "x-wp-nonce": nonce } : {}) },
              JSON.stringify(body),
            ),
          )
        : read(
            await ask(
              method,
              path,
              { "content-type": "application/x-www-form-urlencoded" },
              new URLSearchParams(body as Record<string, string>).toString(),
            ),
          ),
    prove: () => {
      isProven = true;
    },
    signIn: async (name) => {
      const form = new URLSearchParams({ log: name, pwd: "bench-password", testcookie: "1" }).toString();
      jar.set("wordpress_test_cookie", "WP%20Cookie%20check");
      await ask("POST", "/wp-login.php", { "content-type": "application/x-www-form-urlencoded" }, form);
      nonce = (await ask("GET", "/wp-admin/admin-ajax.php?action=rest-nonce", {})).text;
    },
  };
};
