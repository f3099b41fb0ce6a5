import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressOf, REFERENCE_SLUG, SITE_PAGES } from "#docs-page/site/site-map.ts";
import { pageFiles, slugOf } from "../../scripts/lib/docs-site.ts";
import { type Served, serveBuild } from "../support/http/served.ts";

// The site as it is served: what the build made of docs/, with nothing of docs/ read at run time.

let served: Served;
beforeAll(async () => {
  served = await serveBuild();
});
afterAll(() => served[Symbol.asyncDispose]());

const get = (path: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${served.port}${path}`, { redirect: "manual" });

const sources = pageFiles().map((file) => ({
  slug: slugOf(file),
  source: readFileSync(new URL(`../../docs/${file}`, import.meta.url), "utf8"),
}));
const paths = ["/docs", addressOf(REFERENCE_SLUG), ...sources.map(({ slug }) => addressOf(slug))];

const decoded = (html: string): string =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

const idsIn = (html: string): Set<string> =>
  new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => decoded(id)));
const hrefsIn = (html: string): string[] =>
  [...html.matchAll(/<a\s[^>]*?href="([^"]+)"/g)].map(([, href = ""]) => decoded(href));

describe("every page", () => {
  test("answers 200 with its title and its heading, and its policy lets no inline script run", async () => {
    for (const path of paths) {
      const answer = await get(path);
      const html = await answer.text();
      expect(answer.status, path).toBe(200);
      const listed = SITE_PAGES.find(({ slug }) => addressOf(slug) === path)?.title ?? "";
      expect(decoded(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ""), path).toContain(listed || "Doc");
      expect(html.match(/<h1[ >]/g), path).toHaveLength(1);
      const policy = answer.headers.get("content-security-policy") ?? "";
      expect(policy, path).toContain("script-src 'self' 'nonce-");
      expect(policy, path).not.toContain("unsafe");
      // Nothing of a page is written as a style or a handler.
      expect(html, path).not.toMatch(/<[a-z][^>]*\s(?:style|on[a-z]+)="/);
    }
  });

  test("has links and anchors that all resolve", async () => {
    const pages = new Map<string, Promise<{ status: number; ids: Set<string>; html: string }>>();
    const load = (path: string) => {
      const known =
        pages.get(path) ??
        get(path).then(async (answer) => {
          const html = await answer.text();
          return { status: answer.status, ids: idsIn(html), html };
        });
      pages.set(path, known);
      return known;
    };
    const broken: string[] = [];
    let followed = 0;
    for (const from of paths) {
      const { html } = await load(from);
      for (const href of new Set(hrefsIn(html).filter((one) => one.startsWith("/") || one.startsWith("#")))) {
        const [path = "", id] = href.split("#");
        if (path.startsWith("/console") || path === "/v") continue;
        followed += 1;
        const target = await load(path === "" ? from : path);
        if (target.status !== 200) broken.push(`${from} → ${href}: ${target.status}`);
        else if (id !== undefined && !target.ids.has(decodeURIComponent(id)))
          broken.push(`${from} → ${href}: no such anchor`);
      }
    }
    expect(followed).toBeGreaterThan(1_000);
    expect(broken).toEqual([]);
  });

  test("is in the navigation, and the navigation marks it", async () => {
    for (const { slug } of SITE_PAGES) {
      const html = await (await get(addressOf(slug))).text();
      expect(html, slug).toMatch(new RegExp(`<a href="${addressOf(slug)}" aria-current="page">`));
    }
  });

  test("is there as the Markdown that it was made of, byte for byte", async () => {
    for (const { slug, source } of sources) {
      const answer = await get(`${addressOf(slug)}.md`);
      expect(answer.headers.get("content-type"), slug).toBe("text/markdown; charset=utf-8");
      expect(await answer.text(), slug).toBe(source);
    }
  });
});

test.each([
  "/docs/nothing-here",
  "/docs/adr/none",
  "/docs/webhooks/more",
  "/docs/..%2fREADME",
  "/docs/generated",
])("%s is not found", async (path) => expect((await get(path)).status).toBe(404));

test.each(["/docs/nothing-here.md", "/docs/README.md", "/docs/reference.md", "/docs/%2e%2e/SECURITY.md"])(
  "%s is no Markdown of the site",
  async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain("# ");
  },
);

describe("for programs", () => {
  test("llms.txt lists every page under its role, at its public address", async () => {
    const answer = await get("/llms.txt");
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const text = await answer.text();
    expect(text).toMatch(/^# Lintel\n\n> /);
    const listed = [...text.matchAll(/\]\(https?:\/\/[^/)]+\/docs\/([\w/-]+)\.md\)/g)].map(
      ([, slug]) => slug,
    );
    expect(listed.toSorted()).toEqual(sources.map(({ slug }) => slug).toSorted());
  });

  test("llms-full.txt has every listed page whole", async () => {
    const text = await (await get("/llms-full.txt")).text();
    for (const { slug, source } of sources)
      expect(text.includes(source), slug).toBe(!slug.startsWith("adr/"));
  });

  test("search.json leads to parts of pages that exist", async () => {
    const sections: { href: string; page: string; heading: string; text: string }[] = await (
      await get("/docs/search.json")
    ).json();
    const pages = new Map<string, Set<string>>();
    for (const { href } of sections) {
      const [path = "", id] = href.split("#");
      const ids = pages.get(path) ?? idsIn(await (await get(path)).text());
      pages.set(path, ids);
      if (id !== undefined) expect(ids.has(id), href).toBe(true);
    }
    for (const path of paths.filter((one) => one !== "/docs")) expect(pages.has(path), path).toBe(true);
    expect(sections.some(({ heading }) => heading === "POST /verify/start")).toBe(true);
  });

  test("robots may read all of it", async () => {
    const text = await (await get("/robots.txt")).text();
    for (const path of ["/docs", "/llms.txt", "/llms-full.txt"]) expect(text).toContain(`Allow: ${path}\n`);
  });
});
