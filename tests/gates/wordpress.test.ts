import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWordpress, type WordpressBench, wordpressMissing } from "./support/wordpress.ts";
import { newSecret, proofOf, type StandInGate, startLintelStandIn } from "./support/wordpress-lintel.ts";

// Every way to a protected post, asked without proof and with it. The marker stands in everything that is protected:
// title, text, excerpt, custom field, comment, tag line of the attachment. Slugs do not hold it, since a refusal names
// the path that was asked for.
const MARKER = "zqxmarker";
const SLUGS = /hidden-(room|cellar|bottle|picture)/;
const HTML = { accept: "text/html,application/xhtml+xml" };

describe.skipIf(wordpressMissing !== null)(wordpressMissing ?? "the WordPress plugin", () => {
  let site: WordpressBench;
  let lintel: Awaited<ReturnType<typeof startLintelStandIn>>;
  let gate: StandInGate;
  let ids: Record<
    "page" | "cellar" | "bottle" | "picture" | "open" | "comment" | "category" | "draft",
    number
  >;
  let proof: string;

  const set = (settings: Record<string, unknown>): Promise<boolean> =>
    site.php(
      `update_option( 'lintel_gate_settings', json_decode( '${JSON.stringify({
        address: lintel.url,
        site_id: gate.siteId,
        threshold: gate.threshold,
        ...settings,
      })}', true ) ); return true;`,
    );
  const parts = (more: Record<string, unknown> = {}): Promise<boolean> =>
    set({ scope: "parts", pages: [ids.page], categories: [ids.category], post_types: ["bottle"], ...more });
  const ask = (path: string, headers: Record<string, string> = {}) =>
    site.ask(path, { headers: { ...HTML, ...headers } });

  beforeAll(async () => {
    site = await startWordpress();
    gate = {
      siteId: "gat_01k5zq8v7m3x9d2h4c6b0n1p5r",
      host: new URL(site.origin).host,
      origin: site.origin,
      threshold: "18",
      secret: newSecret(),
    };
    proof = proofOf(gate);
    lintel = await startLintelStandIn(() => gate);
    ids = await site.php(`
      add_option( 'lintel_gate_secret', '${gate.secret}', '', false );
      $parent = wp_insert_term( 'Spirits', 'category' )['term_id'];
      $child = wp_insert_term( 'Gin', 'category', array( 'parent' => $parent ) )['term_id'];
      $make = static function ( $slug, $more = array() ) {
        $id = wp_insert_post( $more + array( 'post_name' => $slug, 'post_status' => 'publish', 'post_title' => '${MARKER} title ' . $slug,
          'post_content' => '<p>${MARKER} text</p><!--more--><p>${MARKER} rest</p>', 'post_excerpt' => '${MARKER} excerpt' ) );
        add_post_meta( $id, 'flavour', '${MARKER} field' );
        return $id;
      };
      $ids = array( 'category' => $parent );
      $ids['page'] = $make( 'hidden-room', array( 'post_type' => 'page' ) );
      $ids['cellar'] = $make( 'hidden-cellar', array( 'post_category' => array( $child ) ) );
      $ids['bottle'] = $make( 'hidden-bottle', array( 'post_type' => 'bottle' ) );
      $ids['draft'] = $make( 'hidden-room-2', array( 'post_category' => array( $child ), 'post_status' => 'draft' ) );
      $ids['open'] = wp_insert_post( array( 'post_name' => 'open-door', 'post_status' => 'publish', 'post_title' => 'Open door',
        'post_content' => 'opentext' ) );
      $file = wp_upload_bits( 'hidden-picture.txt', null, '${MARKER} file' );
      $ids['picture'] = wp_insert_attachment( array( 'post_name' => 'hidden-picture', 'post_title' => '${MARKER} picture', 'post_excerpt' => '${MARKER} caption',
        'post_mime_type' => 'text/plain', 'post_status' => 'inherit' ), $file['file'], $ids['cellar'] );
      $ids['comment'] = wp_insert_comment( array( 'comment_post_ID' => $ids['cellar'], 'comment_content' => '${MARKER} comment',
        'comment_author' => 'Ann', 'comment_approved' => 1 ) );
      flush_rewrite_rules( false );
      return $ids;`);
  });
  afterAll(async () => {
    await site?.close();
    await lintel?.close();
  });

  /** Paths that ask for one protected thing: refused as a whole. */
  const single = (): string[] => [
    "/hidden-room/",
    "/hidden-room",
    "/hidden-cellar/",
    "/hidden-cellar/2/",
    "/bottle/hidden-bottle/",
    `/?p=${ids.cellar}`,
    `/?page_id=${ids.page}`,
    `/?p=${ids.bottle}&post_type=bottle`,
    "/?name=hidden-cellar",
    "/?pagename=hidden-room",
    `/?attachment_id=${ids.picture}`,
    "/hidden-cellar/hidden-picture/",
    "/hidden-cellar/feed/",
    `/?p=${ids.cellar}&feed=rss2`,
    "/hidden-cellar/feed/atom/",
    "/hidden-cellar/embed/",
    `/?p=${ids.cellar}&embed=true`,
    "/hidden-cellar/trackback/",
    "/hidden-cellar/comment-page-1/",
    "/index.php/hidden-cellar/",
    `/index.php?p=${ids.cellar}`,
    "/%68idden-room/",
    "/hidden%2Dcellar/",
    "//hidden-cellar/",
    `/?p=${ids.cellar}&preview=true`,
    `/?p=${ids.cellar}&replytocom=${ids.comment}`,
    "/category/spirits/",
    "/category/spirits/gin/",
    "/category/spirits/feed/",
    `/?cat=${ids.category}`,
    "/?category_name=gin",
    "/bottle/",
    "/?post_type=bottle",
    "/bottle/feed/",
    `/wp-json/wp/v2/pages/${ids.page}`,
    `/wp-json/wp/v2/posts/${ids.cellar}`,
    `/wp-json/wp/v2/bottle/${ids.bottle}?_embed`,
    `/wp-json/wp/v2/media/${ids.picture}`,
    `/wp-json/wp/v2/comments/${ids.comment}`,
    `/index.php?rest_route=/wp/v2/posts/${ids.cellar}`,
    `/?rest_route=/wp/v2/pages/${ids.page}`,
  ];

  /** Paths whose answer would mention protected things among others. */
  const lists = (): string[] => [
    "/",
    "/open-door/",
    "/?s=zqxmarker",
    "/search/title/",
    "/search/text/feed/rss2/",
    "/feed/",
    "/feed/atom/",
    "/feed/rdf/",
    "/?feed=rss",
    "/comments/feed/",
    "/author/admin/",
    "/?author=1",
    "/author/admin/feed/",
    `/${new Date().getUTCFullYear()}/`,
    "/?m=20",
    "/?post_type=any",
    "/?post_type[]=post&post_type[]=page",
    "/wp-sitemap.xml",
    "/wp-sitemap-posts-post-1.xml",
    "/wp-sitemap-posts-page-1.xml",
    "/wp-sitemap-posts-bottle-1.xml",
    "/wp-sitemap-taxonomies-category-1.xml",
    "/wp-json/",
    "/wp-json/wp/v2/posts",
    "/wp-json/wp/v2/posts?_embed&per_page=100",
    "/wp-json/wp/v2/posts?slug=hidden-cellar",
    "/wp-json/wp/v2/pages",
    "/wp-json/wp/v2/bottle",
    "/wp-json/wp/v2/media",
    "/wp-json/wp/v2/comments",
    "/wp-json/wp/v2/search?search=zqxmarker",
    "/wp-json/wp/v2/search?search=hidden",
    "/wp-json/wp/v2/categories",
    "/?rest_route=/wp/v2/posts",
    "/hidden-roo",
    "/hidden",
    "/wp-admin/admin-ajax.php?action=bench_latest",
    "/wp-links-opml.php",
    "/not-there/",
    `/?p=${ids.cellar}&year=1999`,
    `/?page_id=${ids.page}&m=199901`,
  ];

  const oembed = (slug: string, format = "json"): string =>
    `/wp-json/oembed/1.0/embed?format=${format}&url=${encodeURIComponent(`${site.origin}/${slug}/`)}`;

  test("before anything is gated, all of it is to be seen", async () => {
    await set({ scope: "off" });
    for (const path of [
      "/hidden-room/",
      "/feed/",
      "/?s=zqxmarker",
      `/wp-json/wp/v2/posts/${ids.cellar}`,
      oembed("hidden-cellar"),
    ]) {
      expect((await ask(path)).text, path).toContain(MARKER);
    }
  });

  test("a protected post is refused on every way to it, without one byte of it", async () => {
    await parts();
    for (const path of single()) {
      const answer = await ask(path);
      expect([path, answer.status, answer.raw.includes(MARKER)]).toEqual([
        path,
        path.includes("wp-json") || path.includes("rest_route") ? 401 : 302,
        false,
      ]);
      expect(answer.headers["lintel-gate"], path).toBe(
        `${site.origin}/.well-known/lintel/${gate.siteId}/start?return=${encodeURIComponent(path.startsWith("//") ? "/" : path)}`,
      );
      expect(answer.headers["cache-control"], path).toContain("no-store");
      expect(answer.headers.vary, path).toContain("Cookie");
    }
  });

  test("lists leave protected posts out", async () => {
    await parts();
    for (const path of [
      ...lists(),
      oembed("hidden-cellar"),
      oembed("hidden-cellar", "xml"),
      oembed("hidden-room"),
    ]) {
      const { raw } = await ask(path);
      // The search form repeats what was asked for.
      const own = raw
        .replaceAll(/(value="|for &#8220;|&ldquo;|“|s=|search\/)zqxmarker/g, "")
        .replaceAll(/slug=hidden-cellar|search=hidden|%2Fhidden-(cellar|room)%2F/g, "");
      expect([path, own.includes(MARKER), SLUGS.exec(own)?.[0] ?? null]).toEqual([path, false, null]);
    }
  });

  test("with proof everything is as it was", async () => {
    await set({ scope: "off" });
    const without = async (path: string) => (await ask(path)).text;
    const paths = [
      "/",
      "/hidden-room/",
      "/feed/",
      "/category/spirits/",
      `/wp-json/wp/v2/posts/${ids.cellar}`,
      "/wp-sitemap-posts-post-1.xml",
      "/wp-json/wp/v2/search?search=zqxmarker",
    ];
    const before = await Promise.all(paths.map(without));
    await parts();
    const after = await Promise.all(paths.map(async (path) => (await ask(path, { cookie: proof })).text));
    expect(after).toEqual(before);
    expect(before[1]).toContain(`${MARKER} text`);
  });
});
