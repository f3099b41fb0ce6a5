import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { returnPathOf } from "#core/gates/addresses.ts";
import { ROOT } from "../../scripts/lib/run.ts";
import { templateOf } from "../../scripts/lib/wordpress-texts.ts";
import { HOSTILE_RETURNS, RETURNS } from "../support/gates/return-shapes.ts";
import { lacksPhp } from "./support/languages.ts";

// The parts of the WordPress plugin that need no WordPress. tests/gates/wordpress*.test.ts has the rest.

const SDK = join(ROOT, "sdk");
const PLUGIN = join(SDK, "wordpress/lintel-age-gate");
const noPhp = lacksPhp();
const noGettext =
  spawnSync("xgettext", ["--version"]).status === 0 ? null : "gettext: not on this machine (Debian: gettext)";
const folder = mkdtempSync(join(tmpdir(), "lintel-wordpress-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const say = <Answer>(ask: string, cases: readonly object[]): Answer[] => {
  const file = join(folder, "cases.json");
  writeFileSync(file, JSON.stringify(cases.map((one) => ({ ask, ...one }))));
  return JSON.parse(
    execFileSync("php", [join(SDK, "wordpress/tests/run_cases.php"), file], { encoding: "utf8" }),
  );
};

const filesOf = (end: string): string[] =>
  readdirSync(PLUGIN, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(end));

type CookieCase = { name: string; threshold: string; now: number; good: boolean; cookieHeader: string };

describe.skipIf(noPhp !== null)(noPhp ?? "the WordPress plugin", () => {
  test("accepts and refuses exactly the cookies of the table", () => {
    const table = JSON.parse(readFileSync(join(SDK, "cases/gate-cookies.json"), "utf8"));
    const { siteId, host, secret, previousSecret } = table;
    const cases: CookieCase[] = table.cases;
    const verdicts = say<boolean>(
      "cookie",
      cases.map((one) => ({ ...one, siteId, host, secrets: [secret, previousSecret] })),
    );
    expect(cases.map(({ name }, index) => [name, verdicts[index]])).toEqual(
      cases.map(({ name, good }) => [name, good]),
    );
    const withoutPrevious = say<boolean>(
      "cookie",
      cases.map((one) => ({ ...one, siteId, host, secrets: [secret] })),
    );
    expect(
      cases.filter((_, index) => verdicts[index] !== withoutPrevious[index]).map(({ name }) => name),
    ).toEqual(["made with the previous secret"]);
  });

  test("makes the proof of its own check as Lintel does", () => {
    const { siteId, host, secret, cases } = JSON.parse(
      readFileSync(join(SDK, "cases/gate-cookies.json"), "utf8"),
    );
    const value = cases[0].cookieHeader.split("=")[1];
    const gate = { siteId, host, threshold: "18" };
    expect(
      say("make", [
        { gate, secret, expires: 1_800_014_400 },
        { gate, secret, expires: 1_800_014_699 },
      ]),
    ).toEqual([value, value]);
  });

  test("takes one spelling of a secret", () => {
    const secret = `gs_${Buffer.alloc(32, 7).toString("base64url")}`;
    const others = [
      "",
      "gs_",
      secret.slice(0, -1),
      `${secret}A`,
      `${secret}\n`,
      secret.toUpperCase(),
      `${secret.slice(0, -1)}d`,
      `gs_${"*".repeat(43)}`,
      secret.slice(3),
    ];
    const [key, ...none] = say<string | null>(
      "secret",
      [secret, ...others].map((text) => ({ secret: text })),
    );
    expect(key).toBe("07".repeat(32));
    expect(none.filter((one) => one !== null)).toEqual([]);
  });

  test("comes back to what the service leads to, and to nothing else", () => {
    const led = (asked: readonly string[]): string[] =>
      say(
        "return",
        asked.map((path) => ({ path })),
      );
    // The plugin leaves it to the service to take "." and ".." out.
    const kept = led(RETURNS.map(([asked]) => asked));
    expect(kept.map((path) => returnPathOf(path, "https://shop.example"))).toEqual(
      RETURNS.map(([, path]) => path),
    );
    const hostile = HOSTILE_RETURNS.map((shape) => shape.toWellFormed());
    const taken = led(hostile);
    expect(hostile.filter((_, index) => taken[index] !== "/")).toEqual([]);
    expect(
      say("start", [
        { origin: "https://shop.example", siteId: "gat_x", path: "/a b" },
        { origin: "https://shop.example:8443", siteId: "gat_x", path: "/a?b=c&d" },
        { origin: "https://shop.example", siteId: "gat_x", path: `/a?b=${"%20".repeat(600)}` },
        { origin: "https://shop.example", siteId: "gat_x", path: `/a?b=${"%20".repeat(700)}` },
      ]),
    ).toEqual([
      "https://shop.example/.well-known/lintel/gat_x/start?return=%2F",
      "https://shop.example:8443/.well-known/lintel/gat_x/start?return=%2Fa%3Fb%3Dc%26d",
      // A long one gets no longer, and of one that is too long the end of the check says so.
      `https://shop.example/.well-known/lintel/gat_x/start?return=/a?b=${"%20".repeat(600)}`,
      "https://shop.example/.well-known/lintel/gat_x/start?kept=path&return=%2F",
    ]);
  });

  test("hands on two paths, and cookies of one name", () => {
    const at = "/.well-known/lintel/gat_x";
    const paths = [
      `${at}/start`,
      `${at}/callback`,
      `${at}/check`,
      `${at}/start/`,
      `${at}/Start`,
      `${at}//start`,
      `${at}/../gat_x/start`,
      `${at}/start%00`,
      `/a${at}/start`,
      "/.well-known/lintel/gat_y/start",
    ];
    expect(
      say(
        "action",
        paths.map((path) => ({ path, siteId: "gat_x" })),
      ),
    ).toEqual(["start", "callback", ...Array(8).fill(null)]);
    const headers = [
      "",
      "a=1; __Host-lintel_start_x=1;b=2; __Host-lintel_gate_18=v1.18.1.x",
      "__Host-lintel_a=b c; __host-lintel_a=1; x__Host-lintel_a=1",
      "__Host-lintel_a=1\r\nX: y",
    ];
    expect(
      say(
        "cookies",
        headers.map((header) => ({ header })),
      ),
    ).toEqual(["", "__Host-lintel_start_x=1; __Host-lintel_gate_18=v1.18.1.x", "", ""]);
    const cookies = [
      "__Host-lintel_gate_18=a; Path=/; Secure",
      "session=a",
      "__Secure-lintel_a=1",
      "__Host-lintel_a=1\r\nSet-Cookie: b=c",
    ];
    expect(
      say(
        "set",
        cookies.map((cookie) => ({ cookie })),
      ),
    ).toEqual([true, false, false, false]);
  });

  test("answers the ranges that browsers ask for", () => {
    const ranges = {
      "": [0, 9, 200],
      "bytes=0-0": [0, 0, 206],
      "bytes=2-": [2, 9, 206],
      "bytes=-3": [7, 9, 206],
      "bytes=5-99": [5, 9, 206],
      "bytes=-99": [0, 9, 206],
      "bytes=9-2": [0, 0, 416],
      "bytes=10-": [0, 0, 416],
      "bytes=-": [0, 9, 200],
      "bytes=0-1,3-4": [0, 9, 200],
      "lines=0-1": [0, 9, 200],
    };
    expect(
      say(
        "range",
        Object.keys(ranges).map((range) => ({ range, size: 10 })),
      ),
    ).toEqual(Object.values(ranges));
  });

  test("is PHP 7.4 to the letter, and loads nothing outside WordPress", () => {
    for (const name of filesOf(".php")) {
      const text = readFileSync(join(PLUGIN, name), "utf8");
      // What came with PHP 8: match, nullsafe calls, promoted or named arguments, union types, str_contains and the like.
      expect([
        name,
        /\bmatch\s*\(|\?->|\b(?:str_contains|str_starts_with|str_ends_with)\b|function \w+\([^)]*\|[^)]*\)|\benum \w|\breadonly (?:public|private|string|int)/.exec(
          text,
        )?.[0] ?? null,
      ]).toEqual([name, null]);
      expect([name, /defined\( '(?:ABSPATH|WP_UNINSTALL_PLUGIN)' \)/.test(text)]).toEqual([name, true]);
      expect([
        name,
        /\b(?:eval|exec|shell_exec|system|passthru|unserialize|base64_decode\( \$_)\b\s*\(/.exec(text)?.[0] ??
          null,
      ]).toEqual([name, null]);
    }
  });

  test("has one version and one address for its texts", () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const main = readFileSync(join(PLUGIN, "lintel-age-gate.php"), "utf8");
    expect(main).toContain(`Version:           ${version}\n`);
    expect(main).toContain(`'LINTEL_GATE_VERSION', '${version}'`);
    expect(readFileSync(join(PLUGIN, "readme.txt"), "utf8")).toContain(`Stable tag: ${version}\n`);
    for (const name of filesOf(".php")) {
      const domains = [
        ...readFileSync(join(PLUGIN, name), "utf8").matchAll(
          /\b(?:esc_html__|esc_attr__|__|_e|esc_html_e)\( '(?:[^'\\]|\\.)*'(?:, '([^']*)')? \)/g,
        ),
      ];
      expect([
        name,
        domains.map(([, domain]) => domain).filter((domain) => domain !== "lintel-age-gate"),
      ]).toEqual([name, []]);
    }
  });
});

describe.skipIf(noGettext !== null)(noGettext ?? "the WordPress plugin's texts", () => {
  const languages = join(PLUGIN, "languages");
  const catalogue = (name: string): string => join(languages, `lintel-age-gate${name}`);

  test("are those of its PHP: npm run wordpress:texts", () => {
    expect(readFileSync(catalogue(".pot"), "utf8")).toBe(templateOf());
  });

  test("are complete in eight languages, with the same places to fill in, and compiled", () => {
    const names = filesOf(".po").map((name) => /gate-(\w+)\.po$/.exec(name)?.[1] ?? "");
    expect(names.map((name) => name.slice(0, 2)).sort()).toEqual([
      "ar",
      "de",
      "en",
      "es",
      "fr",
      "it",
      "pl",
      "pt",
    ]);
    const ids = [...readFileSync(catalogue(".pot"), "utf8").matchAll(/^msgid "(.+)"$/gm)].map(([, id]) => id);
    for (const name of names) {
      const po = catalogue(`-${name}.po`);
      const entries = [...readFileSync(po, "utf8").matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)];
      expect([name, entries.map(([, id]) => id)]).toEqual([name, ids]);
      for (const [, id = "", text = ""] of entries) {
        const places = (one: string) => (one.match(/%(?:\d\$)?[sd]/g) ?? []).sort();
        expect([name, id, text !== "", places(text)]).toEqual([name, id, true, places(id)]);
      }
      const compiled = execFileSync("msgfmt", [
        "--check-format",
        "--no-hash",
        "--endianness=little",
        "-o",
        "-",
        po,
      ]);
      expect([name, compiled.equals(readFileSync(catalogue(`-${name}.mo`)))]).toEqual([name, true]);
    }
  });
});
