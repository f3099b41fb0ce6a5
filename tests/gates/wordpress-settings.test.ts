import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type WordpressAnswer, wordpressMissing } from "./support/wordpress.ts";
import { newSecret } from "./support/wordpress-lintel.ts";
import { createWordpressWorld, NAVIGATION, type WordpressWorld } from "./support/wordpress-world.ts";

// The settings page as its owner uses it: forms without JavaScript.

const PAGE = "/wp-admin/options-general.php?page=lintel-age-gate";
const FORM = { ...NAVIGATION, "content-type": "application/x-www-form-urlencoded" };

describe.skipIf(wordpressMissing !== null)(
  wordpressMissing ?? "the settings page of the WordPress plugin",
  { timeout: 180_000 },
  () => {
    let world: WordpressWorld;
    let admin: string;
    beforeAll(async () => {
      world = await createWordpressWorld();
      admin = await world.signIn("admin", "administrator");
    });
    afterAll(() => world.close());

    const page = (cookie = admin): Promise<WordpressAnswer> => world.open(PAGE, { cookie });
    const hidden = (text: string, name: string): string =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "";
    const save = async (
      fields: Record<string, string | string[]>,
      { nonce, cookie = admin }: { nonce?: string; cookie?: string } = {},
    ) => {
      const { text } = await page();
      const form = new URLSearchParams({
        option_page: "lintel-age-gate",
        action: "update",
        _wpnonce: nonce ?? hidden(text, "_wpnonce"),
        _wp_http_referer: PAGE,
      });
      for (const [name, value] of Object.entries(fields))
        for (const one of [value].flat()) form.append(name, one);
      return world.site.ask("/wp-admin/options.php", {
        method: "POST",
        headers: { ...FORM, cookie },
        body: form.toString(),
      });
    };
    const stored = () =>
      world.site.php<Record<string, unknown>>("return get_option( 'lintel_gate_settings' );");
    const fields = (more: Record<string, string | string[]> = {}) => ({
      "lintel_gate_settings[address]": `${world.lintel.url}/`,
      "lintel_gate_settings[site_id]": world.gate.siteId,
      "lintel_gate_settings[threshold]": "18",
      "lintel_gate_settings[scope]": "parts",
      "lintel_gate_settings[titles]": "hide",
      "lintel_gate_settings[pages][]": `${world.ids.page}`,
      "lintel_gate_settings[more_pages]": `${world.ids.cellar}, x`,
      "lintel_gate_settings[categories][]": [`${world.ids.category}`],
      "lintel_gate_settings[post_types][]": ["bottle", "none"],
      "lintel_gate_settings[open_paths]": "/health\r\n/imprint/\r\n/\r\n/../x\r\nimprint\r\n",
      lintel_gate_secret: "",
      ...more,
    });
    const check = async () => {
      const { text } = await page();
      const body = new URLSearchParams({
        lintel_gate_check: hidden(text, "lintel_gate_check"),
        lintel_gate_check_now: "1",
      });
      const answer = await world.site.ask(PAGE, {
        method: "POST",
        headers: { ...FORM, cookie: admin },
        body: body.toString(),
      });
      return [...answer.text.matchAll(/data-result="([^"]+)"/g)].map(([, result]) => result);
    };

    test("stores what the form says, in its shapes, and gates by it", async () => {
      expect((await save(fields())).headers.location).toContain("settings-updated=true");
      expect(await stored()).toEqual({
        address: world.lintel.url,
        site_id: world.gate.siteId,
        threshold: "18",
        scope: "parts",
        pages: [world.ids.page, world.ids.cellar],
        categories: [world.ids.category],
        post_types: ["bottle"],
        titles: "hide",
        open_paths: ["/health", "/imprint/"],
      });
      const { text } = await page();
      expect(text).toMatch(new RegExp(`value="${world.ids.page}" checked`));
      expect((await world.open("/hidden-room/")).status).toBe(302);
    });

    test("keeps what it was where the form says nothing that can be meant, and says so", async () => {
      const before = await stored();
      await save(
        fields({
          "lintel_gate_settings[address]": "javascript:alert(1)",
          "lintel_gate_settings[site_id]": '"><script>',
          "lintel_gate_settings[threshold]": "0",
          lintel_gate_secret: "password",
        }),
      );
      expect(await stored()).toEqual(before);
      const { text } = await world.open(`${PAGE}&settings-updated=true`, { cookie: admin });
      for (const sentence of ["begins with https://", "begins with gat_", "such as 18", "begins with gs_"])
        expect(text).toContain(sentence);
      expect(text).not.toContain('"><script>');
    });

    test("never shows the secret, keeps it where the field is empty, and loads it with no page", async () => {
      await save(fields());
      const { text } = await page();
      expect([text.includes(world.gate.secret), text.includes(world.gate.secret.slice(3, 20))]).toEqual([
        false,
        false,
      ]);
      const row =
        "return $GLOBALS['wpdb']->get_row( \"SELECT option_value AS secret, autoload FROM {$GLOBALS['wpdb']->options} WHERE option_name = 'lintel_gate_secret'\", ARRAY_A );";
      expect(await world.site.php(row)).toEqual({ secret: world.gate.secret, autoload: "no" });
      const other = newSecret();
      await save(fields({ lintel_gate_secret: other }));
      expect(await world.site.php(row)).toEqual({ secret: other, autoload: "no" });
      await save(fields({ lintel_gate_secret: world.gate.secret }));
    });

    test("is for those who manage options, with a nonce", async () => {
      const before = await stored();
      const writer = await world.signIn("writer", "editor");
      expect((await page(writer)).status).toBe(403);
      const open = { "lintel_gate_settings[scope]": "off" };
      expect((await save(fields(open), { cookie: writer })).status).toBe(403);
      expect((await save(fields(open), { nonce: "0123456789" })).status).toBe(403);
      expect(await stored()).toEqual(before);
      const forged = await world.site.ask(PAGE, {
        method: "POST",
        headers: { ...FORM, cookie: admin },
        body: "lintel_gate_check_now=1",
      });
      expect(forged.text).not.toContain("data-result");
    });

    test("checks the connection and names what is wrong", async () => {
      const { gate, lintel, set, setParts, site } = world;
      await setParts();
      const good = [
        "good https",
        "good permalinks",
        "good reached",
        "good clock",
        "good host",
        "good secret",
        "good forwarding",
        "good page",
        "good feed",
        // The server has no rule for uploaded files yet.
        "problem file",
      ];
      expect(await check()).toEqual(good);
      const but = (...results: string[]) =>
        good.map((one) => results.find((result) => result.split(" ")[1] === one.split(" ")[1]) ?? one);

      await setParts({ threshold: "21" });
      expect(await check()).toEqual(but("problem secret"));
      const leaks = good.slice(-3);
      await setParts({ site_id: "gat_unknown" });
      expect(await check()).toEqual([...good.slice(0, 2), "problem reached", ...leaks]);
      await setParts({ address: "http://127.0.0.1:1" });
      expect(await check()).toEqual([...good.slice(0, 2), "problem reached", ...leaks]);
      await setParts({ address: "" });
      expect(await check()).toEqual([...good.slice(0, 2), "problem settings", ...leaks]);
      await setParts();
      lintel.setClock(600);
      expect(await check()).toEqual(but("problem clock").filter((one) => !one.includes("secret")));
      lintel.setClock(0);
      const { origin } = gate;
      gate.origin = "https://other.example";
      expect(await check()).toEqual(but("problem host"));
      gate.origin = origin;
      await site.php("return update_option( 'permalink_structure', '' );");
      expect((await check())[1]).toBe("problem permalinks");
      await site.php("return update_option( 'permalink_structure', '/%postname%/' );");
      await site.configure("location ~ /\\. { deny all; }");
      expect(await check()).toEqual(but("problem forwarding"));
      await site.configure("");
      await set({ scope: "off" });
    });

    test("after saving, asks for what is protected without proof, and names what is open", async () => {
      const { setParts, site, open } = world;
      const results = async () =>
        [
          ...(
            await open("/wp-admin/options-general.php?page=lintel-age-gate&settings-updated=true", {
              cookie: admin,
            })
          ).text.matchAll(/<li data-result="([^"]*)">.*?(https?:[^ <]*)/g),
        ].map(([, result, url]) => [result, url?.slice(site.origin.length)]);
      await setParts();
      const path = await site.php<string>(
        `return wp_parse_url( get_permalink( ${world.ids.bottle} ), PHP_URL_PATH );`,
      );
      expect(await results()).toEqual([
        ["good page", path],
        ["good feed", `${path}feed/`],
        ["problem file", world.upload],
      ]);
      // With the rule the file is closed, and a page that something in front kept is found.
      const rule =
        await site.php<string>(`require_once LINTEL_GATE_FOLDER . '/admin/class-lintel-gate-server-rules.php';
        return Lintel_Gate_Server_Rules::nginx( Lintel_Gate_Uploads::folder()['path'] );`);
      await site.configure(`${rule} location = ${path} { return 200 kept; }`);
      expect((await results()).map(([result]) => result)).toEqual(["problem page", "good feed", "good file"]);
      await site.configure("");
      await world.set({ scope: "off" });
      expect(await results()).toEqual([]);
    });

    test("warns on every screen while the gate is on and not connected", async () => {
      await world.setParts({ site_id: "" });
      expect((await world.open("/wp-admin/", { cookie: admin })).text).toContain("not connected to Lintel");
      await world.setParts();
      expect((await world.open("/wp-admin/", { cookie: admin })).text).not.toContain(
        "not connected to Lintel",
      );
    });

    test("wp-config.php wins over the stored secret", async () => {
      expect(
        await world.site.php(
          `define( 'LINTEL_GATE_SECRET', 'gs_${"A".repeat(43)}' ); return array( Lintel_Gate_Settings::secret(), bin2hex( Lintel_Gate_Settings::keys()[0] ) );`,
        ),
      ).toEqual([`gs_${"A".repeat(43)}`, "00".repeat(32)]);
    });

    test("takes everything with it when it is removed", async () => {
      expect(
        await world.site.php(`update_option( 'lintel_gate_woocommerce', array( 1 ) );
        define( 'WP_UNINSTALL_PLUGIN', 'lintel-age-gate/lintel-age-gate.php' );
        require LINTEL_GATE_FOLDER . '/uninstall.php';
        return $GLOBALS['wpdb']->get_col( "SELECT option_name FROM {$GLOBALS['wpdb']->options} WHERE option_name LIKE '%lintel%'" );`),
      ).toEqual([]);
      expect(
        world.site
          .complaints()
          .split("\n")
          .filter((line) => line.includes("lintel-age-gate")),
      ).toEqual([]);
    });
  },
);
