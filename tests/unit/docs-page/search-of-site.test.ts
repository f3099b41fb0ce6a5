import { describe, expect, test } from "vitest";
import { findSections } from "#docs-page/search/find-sections.ts";
import { readSections } from "../../../scripts/lib/docs-site.ts";

const sections = readSections();
const hrefs = (query: string): string[] => findSections(sections, query).map(({ section }) => section.href);

describe("the search through the pages of the site", () => {
  test.each([
    ["idempotency", "/docs/calling-the-api#idempotency"],
    ["idempotentcy", "/docs/calling-the-api#idempotency"],
    ["pagination", "/docs/calling-the-api#paging"],
    ["retry-after", "/docs/calling-the-api"],
    ["status codes", "/docs/calling-the-api#errors"],
    ["versioning", "/docs/calling-the-api#versions"],
    ["rotate api key", "/docs/api-keys"],
    ["ip allowlist", "/docs/api-keys#networks"],
  ])("finds %s at %s", (query, href) => {
    const [first = "nothing"] = hrefs(query);
    expect([first, first.split("#")[0]]).toContain(href);
  });

  test.each(["webhok", "postman", "sdk", "throttling", "timeout"])(
    "finds pages, no decision, for %s",
    (query) => {
      const [first = "nothing"] = hrefs(query);
      expect(first).toMatch(/^\/docs\/(?!adr)/);
    },
  );
});
