import { describe, expect, test } from "vitest";
import { findSections, marked, wordsOf } from "#docs-page/search/find-sections.ts";

const section = (heading: string, text = "", page = "Webhooks") => ({
  href: `/docs/x#${heading}`,
  page,
  heading,
  text,
});

const found = (query: string, ...sections: ReturnType<typeof section>[]): string[] =>
  findSections(sections, query).map((hit) => hit.section.heading);

describe("the search", () => {
  test("finds sections that have every word, in any order, case and accent", () => {
    const sections = [
      section("Signatures", "Two secrets while one is rotated"),
      section("Retries", "Seven attempts"),
    ];
    expect(found("SECRETS two", ...sections)).toEqual(["Signatures"]);
    expect(found("sécrets", ...sections)).toEqual(["Signatures"]);
    expect(found("secrets seven", ...sections)).toEqual([]);
    expect(found("   ", ...sections)).toEqual([]);
  });

  test("puts a heading before a text, and a word's beginning before its middle", () => {
    expect(found("token", section("Other", "a token"), section("Token"), section("Subtoken"))).toEqual([
      "Token",
      "Subtoken",
      "Other",
    ]);
  });

  test("finds an error code and an address as they are written", () => {
    expect(found("RATE_LIMIT_EXCEEDED", section("RATE_LIMIT_EXCEEDED"), section("Limits"))).toEqual([
      "RATE_LIMIT_EXCEEDED",
    ]);
    expect(found("/verify/start", section("POST /verify/start"))).toEqual(["POST /verify/start"]);
    expect(found("(.*", section("x", "costs (.* nothing"))).toEqual(["x"]);
  });

  test("puts decisions last, whatever they are called", () => {
    const decision = { ...section("Token"), href: "/docs/adr/0029-token#token" };
    expect(
      findSections([decision, section("Other", "a token")], "token").map((hit) => hit.section.heading),
    ).toEqual(["Other", "Token"]);
  });

  test("puts words that stand together before the same words apart", () => {
    const sections = [
      section("Rotate SECRETS_KEY", "of the api", "Operations"),
      section("Expiry", "rotate", "API keys"),
    ];
    expect(found("rotate api key", ...sections)[0]).toBe("Expiry");
  });

  test("knows other words for the same, and puts the word itself first", () => {
    const sections = [
      section("Paging"),
      section("Networks", "IPv4 and IPv6"),
      section("OpenAPI"),
      section("x", "swagger"),
    ];
    expect(found("pagination", ...sections)).toEqual(["Paging"]);
    expect(found("ip allowlist", ...sections)).toEqual(["Networks"]);
    expect(found("swagger", ...sections)).toContain("OpenAPI");
    expect(found("Pagina", ...sections)).toEqual(["Paging"]);
  });

  test.each([
    ["webhok", "a letter is missing"],
    ["webhoook", "a letter is too many"],
    ["wehbook", "two letters are swapped"],
    ["wabhook", "a letter is another one"],
  ])("finds webhook for %s: %s", (query) => {
    const sections = [section("Webhook", "a webhook", "x"), section("Other", "", "x")];
    expect(found(query, ...sections)).toEqual(["Webhook"]);
    expect(findSections(sections, query)[0]?.words).toEqual(["webhook"]);
  });

  test("corrects no word that is found as it is written, and no short one", () => {
    expect(found("hosts", section("Hosts"), section("Posts"))).toEqual(["Hosts"]);
    expect(found("abc", section("abd"))).toEqual([]);
  });

  test("shows the text around the word", () => {
    const [hit] = findSections([section("x", `${"a ".repeat(200)}needle ${"b ".repeat(200)}`)], "needle");
    expect(hit?.excerpt).toMatch(/^…a .*needle b .*…$/);
    expect(hit?.excerpt.length).toBeLessThan(150);
  });

  test("gives a dozen at most", () => {
    expect(
      findSections(
        Array.from({ length: 40 }, (_, at) => section(`Token ${at}`)),
        "token",
      ),
    ).toHaveLength(12);
  });

  test("marks what was found and keeps every character, also where folding would change their number", () => {
    const text = "İstanbul 한국 🔑 Tokens";
    const pieces = marked(text, wordsOf("token"));
    expect(pieces.map((piece) => piece.text).join("")).toBe(text);
    expect(pieces.filter(({ isFound }) => isFound).map((piece) => piece.text)).toEqual(["Token"]);
  });
});
