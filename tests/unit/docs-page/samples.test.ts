import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { OPERATIONS } from "#docs-page/reference.ts";
import { samplesNamed, samplesOf } from "#docs-page/samples/by-endpoint.ts";
import { LANGUAGE_KEY, LANGUAGES } from "#docs-page/samples/languages.ts";
import { pageFiles, readPage } from "../../../scripts/lib/docs-site.ts";
import { readSamples, sampleNames, shownPart } from "../../../scripts/lib/samples.ts";

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const samples = readSamples();

describe("the part of a program that readers see", () => {
  test("is between the marks, without the indent of what is around it", () => {
    expect(shownPart("x.go", "a\n\t// sample\n\tb\n\t\tc\n\t// end\nd\n\t// sample\n\te\n\t// end")).toBe(
      "b\n\tc\n\ne",
    );
    expect(shownPart("x.sh", "# sample\na\n# end\nb")).toBe("a");
  });

  test.each([
    ["no part", "a"],
    ["no end", "# sample\na"],
    ["an end without a beginning", "a\n# end"],
    ["a part in another", "# sample\n# sample\n# end"],
  ])("%s fails the build by the file's name", (_, text) => {
    expect(() => shownPart("sdk/samples/x.sh", text)).toThrow("sdk/samples/x.sh");
  });
});

describe("samples", () => {
  test("there is one for what integrators do, each in every language", () => {
    expect(sampleNames()).toEqual(
      expect.arrayContaining(
        ["start", "status", "wait", "complete", "validate", "validate-offline", "webhook"].concat(
          "list",
          "cancel",
          "simulate",
          "errors",
        ),
      ),
    );
    for (const languages of Object.values(samples))
      expect(Object.keys(languages).toSorted()).toEqual(LANGUAGES.map(({ id }) => id).toSorted());
  });

  test.each(Object.entries(samples))("%s shows no key and no address of this project", (_, languages) => {
    for (const code of Object.values(languages))
      expect(code).not.toMatch(/avk_(?:live|test)_\w|localhost|@anthropic/);
  });

  test("every sample is on the reference page", () => {
    const shown = [...OPERATIONS.flatMap(samplesOf), ...samplesNamed("webhook"), ...samplesNamed("errors")];
    expect(shown.map(({ name }) => name).toSorted()).toEqual(sampleNames());
  });

  test("a page's code block that names a sample has the same text as the program", () => {
    const named = pageFiles()
      .flatMap((file) => readPage(file, read(`docs/${file}`)).blocks)
      .flatMap((block) => (block.kind === "code" && block.sample !== undefined ? [block] : []));
    expect(named.length).toBeGreaterThan(0);
    for (const { sample = "", text } of named) expect(text).toBe(samples[sample]?.curl);
  });

  test("the script that runs before the page is drawn knows the same key and languages", () => {
    const script = read("public/docs-first.js");
    expect(script).toContain(`getItem("${LANGUAGE_KEY}")`);
    expect(script).toContain(`/^(${LANGUAGES.map(({ id }) => id).join("|")})$/`);
  });
});
