import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { neighboursOf, REFERENCE_SLUG, ROLES, SITE_PAGES } from "#docs-page/site/site-map.ts";
import { pageFiles, slugOf } from "../../../scripts/lib/docs-site.ts";

const slugs = SITE_PAGES.map(({ slug }) => slug);

describe("the site map", () => {
  test("lists every page of docs/ once, and no page that does not exist; decisions have one line for all", () => {
    const written = pageFiles()
      .map(slugOf)
      .filter((slug) => !slug.startsWith("adr/"));
    expect(slugs.toSorted()).toEqual([...written, REFERENCE_SLUG].toSorted());
  });

  test("every role has pages, and they stand together in the roles' order", () => {
    const order = SITE_PAGES.map(({ role }) => role).filter((role, at, all) => role !== all[at - 1]);
    expect(order).toEqual(ROLES.map(({ id }) => id));
  });

  test("leads from each page to the next and back", () => {
    expect(neighboursOf(slugs[0] ?? "")).toEqual({ next: SITE_PAGES[1] });
    for (const [at, slug] of slugs.slice(1).entries())
      expect(neighboursOf(slug).previous?.slug).toBe(slugs[at]);
    expect(neighboursOf("nowhere")).toEqual({});
  });

  test("docs/README.md links the same pages, and so does what a forge shows", () => {
    const readme = readFileSync(new URL("../../../docs/README.md", import.meta.url), "utf8");
    const linked = [...readme.matchAll(/\]\(([\w/-]+\.md)\)/g)].map(([, file = ""]) => slugOf(file));
    expect(linked).toEqual(slugs.filter((slug) => slug !== REFERENCE_SLUG));
  });
});
