import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/lib/run.ts";
import { wordpressMissing } from "./support/wordpress.ts";
import { createWordpressWorld, MARKER, NAVIGATION, type WordpressWorld } from "./support/wordpress-world.ts";

// Two visitors, one with proof and one without, in both orders, behind each kind of page cache; and uploaded files, which
// a web server hands out without asking WordPress unless it has the rule that the settings page prints.

const PATHS = [
  "/hidden-room/",
  "/hidden-cellar/",
  "/",
  "/category/spirits/",
  "/feed/",
  "/wp-json/wp/v2/posts",
  "/?s=zqxmarker",
];

describe.skipIf(wordpressMissing !== null)(
  wordpressMissing ?? "WordPress behind caches of pages",
  { timeout: 180_000 },
  () => {
    let world: WordpressWorld;
    const drop = "site/wp-content/advanced-cache.php";
    beforeAll(async () => {
      world = await createWordpressWorld({
        config: "define( 'WP_CACHE', is_file( __DIR__ . '/wp-content/advanced-cache.php' ) );",
      });
      await world.setParts();
    });
    afterAll(() => world.close());

    const visit = (origin: string, path: string, cookie?: string) =>
      world.site.ask(origin + path, {
        headers: { ...NAVIGATION, ...(cookie === undefined ? {} : { cookie }) },
      });

    /** What was asked for comes back in forms and titles. */
    const shows = (text: string): boolean => new RegExp(`${MARKER} (title|text|excerpt|comment)`).test(text);

    const twoVisitors = async (origin: string, round: string) => {
      for (const path of PATHS) {
        const fresh = `${path}${path.includes("?") ? "&" : "?"}round=${round}`;
        for (const order of ["with first", "without first"] as const) {
          const address = `${fresh}-${order[4]}`;
          const turns = order === "with first" ? [true, false, true, false] : [false, true, false];
          for (const hasProof of turns) {
            const answer = await visit(origin, address, hasProof ? world.proof : undefined);
            if (hasProof) continue;
            expect([address, order, shows(answer.raw)]).toEqual([address, order, false]);
          }
        }
        const [alone] = [await visit(origin, `${fresh}-alone`, world.proof)];
        expect([fresh, shows(alone.text)]).toEqual([fresh, true]);
      }
    };

    test("nginx's cache of pages gives one visitor's page to no other", async () => {
      const { cachedOrigin } = world.site;
      await visit(cachedOrigin, "/open-door/");
      expect((await visit(cachedOrigin, "/open-door/")).headers["x-bench-cache"]).toBe("HIT");
      await twoVisitors(cachedOrigin, "nginx");
      const refused = await visit(cachedOrigin, "/hidden-room/");
      expect([refused.status, (await visit(cachedOrigin, "/hidden-room/")).headers["x-bench-cache"]]).toEqual(
        [302, "MISS"],
      );
    });

    test("a cache plugin that looks at nothing but DONOTCACHEPAGE gives one visitor's page to no other", async () => {
      const { site } = world;
      copyFileSync(join(ROOT, "tests/gates/support/wordpress/advanced-cache.php"), join(site.folder, drop));
      await visit(site.origin, "/open-door/?kept");
      expect((await visit(site.origin, "/open-door/?kept")).headers["x-bench-cache"]).toBe("hit");
      await twoVisitors(site.origin, "plugin");
    });

    test("what a cache plugin kept before a page was protected is thrown away", async () => {
      const { site, set, setParts } = world;
      await set({ scope: "off" });
      expect(shows((await visit(site.origin, "/hidden-room/?early")).text)).toBe(true);
      expect((await visit(site.origin, "/hidden-room/?early")).headers["x-bench-cache"]).toBe("hit");
      // The bench's cache is emptied by the name that WP Super Cache's function has.
      await site.php(`function wp_cache_clear_cache() { array_map( 'unlink', glob( WP_CONTENT_DIR . '/cache/bench/*' ) ); }
      return update_option( 'lintel_gate_settings', array( 'scope' => 'parts' ) + get_option( 'lintel_gate_settings' ) );`);
      await setParts();
      expect((await visit(site.origin, "/hidden-room/?early")).status).toBe(302);
    });

    test("every cache plugin is asked to empty itself by its own name, and all of them once per change", async () => {
      const called = await world.site.php<string[]>(`
      $called = array();
      foreach ( Lintel_Gate_Caches::ACTIONS as $name ) add_action( $name, static function () use ( &$called, $name ) { $called[] = $name; } );
      update_option( 'lintel_gate_settings', array( 'titles' => 'show' ) + get_option( 'lintel_gate_settings' ) );
      return $called;`);
      expect(called).toEqual([
        "litespeed_purge_all",
        "cache_enabler_clear_complete_cache",
        "rt_nginx_helper_purge_all",
        "breeze_clear_all_cache",
        "wphb_clear_page_cache",
      ]);
    });
  },
);

describe.skipIf(wordpressMissing !== null)(
  wordpressMissing ?? "files uploaded to WordPress",
  { timeout: 180_000 },
  () => {
    let world: WordpressWorld;
    let open: string;
    beforeAll(async () => {
      world = await createWordpressWorld();
      await world.setParts();
      open = await world.site.php(`$file = wp_upload_bits( 'open-1.txt', null, '0123456789' );
      $id = wp_insert_attachment( array( 'post_title' => 'open', 'post_mime_type' => 'text/plain', 'post_status' => 'inherit' ), $file['file'], ${world.ids.open} );
      wp_update_attachment_metadata( $id, array( 'sizes' => array( 'small' => array( 'file' => 'open-1-30x20.txt' ) ) ) );
      copy( $file['file'], dirname( $file['file'] ) . '/open-1-30x20.txt' );
      copy( $file['file'], dirname( $file['file'] ) . '/hidden-picture-30x20.txt' );
      foreach ( array( 'run.php', '.hidden' ) as $name ) file_put_contents( dirname( $file['file'] ) . '/' . $name, '${MARKER}' );
      return wp_parse_url( $file['url'], PHP_URL_PATH );`);
    });
    afterAll(() => world.close());
    const ask = (path: string, headers: Record<string, string> = {}) => world.site.ask(path, { headers });

    test("without the rule the server hands them out, as the settings page says", async () => {
      expect((await ask(world.upload)).text).toBe(`${MARKER} file`);
    });

    test("with nginx's rule as printed, files of protected posts need proof and others do not", async () => {
      const { site, upload, proof } = world;
      const rule =
        await site.php<string>(`require_once LINTEL_GATE_FOLDER . '/admin/class-lintel-gate-server-rules.php';
      return Lintel_Gate_Server_Rules::nginx( Lintel_Gate_Uploads::folder()['path'] );`);
      await site.configure(rule);
      const small = upload.replace(".txt", "-30x20.txt");
      for (const path of [
        upload,
        small,
        `${upload}?x`,
        upload.replace("hidden", "%68idden"),
        upload.replace("/hidden", "//hidden"),
        `/wp-content/./uploads${upload.slice("/wp-content/uploads".length)}`,
      ]) {
        for (const headers of [{}, { range: "bytes=0-3" }, NAVIGATION]) {
          const answer = await ask(path, headers);
          expect([path, [301, 302, 401].includes(answer.status), answer.raw.includes(MARKER)]).toEqual([
            path,
            true,
            false,
          ]);
        }
        const shown = await ask(path, { cookie: proof });
        if (path === small) expect(shown.text).toBe("0123456789");
        else expect([path, shown.text]).toEqual([path, `${MARKER} file`]);
        expect(shown.headers["cache-control"]).toContain("no-store");
      }
      for (const path of [open, open.replace(".txt", "-30x20.txt")]) {
        expect(await ask(path)).toMatchObject({
          status: 200,
          text: "0123456789",
          headers: { "content-type": expect.stringContaining("text/plain") },
        });
      }
    });

    test("the rules of a WordPress in a folder fit that folder", async () => {
      const rules = await world.site.php<{ apache: string; nginx: string; own: string }>(`
        require_once LINTEL_GATE_FOLDER . '/admin/class-lintel-gate-server-rules.php';
        return array(
          'apache' => Lintel_Gate_Server_Rules::apache( '/blog/wp-content/uploads', '/blog' ),
          'nginx' => Lintel_Gate_Server_Rules::nginx( '/blog/wp-content/uploads', '/blog' ),
          'own' => Lintel_Gate_Server_Rules::apache( '/wordpress/wp-content/uploads', '' ),
        );`);
      // Apache compares with what is below the folder of .htaccess; a file system may take capitals for the same.
      expect(rules.apache).toContain("RewriteRule ^wp-content/uploads/ index.php [NC,L]");
      expect(rules.own).toContain("RewriteRule ^wordpress/wp-content/uploads/ index.php [NC,L]");
      expect(rules.nginx).toContain(
        "location ^~ /blog/wp-content/uploads/ {\n    rewrite ^ /blog/index.php last;",
      );
    });

    test("parts of a file, its head, and files that are not for visitors", async () => {
      const { site } = world;
      const part = await ask(open, { range: "bytes=2-4" });
      expect([part.status, part.text, part.headers["content-range"]]).toEqual([206, "234", "bytes 2-4/10"]);
      expect((await ask(open, { range: "bytes=-3" })).text).toBe("789");
      expect((await ask(open, { range: "bytes=20-" })).status).toBe(416);
      expect(await site.ask(open, { method: "HEAD" })).toMatchObject({
        status: 200,
        text: "",
        headers: { "content-length": "10" },
      });
      const folder = open.slice(0, open.lastIndexOf("/"));
      for (const name of [
        "run.php",
        ".hidden",
        "none.txt",
        "run.php/x",
        "%2e%2e/%2e%2e/%2e%2e/%2e%2e/wp-config.php",
        "..%2f..%2f..%2f..%2fwp-config.php",
      ]) {
        const answer = await ask(`${folder}/${name}`, { cookie: world.proof });
        expect([name, answer.raw.includes(MARKER), answer.raw.includes("DB_NAME")]).toEqual([
          name,
          false,
          false,
        ]);
      }
    });
  },
);
