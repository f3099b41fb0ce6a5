import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Block, Inline } from "#docs-page/document.ts";
import { linksOf, pageFiles, readPage, sectionsOf } from "../../../scripts/lib/docs-site.ts";
import { anchors, plainText, readMarkdown } from "../../../scripts/lib/markdown.ts";

const resolve = { link: linksOf("webhooks.md"), image: () => null };
const blocksOf = (source: string): Block[] => readMarkdown(source, resolve).blocks;

/** Every address in a page, and everything that would be written out as characters. */
const partsOf = (value: unknown): { addresses: string[]; kinds: string[] } => {
  const addresses: string[] = [];
  const kinds: string[] = [];
  JSON.stringify(value, (name, part: unknown) => {
    if (name === "href" || name === "src") addresses.push(String(part));
    if (name === "kind") kinds.push(String(part));
    return part;
  });
  return { addresses, kinds };
};

describe("hostile Markdown", () => {
  test.each([
    "<script>alert(1)</script>",
    "a <img src=x onerror=alert(1)> b",
    "<iframe src='https://evil.example'></iframe>",
    "<svg onload=alert(1)>",
    "- <b onclick=alert(1)>x</b>",
    "| a |\n|---|\n| <style>*{}</style> |",
    "<!-- --> <script>alert(1)</script> -->",
  ])("raw HTML is characters, never markup: %s", (source) => {
    const { kinds } = partsOf(blocksOf(source));
    // No kind of block or line holds markup, so all that is left of it is text.
    expect(["paragraph", "text", "list", "table"]).toEqual(expect.arrayContaining(kinds));
    expect(JSON.stringify(blocksOf(source))).toMatch(/<(?:script|img|iframe|svg|b|style)/);
  });

  test.each([
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java&#115;cript:alert(1))",
    "[x](<java\tscript:alert(1)>)",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:x)",
    "[x](file:///etc/passwd)",
    "[x](//evil.example/x)",
    "[x](/\\evil.example)",
    "[x](\\\\evil.example)",
    "[x](../../../etc/passwd)",
    "<javascript:alert(1)>",
  ])("a link with another scheme or host is only its text: %s", (source) => {
    expect(partsOf(blocksOf(source))).toEqual({ addresses: [], kinds: ["paragraph"] });
  });

  test.each([
    "https://evil.example/x.png",
    "//evil.example/x.png",
    "data:image/svg+xml,<svg/>",
    "../../.env",
    "../public/logo.svg",
    "images/none.svg",
  ])("a picture from %s is only its description", (src) => {
    const page = readPage("webhooks.md", `# T\n\n![what it shows](${src})`);
    expect(partsOf(page.blocks)).toEqual({ addresses: [], kinds: ["paragraph"] });
    expect(JSON.stringify(page.blocks)).toContain("what it shows");
  });

  test("a picture of docs/images is part of the page", () => {
    const { blocks } = readPage("webhooks.md", "# T\n\n![Processes](images/processes.svg)");
    expect(partsOf(blocks).addresses).toEqual([expect.stringMatching(/^data:image\/svg\+xml;base64,/)]);
  });

  test("a picture that is too large for a page fails the build by its name", () => {
    expect(() => readPage("webhooks.md", "# T\n\n![x](images/api-reference.png)")).toThrow(
      "docs/images/api-reference.png has more than 49152 bytes",
    );
  });
});

describe("links", () => {
  test.each([
    ["errors.md", "/docs/errors"],
    ["errors.md#rate_limit_exceeded", "/docs/errors#rate_limit_exceeded"],
    ["#signatures", "#signatures"],
    ["adr/README.md", "/docs/adr"],
    ["adr/0001-one-contract-object-per-endpoint.md", "/docs/adr/0001-one-contract-object-per-endpoint"],
    ["README.md", "/docs"],
    ["https://www.standardwebhooks.com", "https://www.standardwebhooks.com"],
    ["mailto:help@demo.example", "mailto:help@demo.example"],
  ])("%s becomes %s", (href, address) => {
    expect(linksOf("webhooks.md")(href)).toEqual({ href: address });
  });

  test("from a decision, a page is one folder up", () => {
    expect(linksOf("adr/README.md")("../webhooks.md")).toEqual({ href: "/docs/webhooks" });
  });

  test.each([
    ["../src/core/errors.ts", "src/core/errors.ts"],
    ["../lab/bench/RESULTS.md#x", "lab/bench/RESULTS.md"],
    ["examples/verify-erasure-log.mjs", "docs/examples/verify-erasure-log.mjs"],
  ])("%s, which the site does not have, is named", (href, source) => {
    expect(linksOf("webhooks.md")(href)).toEqual({ source });
  });
});

describe("what pages consist of", () => {
  test("anchors are the forge's: code, punctuation and repetition", () => {
    const anchorOf = anchors();
    expect(
      ["A `b` of c?", "DOCUMENT_EXPIRED", "Über uns", "A b of c"].map((text) =>
        anchorOf(text.replaceAll("`", "")),
      ),
    ).toEqual(["a-b-of-c", "document_expired", "über-uns", "a-b-of-c-1"]);
  });

  test("tables, nested lists, code and character references keep their content", () => {
    const [table, list, code, paragraph] = blocksOf(
      "| a | b |\n|---|--:|\n| `x \\| y` | 2 |\n\n1. one\n   - two\n2. **three**\n\n```sh sample=start\n<b>&amp;\n```\n\nA &amp; B &lt;c&gt; &#x41; \\*d\\*",
    );
    expect(table).toMatchObject({
      align: [null, "right"],
      rows: [[[{ kind: "code", text: "x | y" }], ["2"]]],
    });
    expect(list).toMatchObject({
      isOrdered: true,
      items: [[{ kind: "text" }, { kind: "list" }], [{ kind: "text" }]],
    });
    expect(code).toEqual({ kind: "code", language: "sh", text: "<b>&amp;", sample: "start" });
    expect(paragraph?.kind === "paragraph" && plainText(paragraph.of)).toBe("A & B <c> A *d*");
  });

  test("a status that begins a paragraph is no list with one item", () => {
    expect(blocksOf("404. There is `none`.\nLook again.")).toEqual([
      { kind: "paragraph", of: ["404. ", "There is ", { kind: "code", text: "none" }, ".\nLook again."] },
    ]);
    expect(blocksOf("3. Three")).toMatchObject([{ kind: "list", start: 3 }]);
  });

  test("a comment of the source is not part of the page", () => {
    expect(blocksOf("<!-- faults:begin -->\n\nText <!-- x -->here")).toEqual([
      { kind: "paragraph", of: ["Text ", "here"] },
    ]);
  });

  test("a page without a title fails the build by its name", () => {
    expect(() => readPage("webhooks.md", "Text")).toThrow('docs/webhooks.md must begin with a heading "# …"');
  });

  test("the search finds a section's words under its heading", () => {
    const page = readPage("webhooks.md", "# T\n\nLead.\n\n## A `b`\n\nText\n\n| c |\n|---|\n| d |");
    expect(sectionsOf(page)).toEqual([
      { href: "/docs/webhooks", page: "T", heading: "", text: "Lead." },
      { href: "/docs/webhooks#a-b", page: "T", heading: "A b", text: "Text c d" },
    ]);
  });
});

test.each(pageFiles())("docs/%s can be shown, without raw HTML, with a sentence for lists", (file) => {
  const page = readPage(file, readFileSync(new URL(`../../../docs/${file}`, import.meta.url), "utf8"));
  expect(page.lead.length).toBeGreaterThan(10);
  const texts: string[] = [];
  const collect = (parts: readonly Inline[]): void => {
    for (const part of parts) if (typeof part === "string") texts.push(part);
  };
  for (const block of page.blocks) if ("of" in block && block.kind !== "quote") collect(block.of);
  expect(texts.filter((text) => /^<\/?[a-z!]/i.test(text))).toEqual([]);
});
