import { startWordpress, type WordpressAnswer, type WordpressBench } from "./wordpress.ts";
import { newSecret, proofOf, type StandInGate, startLintelStandIn } from "./wordpress-lintel.ts";

/**
 * Stands in everything that is protected: title, text, excerpt, custom field, comment, attachment, uploaded file. Slugs do
 * not hold it, since a refusal names the path that was asked for.
 */
export const MARKER = "zqxmarker";

/** What a browser asks for when a person opens a page. */
export const NAVIGATION = { accept: "text/html,application/xhtml+xml" };

type Ids = Record<
  "page" | "cellar" | "bottle" | "picture" | "open" | "comment" | "category" | "draft" | "menu",
  number
>;

export type WordpressWorld = {
  site: WordpressBench;
  lintel: Awaited<ReturnType<typeof startLintelStandIn>>;
  gate: StandInGate;
  /** A page, a post in a category below the chosen one, one of a chosen type, and what hangs on them. */
  ids: Ids;
  /** A `Cookie` header with a good proof. */
  proof: string;
  /** Path of the uploaded file. */
  upload: string;
  /** Stores settings as the form would. */
  set(settings: Record<string, unknown>): Promise<unknown>;
  /** Protects the page, the category and the type. */
  setParts(more?: Record<string, unknown>): Promise<unknown>;
  /** A navigation. */
  open(path: string, headers?: Record<string, string>): Promise<WordpressAnswer>;
  /** `Cookie` header of someone who signs in. */
  signIn(name: string, role: string): Promise<string>;
  close(): Promise<void>;
};

const CONTENT = `
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
  $ids['picture'] = wp_insert_attachment( array( 'post_name' => 'hidden-picture', 'post_title' => '${MARKER} picture',
    'post_excerpt' => '${MARKER} caption', 'post_mime_type' => 'text/plain', 'post_status' => 'inherit' ), $file['file'], $ids['cellar'] );
  $ids['comment'] = wp_insert_comment( array( 'comment_post_ID' => $ids['cellar'], 'comment_content' => '${MARKER} comment',
    'comment_author' => 'Ann', 'comment_approved' => 1 ) );
  flush_rewrite_rules( false );
  return $ids + array( 'upload' => wp_parse_url( $file['url'], PHP_URL_PATH ) );`;

/** WordPress with the plugin, content to protect, and Lintel's addresses as a stand-in. */
export const createWordpressWorld = async (
  options: Parameters<typeof startWordpress>[0] = {},
): Promise<WordpressWorld> => {
  const site = await startWordpress(options);
  const gate: StandInGate = {
    siteId: "gat_01k5zq8v7m3x9d2h4c6b0n1p5r",
    host: new URL(site.origin).host,
    origin: site.origin,
    threshold: "18",
    secret: newSecret(),
  };
  const lintel = await startLintelStandIn(() => gate);
  const content = await site.php<Ids & { upload: string }>(
    `add_option( 'lintel_gate_secret', '${gate.secret}', '', false ); ${CONTENT}`,
  );
  const set = (settings: Record<string, unknown>): Promise<unknown> => {
    const all = { address: lintel.url, site_id: gate.siteId, threshold: gate.threshold, ...settings };
    const json = JSON.stringify(JSON.stringify(all)).replaceAll("$", "\\$");
    return site.php(`return update_option( 'lintel_gate_settings', json_decode( ${json}, true ) );`);
  };
  const { page, category } = content;
  return {
    site,
    lintel,
    gate,
    ids: content,
    upload: content.upload,
    proof: proofOf(gate),
    set,
    setParts: (more = {}) =>
      set({ scope: "parts", pages: [page], categories: [category], post_types: ["bottle"], ...more }),
    open: (path, headers = {}) => site.ask(path, { headers: { ...NAVIGATION, ...headers } }),
    signIn: (name, role) =>
      site.php(`
        $user = get_user_by( 'login', '${name}' );
        $id = $user ? $user->ID : wp_insert_user( array( 'user_login' => '${name}', 'user_pass' => 'bench-password', 'role' => '${role}' ) );
        $end = time() + 3600;
        return LOGGED_IN_COOKIE . '=' . wp_generate_auth_cookie( $id, $end, 'logged_in' ) . '; '
          . SECURE_AUTH_COOKIE . '=' . wp_generate_auth_cookie( $id, $end, 'secure_auth' );`),
    close: async () => {
      await lintel.close();
      await site.close();
    },
  };
};
