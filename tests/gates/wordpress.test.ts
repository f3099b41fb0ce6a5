import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wordpressMissing } from "./support/wordpress.ts";
import { calls, lists, pages } from "./support/wordpress-paths.ts";
import { createWordpressWorld, MARKER, NAVIGATION, type WordpressWorld } from "./support/wordpress-world.ts";

// Every way to a protected post, asked without proof and with it: not one byte of the post leaves without.

const SLUGS = /hidden-(room|cellar|bottle|picture)/;
/** Pages repeat what was asked for: in the search form, in titles, in links to themselves. */
const withoutEchoes = (raw: string, path: string): string =>
  raw
    .replaceAll(/(value="|for &#8220;|&ldquo;|“|s=|search\/)zqxmarker/g, "")
    .replaceAll(path.slice(1).replace(/\/$/, ""), "")
    .replaceAll(encodeURIComponent(path), "");

describe.skipIf(wordpressMissing !== null)(
  wordpressMissing ?? "the WordPress plugin",
  { timeout: 180_000 },
  () => {
    let world: WordpressWorld;
    beforeAll(async () => {
      world = await createWordpressWorld();
    });
    afterAll(() => world.close());

    const leaks = (raw: string, path: string) => {
      const own = withoutEchoes(raw, path);
      return { marker: own.includes(MARKER), slug: SLUGS.exec(own)?.[0] ?? null };
    };
    const NOTHING = { marker: false, slug: null };

    test("before anything is protected, all of it is to be seen", async () => {
      const { set, open, ids, site } = world;
      await set({ scope: "off" });
      const oembed = lists(ids, site.origin).find((path) => path.includes("oembed")) ?? "";
      const shown = [
        "/hidden-room/",
        "/feed/",
        "/?s=zqxmarker",
        "/comments/feed/",
        `/wp-json/wp/v2/posts/${ids.cellar}`,
        oembed,
      ];
      for (const path of shown) expect((await open(path)).text, path).toContain(MARKER);
      expect((await open("/wp-sitemap-posts-post-1.xml")).text).toContain("hidden-cellar");
    });

    test("a protected post is refused on every way to it, without one byte of it", async () => {
      const { setParts, open, ids, site, gate } = world;
      await setParts();
      for (const [status, paths] of [
        [302, pages(ids)],
        [401, calls(ids)],
      ] as const) {
        for (const path of paths) {
          const answer = await open(path);
          const start = `${site.origin}/.well-known/lintel/${gate.siteId}/start?return=`;
          const back = encodeURIComponent(path.startsWith("//") ? "/" : path);
          expect([path, answer.status, answer.raw.includes(MARKER)]).toEqual([path, status, false]);
          expect(answer.headers, path).toMatchObject({
            "lintel-gate": start + back,
            "cache-control": expect.stringContaining("no-store"),
            vary: expect.stringContaining("Cookie"),
          });
          expect(answer.headers.location, path).toBe(status === 302 ? start + back : undefined);
        }
      }
    });

    test("what is not a navigation gets 401, not a redirect that it cannot follow", async () => {
      const { site, ids } = world;
      const asks = [
        { headers: { accept: "*/*" } },
        { headers: { ...NAVIGATION, "sec-fetch-mode": "cors" } },
        { headers: { ...NAVIGATION, upgrade: "websocket", connection: "upgrade" } },
        { method: "POST", headers: NAVIGATION, body: "a=b" },
        { method: "PUT", headers: NAVIGATION },
        { headers: { accept: "*/*", range: "bytes=0-10" } },
      ];
      for (const ask of asks) {
        const answer = await site.ask("/hidden-room/", ask);
        expect([ask, answer.status, answer.text]).toEqual([ask, 401, ""]);
        expect(answer.headers["lintel-gate"]).toContain("return=%2Fhidden-room%2F");
      }
      expect(await site.ask(`/?p=${ids.cellar}`, { method: "HEAD", headers: NAVIGATION })).toMatchObject({
        status: 302,
        text: "",
      });
    });

    test("calls in a batch are refused one by one", async () => {
      const { setParts, site, ids } = world;
      await setParts();
      const requests = [{ path: `/wp/v2/posts/${ids.cellar}`, method: "PUT", body: { title: "x" } }];
      const answer = await site.ask("/wp-json/batch/v1", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ requests }),
      });
      expect([answer.status, answer.raw.includes(MARKER)]).toEqual([207, false]);
      const [refused] = JSON.parse(answer.text).responses;
      expect([refused.status, refused.body.code]).toEqual([401, "lintel_gate_proof_required"]);
    });

    test("headers of the client decide nothing", async () => {
      const { open } = world;
      const forged = [
        { "lintel-age": "18", "x-original-uri": "/open-door/", "x-forwarded-uri": "/open-door/" },
        { "user-agent": "GoogleHC/1.0", "x-forwarded-for": "127.0.0.1" },
        { host: "localhost", "x-forwarded-host": "other.example" },
        { "x-original-url": "/open-door/", "x-rewrite-url": "/open-door/" },
        { "x-http-method-override": "GET", "x-wp-nonce": "0123456789" },
      ];
      for (const headers of forged) {
        const answer = await open("/hidden-room/", headers);
        expect([headers, answer.status, answer.raw.includes(MARKER)]).toEqual([headers, 302, false]);
      }
    });

    test("lists leave protected posts out", async () => {
      const { setParts, open, ids, site } = world;
      await setParts();
      for (const path of lists(ids, site.origin)) {
        expect({ path, ...leaks((await open(path)).raw, path) }).toEqual({ path, ...NOTHING });
      }
      expect((await open("/")).text).toContain("opentext");
      // The number of posts that a word is found in would tell which words they hold.
      const found = await open("/wp-json/wp/v2/posts?search=rest");
      expect([found.text, found.headers["x-wp-total"]]).toEqual(["[]", "0"]);
    });

    test("with titles in lists, nothing but titles and links is there, and search finds nothing", async () => {
      const { setParts, open, ids, site } = world;
      await setParts({ titles: "show" });
      const home = (await open("/")).text;
      expect(home).toContain(`${MARKER} title hidden-cellar`);
      for (const path of lists(ids, site.origin)) {
        const { text } = await open(path);
        expect([
          path,
          /zqxmarker (text|rest|excerpt|field|comment|caption|file)/.exec(text)?.[0] ?? null,
        ]).toEqual([path, null]);
      }
      expect((await open("/wp-sitemap-posts-post-1.xml")).text).not.toContain("hidden");
      const search = "/wp-json/wp/v2/search?search=zqxmarker";
      expect(leaks((await open(search)).raw, search)).toEqual(NOTHING);
      expect(leaks((await open("/?s=rest")).raw.replace(/<aside>.*<\/aside>/s, ""), "/?s=rest")).toEqual(
        NOTHING,
      );
    });

    test("comments, pingbacks and XML-RPC tell nothing", async () => {
      const { setParts, site, ids } = world;
      await setParts();
      const form = { "content-type": "application/x-www-form-urlencoded" };
      const body = `comment_post_ID=${ids.cellar}&comment=hello&author=Bo&email=bo@example.com`;
      const comment = await site.ask("/wp-comments-post.php", {
        method: "POST",
        headers: { ...NAVIGATION, ...form },
        body,
      });
      expect([comment.status, comment.raw.includes(MARKER)]).toEqual([401, false]);
      const call = (method: string, ...values: string[]) =>
        site.ask("/xmlrpc.php", {
          method: "POST",
          headers: { "content-type": "text/xml" },
          body: `<?xml version="1.0"?><methodCall><methodName>${method}</methodName><params>${values.map((value) => `<param><value>${value}</value></param>`).join("")}</params></methodCall>`,
        });
      await world.signIn("reader", "subscriber");
      for (const answer of [
        await call("mt.getTrackbackPings", `<int>${ids.cellar}</int>`),
        await call("pingback.extensions.getPingbacks", `${site.origin}/hidden-cellar/`),
        await call("wp.getPost", "<int>1</int>", "reader", "bench-password", `<int>${ids.cellar}</int>`),
        await call("wp.getPosts", "<int>1</int>", "reader", "bench-password"),
        await call("wp.getComments", "<int>1</int>", "reader", "bench-password"),
        await call("metaWeblog.getRecentPosts", "<int>1</int>", "reader", "bench-password", "<int>9</int>"),
      ]) {
        expect([answer.status, answer.raw.includes(MARKER)]).toEqual([200, false]);
      }
    });

    test("a reader with an account is a visitor; someone who writes sees everything, uncached", async () => {
      const { setParts, open, ids } = world;
      await setParts();
      expect(
        (await open("/hidden-room/", { cookie: await world.signIn("reader", "subscriber") })).status,
      ).toBe(302);
      const cookie = await world.signIn("writer", "editor");
      for (const path of ["/hidden-room/", `/?p=${ids.draft}&preview=true`]) {
        const answer = await open(path, { cookie });
        expect(answer.text).toContain(`${MARKER} text`);
        expect(answer.headers["cache-control"]).toContain("no-store");
      }
    });

    test("with proof every answer is what it was before anything was protected, and is no cache's", async () => {
      const { set, setParts, open, ids, proof } = world;
      const paths = [
        ...pages(ids).filter((path) => !/trackback|preview|replytocom|embed/.test(path)),
        ...calls(ids).slice(5),
        "/",
        "/feed/",
        "/comments/feed/",
      ];
      const all = async (headers: Record<string, string>) => {
        const answers = [];
        for (const path of paths) answers.push(await open(path, headers));
        return answers;
      };
      const bare = ({ status, text }: { status: number; text: string }) => [
        status,
        text.replaceAll(/lastBuildDate>[^<]*/g, ""),
      ];
      await set({ scope: "off" });
      const before = await all({});
      await setParts();
      const after = await all({ cookie: `a=b; ${proof}` });
      expect(after.map(bare)).toEqual(before.map(bare));
      for (const answer of after) expect(answer.headers["cache-control"]).toContain("no-store");
      expect(before[0]?.text).toContain(`${MARKER} text`);
    });

    test("an embed that was kept while a visitor had proof is not shown to the next one", async () => {
      const { set, setParts, open, site, proof } = world;
      await set({ scope: "off" });
      await site.php(`return wp_insert_post( array( 'post_name' => 'open-window', 'post_status' => 'publish', 'post_title' => 'Window',
      'post_content' => "here\\n\\n${site.origin}/hidden-cellar/\\n\\nthere" ) );`);
      expect((await open("/open-window/")).text).toMatch(/wp-embedded-content.*zqxmarker title/s);
      await setParts();
      for (const cookie of ["", proof, ""]) {
        const { text } = await open("/open-window/", { cookie });
        expect([cookie, text.includes(MARKER)]).toEqual([cookie, cookie !== ""]);
      }
    });

    test("the plugin gives PHP nothing to complain about", () => {
      expect(
        world.site
          .complaints()
          .split("\n")
          .filter((line) => line.includes("lintel-age-gate")),
      ).toEqual([]);
    });
  },
);
