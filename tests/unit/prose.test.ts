import { describe, expect, test } from "vitest";
import { proseFaults } from "../../scripts/lib/prose.ts";

const found = (path: string, text: string): string[] =>
  proseFaults(path, text).map(({ line, found: phrase }) => `${line} ${phrase}`);

describe("the word list", () => {
  test("finds a phrase in a comment, also over two lines, and says where", () => {
    expect(found("a.ts", "const a = 1;\n// The client is\n// told by a webhook.\nconst b = 2;\n")).toEqual([
      "2 is told",
    ]);
    expect(found("a.ts", "/**\n * Reads it anew.\n */\nexport const a = 1;\n")).toEqual(["1 anew"]);
    expect(found("a.css", ".a {\n  /* for ever */\n}\n")).toEqual(["2 for ever"]);
  });

  test("finds a phrase in a text of a page, in a string, a template and JSX", () => {
    expect(found("a.tsx", "export const A = () => <p>Somebody else has it</p>;")).toEqual(["1 Somebody"]);
    expect(found("a.ts", 'const a = "Sent anew at noon";')).toEqual(["1 anew"]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the template that is read
    expect(found("a.ts", "const a = `It is told ${b} of it`;")).toEqual(["1 is told"]);
  });

  test("finds a sentence that begins with a free relative who, and no question", () => {
    expect(found("a.md", "Who sends a byte now and then must not hold a socket.\n")).toHaveLength(1);
    expect(found("a.md", "Who sends this?\n\nWho is asked first?\n")).toEqual([]);
  });

  test("finds a docblock that cannot be read alone", () => {
    expect(found("a.ts", "/** The same, for tests. */\nexport const a = 1;\n")).toEqual(["1 The same,"]);
    expect(found("a.ts", "/**\n * The same as a range of ids.\n */\nexport const a = 1;\n")).toHaveLength(1);
    expect(found("a.ts", "/** The same picture twice. */\nexport const a = 1;\n")).toEqual([]);
    expect(found("a.md", "The same as before.\n")).toEqual([]);
  });

  test("finds a who without the people, and what a native would say with other words", () => {
    expect(found("a.md", "It is not loaded for who only edits.\n")).toEqual(["1 for who"]);
    expect(found("a.md", "Ask for who is on duty, or for people who are.\n")).toEqual([]);
    expect(found("a.md", "It stays for good.\n\nMeanwhile it waits.\n")).toEqual([
      "1 for good",
      "3 Meanwhile",
    ]);
  });

  test.each([
    ["An entry is named after who made it.", "after who"],
    ["Only an owner can publish it; who writes it by hand can, too.", "; who writes"],
    ["Methods that this deployment has not got.", "has not got"],
    ["It has got two rules.", "has got"],
    ["It is shown when the others led nowhere.", "led nowhere"],
    ["A change holds for later checks.", "holds for"],
    ["What is no number is refused.", "What is no"],
    ["One of the ways was tried.", "the ways"],
  ])("finds the word order of another language: %s", (sentence, phrase) => {
    expect(found("a.md", `${sentence}\n`)).toEqual([`1 ${phrase}`]);
  });

  test.each([
    ["Mend your receiver.", "Mend"],
    ["The correction bears the month's last hour.", "bears the"],
    ["It names another address than the one you use.", "another address than"],
    ["The cookie is kept for this host alone (`__Host-`).", "alone"],
    ["| Cookies | of the main host alone |", "alone"],
    ["Without the salt nobody can tell.", "nobody"],
  ])("finds what a native would not write on a page: %s", (sentence, phrase) => {
    expect(found("docs/a.md", `${sentence}\n`)).toEqual([`1 ${phrase}`]);
  });

  test.each([
    "Leave the headers of answers alone.",
    "A cookie alone is not enough.",
    "Never a document alone.",
    "Where Next.js serves alone, no requests are counted.",
    "One more than another, and more than the other.",
  ])("lets pages say what English says with those words: %s", (sentence) => {
    expect(found("docs/a.md", `${sentence}\n`)).toEqual([]);
  });

  test.each([
    ["docs/adr/a.md", "It is kept for this host alone. Nobody asks.\n"],
    ["sdk/worker/README.md", "It is kept for this host alone. Nobody asks.\n"],
    ["src/core/a.ts", "// It is kept for this host alone. Nobody asks.\n"],
    ["src/data/a.ts", "/** It is kept for this host alone. Nobody asks. */\n"],
    ["src/platform/a.ts", 'const a = "It is kept for this host alone. Nobody asks.";\n'],
  ])("looks for alone and nobody in decisions, packages and the sources too: %s", (path, text) => {
    expect(found(path, text)).toEqual(["1 alone", "1 Nobody"]);
  });

  test("leaves the words of answers, which clients have, and the changelog to its writer", () => {
    expect(found("src/services/trust/import-list.ts", 'const a = "for this type alone";\n')).toEqual([]);
    expect(found("src/services/members/directory-list.ts", 'const a = "they name nobody";\n')).toEqual([]);
    expect(found("src/hosted/texts/en.ts", 'const a = "Nobody else can tell";\n')).toEqual([]);
    expect(found("tests/a.ts", "// It counts in this tenant alone. Nobody answers.\n")).toEqual([]);
    expect(found("CHANGELOG.md", "A mended fault.\n")).toEqual([]);
  });

  test("leaves native sentences with the same words alone", () => {
    const native =
      "Ask who writes it; who that is, the log says.\n\nThe ways to run it are two.\n\nHe forgot it. The database holds forty rows.\n";
    expect(found("a.md", native)).toEqual([]);
  });

  test("lets hosted pages offer other ways, as end users say", () => {
    const text = 'export const next = "Choose one of the ways below.";';
    expect(found("src/hosted/texts/en.ts", text)).toEqual([]);
    expect(found("src/console/a.ts", text)).toEqual(["1 the ways"]);
  });

  test("says the paragraph's line, and leaves code and addresses of Markdown alone", () => {
    expect(
      found("a.md", "# Title\n\nFirst.\n\n```sh\nwhoever\n```\n\nFine `whoever` [here](anew.md).\n\nAnew!\n"),
    ).toEqual(["11 Anew"]);
  });

  test("leaves identifiers, keys and addresses in code alone", () => {
    expect(
      found("a.ts", 'import x from "./anew.ts";\nconst whoever = fetch("https://somebody.example/a");\n'),
    ).toEqual([]);
  });
});
