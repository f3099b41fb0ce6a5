import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wordpressMissing } from "./support/wordpress.ts";
import { proofOf } from "./support/wordpress-lintel.ts";
import { createWordpressWorld, MARKER, NAVIGATION, type WordpressWorld } from "./support/wordpress-world.ts";

// A whole site behind the gate, what stays open, and the two addresses that belong to Lintel.

const FORM = { "content-type": "application/x-www-form-urlencoded" };

describe.skipIf(wordpressMissing !== null)(
  wordpressMissing ?? "a WordPress site behind the gate",
  { timeout: 180_000 },
  () => {
    let world: WordpressWorld;
    const setSite = (more: Record<string, unknown> = {}) => world.set({ scope: "site", ...more });
    beforeAll(async () => {
      world = await createWordpressWorld();
      await setSite({ open_paths: ["/open-door/", "/health"] });
    });
    afterAll(() => world.close());

    test("every address that WordPress answers is refused, and says nothing about the site", async () => {
      const { open, ids } = world;
      for (const path of [
        "/",
        "/hidden-room/",
        "/?p=1",
        "/feed/",
        "/not-there/",
        "/wp-sitemap.xml",
        "/?s=x",
        "/index.php",
        "/open-doors/",
        "/wp-trackback.php",
        "/wp-links-opml.php",
        "/wp-admin/admin-ajax.php?action=bench_latest",
        "/wp-admin/admin-post.php?action=bench_latest",
        "/x/wp-json/",
      ]) {
        const answer = await open(path);
        expect([path, answer.status, answer.text]).toEqual([path, 302, ""]);
      }
      for (const path of [
        "/wp-json/",
        "/wp-json/wp/v2/posts",
        `/?rest_route=/wp/v2/pages/${ids.page}`,
        "/wp-json/oembed/1.0/embed?url=x",
      ]) {
        const answer = await open(path);
        expect([path, answer.status, JSON.parse(answer.text).code]).toEqual([
          path,
          401,
          "lintel_gate_proof_required",
        ]);
        expect(answer.headers["lintel-gate"], path).toContain("/start?return=");
      }
    });

    test("login, dashboard, robots.txt and jobs stay open", async () => {
      const { open } = world;
      expect((await open("/wp-login.php")).text).toContain("user_login");
      expect((await open("/wp-admin/")).headers.location).toContain("/wp-login.php");
      expect((await open("/robots.txt")).text).toContain("User-agent");
      expect((await open("/wp-cron.php")).status).toBe(200);
    });

    test("an open path is open as it is written, and in no other spelling or with a query", async () => {
      const { open, site } = world;
      const imprint = await open("/open-door/");
      expect([imprint.status, imprint.text.includes("opentext"), imprint.raw.includes(MARKER)]).toEqual([
        200,
        true,
        false,
      ]);
      expect((await open("/health")).status).toBe(404);
      for (const path of [
        "/open-door",
        "/open-door/?p=4",
        "/open-door/?pagename=hidden-room",
        "/hidden-room/?/open-door/",
        "/open-door/../hidden-room/",
        "/open-door/%2e%2e/hidden-room/",
        "//open-door/",
        "/%6fpen-door/",
        "/open-door/;x/hidden-room/",
        "/open-door\\..\\hidden-room/",
        "/health?p=4",
        "/health/",
        "/robots.txt?robots=0&p=4",
        "/robots.txt?p=4",
        "/favicon.ico?page_id=4",
        "/index.php/open-door/",
      ]) {
        const answer = await open(path);
        expect([path, answer.status, answer.raw.includes(MARKER)]).toEqual([path, 302, false]);
      }
      // What WordPress reads from a form decides what it shows, too.
      const posted = await site.ask("/open-door/", {
        method: "POST",
        headers: { ...NAVIGATION, ...FORM },
        body: "pagename=hidden-room",
      });
      expect([posted.status, posted.text]).toEqual([401, ""]);
    });

    test("a form that a person sends meets a page that leads back to it, in the site's language", async () => {
      const { site, gate } = world;
      const send = (referer: string, headers: Record<string, string> = { "sec-fetch-mode": "navigate" }) =>
        site.ask("/wp-comments-post.php", {
          method: "POST",
          headers: { ...NAVIGATION, ...FORM, ...headers, referer },
          body: "comment=hello",
        });
      const at = `${gate.origin}/.well-known/lintel/${gate.siteId}/start?return=`;
      const page = await send(`${gate.origin}/hidden-room/?a=b%20c`);
      expect([page.status, page.headers["content-type"]]).toEqual([401, "text/html; charset=UTF-8"]);
      expect(page.headers["cache-control"]).toContain("no-store");
      expect(page.headers["lintel-gate"]).toContain(at);
      expect(page.text).toContain("<h1>Your proof of age has ended</h1>");
      expect(page.text).toContain(
        `href="${at}%2Fhidden-room%2F%3Fa%3Db%2520c" target="_blank" rel="noopener"`,
      );
      for (const referer of [
        "",
        "https://evil.example/x",
        `${gate.origin}.evil.example/`,
        `${gate.origin}//evil/`,
        `${gate.origin}/"><script>`,
      ])
        expect([referer, (await send(referer)).text.includes(`href="${at}%2F" target`)]).toEqual([
          referer,
          true,
        ]);
      expect((await send(`${gate.origin}/hidden-room/`, {})).text).toBe("");
      expect((await send(`${gate.origin}/hidden-room/`, { "sec-fetch-mode": "cors" })).text).toBe("");
      // Past WordPress, which has no texts of its own in German here.
      const speak = (locale: string) =>
        site.php(`global $wpdb;
          return $wpdb->replace( $wpdb->options, array( 'option_name' => 'WPLANG', 'option_value' => '${locale}', 'autoload' => 'yes' ) );`);
      await speak("de_DE");
      expect((await send("")).text).toMatch(/<html lang="de-DE"[\s\S]*Ihr Altersnachweis ist abgelaufen/);
      await speak("");
    });

    test("with proof the site is open; with proof of another host, age or time, or a changed one, it is not", async () => {
      const { open, gate, proof } = world;
      expect((await open("/hidden-room/", { cookie: proof })).text).toContain(`${MARKER} text`);
      expect((await open("/wp-json/wp/v2/posts", { cookie: proof })).status).toBe(200);
      const later = proof.slice(0, -1) + (proof.endsWith("A") ? "B" : "A");
      const others = [
        proofOf({ ...gate, host: "other.example" }),
        proofOf({ ...gate, siteId: "gat_other" }),
        proofOf({ ...gate, threshold: "16" }),
        proofOf({ ...gate, threshold: "16" }).replace("_16=", "_18="),
        proofOf(gate, -400),
        proofOf(gate, 44_000),
        later,
        `${proof}=`,
        `${proof}.`,
        proof.replace("__Host-", "__host-"),
        `__Host-lintel_gate_18=; __Host-lintel_gate_18=a; __Host-lintel_gate_18=b; __Host-lintel_gate_18=c; ${proof}`,
      ];
      for (const cookie of others) {
        const answer = await open("/hidden-room/", { cookie });
        expect([cookie, answer.status, answer.raw.includes(MARKER)]).toEqual([cookie, 302, false]);
      }
      expect((await open("/hidden-room/", { cookie: `__Host-lintel_gate_18=old; ${proof}` })).status).toBe(
        200,
      );
    });

    test("the two addresses are handed on with Lintel's cookies and no others, and come back whole", async () => {
      const { open, site, lintel, gate, proof } = world;
      const at = `/.well-known/lintel/${gate.siteId}`;
      lintel.seen();
      const page = await open(`${at}/start?return=/a%20b?c=d%27e&return=/x`, {
        cookie: `wordpress_logged_in_x=secret; __Host-lintel_start_a=1; ${proof}; PHPSESSID=1`,
        "accept-language": "de",
        "x-forwarded-host": "evil.example",
        authorization: "Basic eDp5",
      });
      expect(page.status).toBe(200);
      expect(page.text).toContain(`/gate/${gate.siteId}/start?return=/a%20b?c=d%27e&return=/x`);
      expect(page.headers).toMatchObject({
        "content-security-policy": "default-src 'none'",
        "cache-control": expect.stringContaining("no-store"),
      });
      expect(page.headers["server-only"]).toBeUndefined();
      const [asked] = lintel.seen();
      expect(asked).toMatchObject({
        method: "GET",
        headers: { cookie: `__Host-lintel_start_a=1; ${proof}`, "accept-language": "de" },
      });
      expect(JSON.stringify(asked)).not.toMatch(/secret|PHPSESSID|evil|authorization/);

      const posted = await site.ask(`${at}/start`, {
        method: "POST",
        headers: { ...NAVIGATION, ...FORM },
        body: "answer=cookie&return=/hidden-room/",
      });
      expect([posted.status, posted.headers.location]).toEqual([303, "https://age.example/verify"]);
      expect(posted.headers["set-cookie"]).toEqual(["__Host-lintel_start_a=1; Path=/; Secure; HttpOnly"]);
      expect(lintel.seen()).toMatchObject([
        { method: "POST", url: `/gate/${gate.siteId}/start`, body: "answer=cookie&return=/hidden-room/" },
      ]);

      const back = await open(`${at}/callback?state=a`);
      expect([back.status, back.headers.location]).toEqual([302, "/hidden-room/"]);
      const cookies = back.headers["set-cookie"] ?? [];
      // Lintel's two, and one that has page caches let the visitor pass.
      expect(cookies).toHaveLength(3);
      expect(cookies.filter((cookie) => /^wp-postpass_\w+_lintel=1;/.test(cookie))).toHaveLength(1);
      expect((await open("/hidden-room/", { cookie: cookies[0]?.split(";")[0] ?? "" })).text).toContain(
        MARKER,
      );
    });

    test("nothing else is handed on", async () => {
      const { site, lintel, gate } = world;
      const at = `/.well-known/lintel/${gate.siteId}`;
      const ask = (path: string, method: string, body?: string, headers = FORM) =>
        site.ask(path, {
          method,
          headers: { ...NAVIGATION, ...headers },
          ...(body === undefined ? {} : { body }),
        });
      lintel.seen();
      for (const path of [
        `${at}/check`,
        `${at}/start/`,
        `${at}/start/../check`,
        `${at}/%73tart`,
        `${at}x/start`,
        "/.well-known/lintel/gat_other/start",
        `/x${at}/start`,
        `${at}/callback/x`,
      ]) {
        expect([path, (await ask(path, "GET")).status]).toEqual([path, 302]);
      }
      expect((await ask(`${at}/callback`, "POST", "a=b")).status).toBe(405);
      expect((await ask(`${at}/start`, "DELETE")).status).toBe(405);
      expect((await ask(`${at}/start`, "POST", `return=${"a".repeat(4096)}`)).status).toBe(413);
      expect((await ask(`${at}/start`, "POST", "{}", { "content-type": "application/json" })).status).toBe(
        415,
      );
      expect(lintel.seen()).toEqual([]);
    });

    test("without Lintel the start says so, and proofs go on being good", async () => {
      const { open, proof, gate } = world;
      await setSite({ address: "http://127.0.0.1:1" });
      const start = await open(`/.well-known/lintel/${gate.siteId}/start`);
      expect([start.status, start.headers["cache-control"]?.includes("no-store")]).toEqual([503, true]);
      expect((await open("/hidden-room/")).status).toBe(302);
      expect((await open("/hidden-room/", { cookie: proof })).status).toBe(200);
      await setSite();
    });

    test("a certificate that nobody vouches for is not Lintel", async () => {
      const { open, gate, site } = world;
      await setSite({ address: site.origin.replace("localhost", "127.0.0.1") });
      expect((await open(`/.well-known/lintel/${gate.siteId}/start`)).status).not.toBe(503);
      // The bench's own server stands for Lintel; without the authority its certificate is a stranger's.
      writeFileSync(join(site.folder, "site/wp-content/mu-plugins/bench.php"), "<?php\n");
      expect((await open(`/.well-known/lintel/${gate.siteId}/start`)).status).toBe(503);
      await setSite();
    });

    test("on and not connected, the gate refuses everyone", async () => {
      const { open, proof, site } = world;
      for (const missing of [{ address: "" }, { site_id: "" }]) {
        await setSite(missing);
        for (const path of ["/hidden-room/", "/wp-json/wp/v2/posts"]) {
          const answer = await open(path, { cookie: proof });
          expect([path, answer.status, answer.raw.includes(MARKER)]).toEqual([path, 503, false]);
        }
      }
      await setSite();
      await site.php(`return update_option( 'lintel_gate_secret', 'gs_short' );`);
      expect((await open("/hidden-room/", { cookie: proof })).status).toBe(503);
      await site.php(`return update_option( 'lintel_gate_secret', '${world.gate.secret}' );`);
      expect((await open("/hidden-room/", { cookie: proof })).status).toBe(200);
    });
  },
);
