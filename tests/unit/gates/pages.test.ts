import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "#core/language.ts";
import type { GatePage, PageOf } from "#http/gates/page-kinds.ts";
import { REFUSALS } from "#http/gates/page-texts.ts";
import { gatePage } from "#http/gates/pages.ts";
import { ROOT } from "../../../scripts/lib/run.ts";

const START = {
  kind: "start",
  language: "en",
  site: "gat_1",
  siteName: "Corner Shop",
  threshold: "18",
  action: "start",
  wanted: { returnPath: "/wine?year=2019", kept: null, longPath: null },
  answer: "cookie",
  origin: "https://shop.example",
  hostedOrigins: ["https://age.example.com"],
} as const;

const CODE = `vrc_${"a".repeat(32)}`;
const MESSAGE = {
  kind: "message",
  language: "en",
  origin: "https://shop.example",
  message: { lintel: 1, site: "gat_1", type: "answer", code: CODE },
} as const;

const FRAMED: PageOf<"framed"> = {
  ...{ kind: "framed", language: "en", siteName: "Corner Shop", threshold: "18" },
  ...{ origin: "https://shop.example", startAddress: "https://shop.example/start?return=/wine" },
};

const BACK: PageOf<"back"> = {
  ...{ kind: "back", language: "en", siteName: "Corner Shop", origin: "https://shop.example" },
  ...{ to: "https://shop.example/wine", kept: "path" },
};

const pagesIn = (language: Language): GatePage[] => [
  { ...START, language },
  { ...START, language, threshold: "policy", answer: "message" },
  { ...FRAMED, language },
  { ...FRAMED, language, threshold: "policy" },
  { ...BACK, language },
  { ...BACK, language, kept: "hash" },
  ...REFUSALS.map((reason): GatePage => {
    const startAddress = "https://shop.example/.well-known/lintel/gat_1/start?return=/";
    return { kind: "refused", reason, language, siteName: "Corner Shop", startAddress };
  }),
  { kind: "refused", reason: "busy", language, siteName: null, startAddress: null },
  { ...MESSAGE, language },
  ...(["cancelled", "failed", "expired", "under_age"] as const).map(
    (reason): GatePage => ({
      ...{ ...MESSAGE, language },
      message: { lintel: 1, site: "gat_1", type: "refused", reason },
    }),
  ),
];

const ALL = LANGUAGES.flatMap(pagesIn);

const sha = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const partsIn = (body: string, tag: string): string[] =>
  [...body.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, "gs"))].map(([, text = ""]) => text);

/** Without style, script and attributes. */
const wordsOf = (body: string): string =>
  body.replace(/<(style|script)>.*?<\/\1>/gs, "").replace(/="[^"]*"/g, "");

describe("a gate's page", () => {
  test("is whole in every language: its direction, its title, no placeholder left, its words", () => {
    for (const page of ALL) {
      const { body } = gatePage(page, {});
      const direction = page.language === "ar" ? "rtl" : "ltr";
      expect(body).toContain(`<html lang="${page.language}" dir="${direction}">`);
      expect(partsIn(body, "title").join("")).not.toBe("");
      expect(partsIn(body, "h1")).toHaveLength(1);
      expect(wordsOf(body)).not.toMatch(/[{}]|undefined|\bnull\b/);
    }
  });

  test("runs exactly what it holds, by hash, and loads nothing", () => {
    for (const page of ALL) {
      const { body, headers } = gatePage(page, {});
      const policy = headers["content-security-policy"];
      const sources = (name: string) => new RegExp(`${name} ([^;]*)`).exec(String(policy))?.[1];
      expect(sources("default-src")).toBe("'none'");
      expect(sources("style-src")).toBe(partsIn(body, "style").map(sha).join(" "));
      expect(sources("script-src") ?? "").toBe(partsIn(body, "script").map(sha).join(" "));
      expect(sources("frame-ancestors")).toBe(page.kind === "framed" ? undefined : "'none'");
      expect(body).not.toMatch(/<(?:link|img|iframe|script [^>]*src)|@import|url\(| style=| on\w+=/);
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "x-robots-tag": "noindex",
        "x-content-type-options": "nosniff",
        "cross-origin-opener-policy": "unsafe-none",
      });
    }
  });

  test("a form leads to its own host and to the hosted page, and no other page has one", () => {
    const policyOf = (page: GatePage) => gatePage(page, {}).headers["content-security-policy"];
    expect(policyOf(START)).toContain("form-action 'self' https://age.example.com;");
    for (const page of ALL.filter(({ kind }) => kind !== "start"))
      expect(policyOf(page)).toContain("form-action 'none'");
  });

  test("the answer's own headers stay, the page's win", () => {
    const { headers } = gatePage(START, { "x-request-id": "req_1", "cache-control": "public" });
    expect(headers).toMatchObject({ "x-request-id": "req_1", "cache-control": "no-store" });
  });

  test("a refusal's status says whose fault it is", () => {
    const statusOf = (reason: (typeof REFUSALS)[number]) =>
      gatePage({ kind: "refused", reason, language: "en", siteName: null, startAddress: null }, {}).status;
    expect(Object.fromEntries(REFUSALS.map((reason) => [reason, statusOf(reason)]))).toEqual({
      ...{ under_age: 403, cancelled: 403, failed: 403, expired: 403, revoked: 403 },
      ...{ other_browser: 400, unknown_site: 404, busy: 429, unavailable: 503 },
    });
    expect([gatePage(START, {}).status, gatePage(MESSAGE, {}).status]).toEqual([200, 200]);
  });
});

describe("the start page", () => {
  test("names the age, and no number where a policy decides", () => {
    for (const language of LANGUAGES) {
      expect(gatePage({ ...START, language, threshold: "21" }, {}).body).toMatch(/<h1>.*21.*<\/h1>/);
      const { body } = gatePage({ ...START, language, threshold: "policy" }, {});
      expect(wordsOf(body)).not.toMatch(/\b18\b|policy/);
    }
  });

  test("posts the return address and the kind of answer by a button, which needs no script", () => {
    const { body } = gatePage({ ...START, answer: "code" }, {});
    expect(body).toContain('<form method="post" action="start?lang=en">');
    expect(body).toContain('<input type="hidden" name="return" value="/wine?year=2019">');
    expect(body).toContain('<input type="hidden" name="answer" value="code">');
    expect(body).not.toMatch(/ on\w+=|javascript:/);
    expect(gatePage({ ...START, answer: "message" }, {}).body).toContain("if (opener)");
  });
});

describe("the start page within a frame", () => {
  // Whoever frames it can have any of it pressed: there is nothing but a way to a window of the site's own.
  test("holds no form, no button and no script, and leads to windows of their own alone", () => {
    for (const language of LANGUAGES) {
      const { body, headers, status } = gatePage({ ...FRAMED, language }, {});
      expect(status).toBe(200);
      expect(body).not.toMatch(/<(?:form|button|input|script|iframe)/);
      expect(headers["content-security-policy"]).toContain("form-action 'none'");
      const links = [...body.matchAll(/<a [^>]*href="([^"]*)" target="([^"]*)" rel="noopener">/g)];
      expect(links.map(([, to, target]) => [to, target])).toEqual([
        [FRAMED.startAddress, "_blank"],
        [FRAMED.startAddress, "_top"],
      ]);
      expect(body.match(/<a /g)).toHaveLength(2);
    }
  });
});

const HOSTILE = [
  `</title></style></script><script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `' onfocus='alert(1)' autofocus='`,
  `&lt;script&gt;&#x3c;b&#x3e;`,
  `\u202e\u2066txt.exe\u2069\u200f`,
  `{age}{site}$&$1`,
  "\u0000<b>\n\r\t",
  "W".repeat(80),
];

describe("what others chose", () => {
  const wrap = (text: string): GatePage[] => [
    { ...START, siteName: text },
    {
      ...START,
      wanted: { returnPath: `/${text}`, kept: "path", longPath: `/${text}` },
      action: `start?${text}`,
    },
    { ...FRAMED, siteName: text, startAddress: `start?return=/${text}` },
    { ...BACK, siteName: text, to: `https://shop.example/${text}` },
    { kind: "refused", reason: "failed", language: "ar", siteName: text, startAddress: `/?return=/${text}` },
    { ...MESSAGE, siteName: text, returnPath: `/?x=${text}` },
    { ...MESSAGE, message: { ...MESSAGE.message, site: text } },
  ];

  /** Elements and attributes without their texts and values. */
  const skeleton = (page: GatePage): string =>
    gatePage(page, {})
      .body.replace(/="[^"]*"/g, '=""')
      .replace(/>[^<]*</g, "><");
  const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

  test.each(HOSTILE)("%j is text and nothing else", (text) => {
    expect(wrap(text).map(skeleton)).toEqual(wrap("x").map(skeleton));
    for (const page of wrap(text))
      expect(gatePage(page, {}).body.replace(/="[^"]*"/g, "")).not.toMatch(directions);
  });

  test("a site without a visible name is called by its host", () => {
    expect(gatePage({ ...START, siteName: "\u202e\u200b " }, {}).body).toContain("<bdi>shop.example</bdi>");
  });
});

describe("the page that answers a pop-up", () => {
  const dataOf = (body: string, name: string): string =>
    (new RegExp(`data-${name}="([^"]*)"`).exec(body)?.[1] ?? "").replaceAll("&quot;", '"');

  test("posts the message to the gate's origin and to no other", () => {
    const { body } = gatePage(MESSAGE, {});
    expect(dataOf(body, "origin")).toBe("https://shop.example");
    expect(JSON.parse(dataOf(body, "message"))).toEqual(MESSAGE.message);
    expect(partsIn(body, "script").join("")).toContain("postMessage(JSON.parse(message), origin)");
    expect(body).not.toContain('"*"');
  });

  test("takes the code to the site itself where nobody listens", () => {
    const linkOf = (page: GatePage) => /id="onwards" href="([^"]*)"/.exec(gatePage(page, {}).body)?.[1];
    expect(linkOf(MESSAGE)).toBe(`https://shop.example/?lintel-response=${CODE}`);
    expect(linkOf({ ...MESSAGE, returnPath: "/a?b=1&c=2" })).toBe(
      `https://shop.example/a?b=1&amp;c=2&amp;lintel-response=${CODE}`,
    );
    for (const returnPath of ["//evil.example/a", "@evil.example", ".evil.example", ":1/"])
      expect(new URL(linkOf({ ...MESSAGE, returnPath }) ?? "").origin).toBe("https://shop.example");
    const refused = { lintel: 1, site: "gat_1", type: "refused", reason: "failed" } as const;
    expect(linkOf({ ...MESSAGE, message: refused })).toBeUndefined();
  });
});

describe("the look", () => {
  const tokensOf = (css: string): Record<string, string>[] =>
    [...css.matchAll(/:root \{(.*?)\n\s*\}/gs)].map(([, rules = ""]) =>
      Object.fromEntries(
        [...rules.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]),
      ),
    );

  test.each(["page", "public/gate.css"])("%s has the hosted page's colours, in light and dark", (of) => {
    const [light = {}, dark = {}] = tokensOf(readFileSync(join(ROOT, "src/kit/tokens.css"), "utf8"));
    const style =
      of === "page"
        ? (partsIn(gatePage(START, {}).body, "style")[0] ?? "")
        : readFileSync(join(ROOT, of), "utf8")
            .replace(/:host div \{/, ":root {")
            .replace(/:host div:not\(\[data-theme="light"\]\) \{/, ":root {");
    const [own = {}, ownDark = {}] = tokensOf(style);
    expect(Object.keys(own).length).toBeGreaterThan(6);
    expect(light).toMatchObject(own);
    expect(dark).toMatchObject(ownDark);
    expect(Object.keys(ownDark)).toEqual(Object.keys(own));
  });
});
