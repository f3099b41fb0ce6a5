import { lexer, type Token, type Tokens } from "marked";
import type { Align, Block, Heading, Inline } from "../../src/docs-page/document.ts";

/** What a link or picture becomes; `null`: only its text stays. */
export type Target = { href: string } | { source: string } | null;
export type Resolve = {
  link: (href: string) => Target;
  /** @returns the picture's address, or null for one that may not be shown */
  image: (src: string) => string | null;
};

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0" };

/** HTML character references, the common ones (HTML §13.5); others stay as they are written. */
const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (raw, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? raw;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      ? String.fromCodePoint(code)
      : raw;
  });

/** Characters only, as readers see them. */
export const plainText = (of: readonly Inline[]): string =>
  of
    .map((part) => {
      if (typeof part === "string") return part;
      if (part.kind === "code") return part.text;
      if (part.kind === "image") return part.alt;
      return part.kind === "break" ? " " : plainText(part.of);
    })
    .join("");

/** A heading's anchor, as forges make it; the second of the same name gets `-1`. */
export const anchors = (): ((heading: string) => string) => {
  const seen = new Map<string, number>();
  return (heading) => {
    const base = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, "")
      .trim()
      .replaceAll(" ", "-");
    const count = seen.get(base) ?? 0;
    seen.set(base, count + 1);
    return count === 0 ? base : `${base}-${count}`;
  };
};

/** The lowest status of HTTP (RFC 9110 §15). */
const MIN_STATUS = 100;

const isComment = (raw: string): boolean => /^<!--(?:(?!-->)[\s\S])*-->$/.test(raw.trim());

/**
 * Reads GitHub's Markdown into blocks of plain data. Raw HTML does not pass: a comment is dropped, and a tag is shown
 * as the characters that it consists of.
 * @throws Error for a construct that the site cannot show, so that it is noticed when the site is made
 */
export function readMarkdown(source: string, resolve: Resolve): { blocks: Block[]; headings: Heading[] } {
  const headings: Heading[] = [];
  const anchorOf = anchors();

  const inlines = (tokens: readonly Token[] = []): Inline[] =>
    tokens.flatMap((token): Inline[] => {
      const nested = "tokens" in token ? inlines(token.tokens) : [];
      switch (token.type) {
        case "text":
          return token["tokens"] ? nested : [decoded(String(token["text"]))];
        case "escape":
          return [String(token["text"])];
        case "codespan":
          return [{ kind: "code", text: String(token["text"]) }];
        case "em":
        case "strong":
        case "del":
          return [{ kind: token.type, of: nested }];
        case "br":
          return [{ kind: "break" }];
        case "link": {
          const target = resolve.link(decoded(String(token["href"])));
          if (target === null) return nested;
          return "href" in target
            ? [{ kind: "link", href: target.href, of: nested }]
            : [{ kind: "source", path: target.source, of: nested }];
        }
        case "image": {
          const src = resolve.image(String(token["href"]));
          const alt = decoded(String(token["text"]));
          return src === null ? [alt] : [{ kind: "image", src, alt }];
        }
        case "html":
          return isComment(token.raw) ? [] : [token.raw];
        default:
          throw new Error(`The site cannot show "${token.type}": ${token.raw.slice(0, 80)}`);
      }
    });

  const heading = ({ depth, tokens }: Tokens.Heading): Block => {
    const of = inlines(tokens);
    const text = plainText(of);
    const id = anchorOf(text);
    headings.push({ id, depth, text });
    return { kind: "heading", depth, id, of };
  };
  const list = ({ ordered, start, items }: Tokens.List): Block[] => {
    const read = items.map(({ tokens }) => blocksOf(tokens));
    const [[first, ...more] = []] = read;
    // "404. There is no…" begins a paragraph with a status; no list begins with such a number.
    if (
      ordered &&
      Number(start) >= MIN_STATUS &&
      read.length === 1 &&
      (first?.kind === "text" || first?.kind === "paragraph")
    )
      return [{ kind: "paragraph", of: [`${start}. `, ...first.of] }, ...more];
    return [{ kind: "list", isOrdered: ordered, start: Number(start) || 1, items: read }];
  };
  const table = ({ align, header, rows }: Tokens.Table): Block => ({
    kind: "table",
    align: align.map((side): Align => side),
    head: header.map(({ tokens }) => inlines(tokens)),
    rows: rows.map((row) => row.map(({ tokens }) => inlines(tokens))),
  });

  const blocksOf = (tokens: readonly Token[]): Block[] => tokens.flatMap(blockOf);
  const blockOf = (token: Token): Block[] => {
    switch (token.type) {
      case "space":
      case "def":
        return [];
      case "heading":
        return [heading(token as Tokens.Heading)];
      case "paragraph":
        return [{ kind: "paragraph", of: inlines(token.tokens) }];
      case "text":
        return [{ kind: "text", of: inlines([token]) }];
      case "code": {
        // ```sh sample=start
        const { lang = "", text } = token as Tokens.Code;
        const sample = /\bsample=([\w-]+)/.exec(lang)?.[1];
        const language = lang.split(/\s/)[0] ?? "";
        return [{ kind: "code", language, text, ...(sample !== undefined && { sample }) }];
      }
      case "list":
        return list(token as Tokens.List);
      case "table":
        return [table(token as Tokens.Table)];
      case "blockquote":
        return [{ kind: "quote", of: blocksOf(token.tokens ?? []) }];
      case "hr":
        return [{ kind: "rule" }];
      case "html":
        return isComment(token.raw) ? [] : [{ kind: "paragraph", of: [token.raw] }];
      default:
        throw new Error(`The site cannot show "${token.type}": ${token.raw.slice(0, 80)}`);
    }
  };

  return { blocks: blocksOf(lexer(source)), headings };
}
