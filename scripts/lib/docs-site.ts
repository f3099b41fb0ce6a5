import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { Block, DocumentPage, Inline, Section } from "../../src/docs-page/document.ts";
import { addressOf, SITE_PAGES } from "../../src/docs-page/site/site-map.ts";
import { plainText, type Resolve, readMarkdown, type Target } from "./markdown.ts";
import { ROOT } from "./run.ts";
import { readSamples } from "./samples.ts";

const DOCS = join(ROOT, "docs");
/** What the build makes of `docs/` and `sdk/samples`; the pages import it. */
export const DOCS_GENERATED = "src/docs-page/generated";
// A larger picture would make every reader of its page wait.
const MAX_PICTURE_BYTES = 48 * 1024;
const PICTURE_TYPES: Readonly<Record<string, string>> = { ".svg": "image/svg+xml", ".png": "image/png" };

/** The address of a file of `docs/`: `adr/README.md` is /docs/adr, and `README.md` is /docs itself. */
export const slugOf = (file: string): string => file.replace(/\.md$/, "").replace(/(^|\/)README$/, "");

/** Every Markdown file of `docs/` that is a page: `webhooks.md`, `adr/0001-….md`. The front page is made from the site map. */
export const pageFiles = (): string[] =>
  ["", "adr"]
    .flatMap((folder) => readdirSync(join(DOCS, folder)).map((name) => posix.join(folder, name)))
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .sort();

const hrefOf = (file: string, fragment: string): string => {
  const slug = slugOf(file);
  return `${slug === "" ? "/docs" : addressOf(slug)}${fragment}`;
};

/**
 * Where the links of a page lead: pages stay on the site, files of the source tree are named, and a scheme other than
 * https loses its link. `tests/unit/links.test.ts` finds files that do not exist.
 */
export const linksOf =
  (file: string) =>
  (href: string): Target => {
    if (/^https?:\/\/[^\s]+$/.test(href) || /^mailto:[^\s]+$/.test(href)) return { href };
    if (/^#[\w%-]+$/.test(href)) return { href };
    // A scheme, an address of another host without one, or characters that browsers drop from a scheme.
    if (/\s/.test(href) || /^[a-z][a-z\d+.-]*:/i.test(href) || /^[\\/]/.test(href)) return null;
    const [path = "", fragment] = href.split("#");
    const target = posix.join("docs", posix.dirname(file), path);
    if (target.startsWith("../")) return null;
    const inDocs = /^docs\/((?:adr\/)?[\w-]+\.md)$/.exec(target)?.[1];
    return inDocs === undefined
      ? { source: target }
      : { href: hrefOf(inDocs, fragment === undefined ? "" : `#${fragment}`) };
  };

/** A page carries its pictures, so that none is fetched from elsewhere. @throws Error for one that is too large */
const imagesOf = (file: string): Resolve["image"] => {
  return (src) => {
    const type = PICTURE_TYPES[posix.extname(src)];
    const path = posix.join("docs", posix.dirname(file), src);
    if (type === undefined || !path.startsWith("docs/images/") || !existsSync(join(ROOT, path))) return null;
    if (statSync(join(ROOT, path)).size > MAX_PICTURE_BYTES)
      throw new Error(`${path} has more than ${MAX_PICTURE_BYTES} bytes: make it smaller.`);
    return `data:${type};base64,${readFileSync(join(ROOT, path)).toString("base64")}`;
  };
};

/** A block's words, for the search. */
const wordsOf = (block: Block): string => {
  switch (block.kind) {
    case "heading":
    case "paragraph":
    case "text":
      return plainText(block.of);
    case "code":
      return block.text;
    case "list":
      return block.items.map((item) => item.map(wordsOf).join(" ")).join(" ");
    case "table": {
      const cells = (row: Inline[][]): string => row.map(plainText).join(" ");
      return [block.head, ...block.rows].map(cells).join(" ");
    }
    case "quote":
      return block.of.map(wordsOf).join(" ");
    case "rule":
      return "";
  }
};

const squeezed = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Until the first full stop that ends a sentence. */
const firstSentence = (text: string): string =>
  /^.*?[.?!](?=\s|$)/.exec(squeezed(text))?.[0] ?? squeezed(text);

/** @throws Error when the page does not begin with its title */
export function readPage(file: string, source: string): DocumentPage {
  const { blocks, headings } = readMarkdown(source, { link: linksOf(file), image: imagesOf(file) });
  const [first, ...rest] = blocks;
  if (first?.kind !== "heading" || first.depth !== 1)
    throw new Error(`docs/${file} must begin with a heading "# …", the page's title.`);
  // A page of several parts has more headings of the first level, and a page of the site has one.
  const shift = rest.some((block) => block.kind === "heading" && block.depth === 1) ? 1 : 0;
  const lower = <T extends { depth: number }>(heading: T): T => ({
    ...heading,
    depth: heading.depth + shift,
  });
  // A decision begins with its status, and names its first part.
  const paragraph = rest.find((block) => block.kind === "paragraph" && !wordsOf(block).startsWith("Status:"));
  return {
    slug: slugOf(file),
    title: plainText(first.of),
    lead: firstSentence((paragraph ? wordsOf(paragraph) : "").replace(/^Context\. /, "")).replace(/:$/, "."),
    headings: headings.slice(1).map(lower),
    blocks: rest.map((block) => (block.kind === "heading" ? lower(block) : block)),
  };
}

/** A page cut at its headings. */
export function sectionsOf({ slug, title, blocks }: DocumentPage): Section[] {
  const sections: Section[] = [{ href: addressOf(slug), page: title, heading: "", text: "" }];
  for (const block of blocks) {
    const last = sections.at(-1);
    if (block.kind === "heading")
      sections.push({
        href: `${addressOf(slug)}#${block.id}`,
        page: title,
        heading: plainText(block.of),
        text: "",
      });
    else if (last) last.text = squeezed(`${last.text} ${wordsOf(block)}`);
  }
  return sections.filter(({ heading, text }) => heading !== "" || text !== "");
}

/** Every section of the site, in its order. @throws Error that names the file, when one cannot be shown */
export const readSections = (): Section[] =>
  inOrder(pageFiles()).flatMap((file) => sectionsOf(readPage(file, readFileSync(join(DOCS, file), "utf8"))));

/** In the site map's order, then the rest by name. */
const inOrder = (files: readonly string[]): string[] => {
  const at = (file: string): number => {
    const found = SITE_PAGES.findIndex(({ slug }) => slug === slugOf(file));
    return found === -1 ? SITE_PAGES.length : found;
  };
  return files.toSorted((one, other) => at(one) - at(other) || (one < other ? -1 : 1));
};

const literal = (value: unknown): string => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;
const moduleOf = (types: string, lines: readonly string[]): string =>
  [`// Made by scripts/lib/docs-site.ts: edit docs/ or sdk/samples instead.`, types, ...lines, ""].join("\n");

/**
 * Makes the modules that the pages at /docs import. They hold data and no Markdown is read at run time.
 * @throws Error that names the file, when one cannot be shown
 */
export function generateDocs(): void {
  const folder = join(ROOT, DOCS_GENERATED);
  const pages = inOrder(pageFiles()).map((file) => {
    const source = readFileSync(join(DOCS, file), "utf8");
    return { file, source, page: readPage(file, source) };
  });
  const files = new Map<string, string>();
  const type = (names: string, from: string): string => `import type { ${names} } from "${from}";`;
  for (const { source, page } of pages)
    files.set(
      `page-${page.slug.replace("/", "-")}.ts`,
      moduleOf(type("DocumentPage", "../document.ts"), [
        `export const page: DocumentPage = ${literal(page)};`,
        `export const source: string = ${JSON.stringify(source)};`,
      ]),
    );
  files.set(
    "pages.ts",
    moduleOf(type("DocumentPage", "../document.ts"), [
      "type Loaded = { page: DocumentPage; source: string };",
      "/** By address, in the site map's order. */",
      "export const PAGES: readonly { slug: string; title: string; lead: string; load: () => Promise<Loaded> }[] = [",
      ...pages.map(
        ({ page: { slug, title, lead } }) =>
          `  { ${JSON.stringify({ slug, title, lead }).slice(1, -1)}, load: () => import("./page-${slug.replace("/", "-")}.ts") },`,
      ),
      "];",
    ]),
  );
  files.set(
    "sections.ts",
    moduleOf(type("Section", "../document.ts"), [
      `export const SECTIONS: readonly Section[] = ${literal(pages.flatMap(({ page }) => sectionsOf(page)))};`,
    ]),
  );
  files.set(
    "samples.ts",
    moduleOf(type("SamplesByOperation", "../samples/languages.ts"), [
      `export const SAMPLES: SamplesByOperation = ${literal(readSamples())};`,
    ]),
  );
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(join(folder, name));
  for (const [name, text] of files) {
    const path = join(folder, name);
    // An unchanged file keeps its time: a running `npm run dev` compiles only what is new.
    if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
  }
}
