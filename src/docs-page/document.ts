/** A piece of a line. Text is never markup: whatever a source file says, React writes it out as characters. */
export type Inline =
  | string
  | { kind: "code"; text: string }
  | { kind: "em" | "strong" | "del"; of: Inline[] }
  | { kind: "link"; href: string; of: Inline[] }
  /** Names a file of the source tree, which the site does not have. */
  | { kind: "source"; path: string; of: Inline[] }
  | { kind: "image"; src: string; alt: string }
  | { kind: "break" };

export type Align = "left" | "center" | "right" | null;

/** A part of a page, as the build reads it from Markdown. */
export type Block =
  | { kind: "heading"; depth: number; id: string; of: Inline[] }
  | { kind: "paragraph"; of: Inline[] }
  /** A list item's text, without the space around a paragraph. */
  | { kind: "text"; of: Inline[] }
  /** `sample`: the file in `sdk/samples` that holds the same in every language. */
  | { kind: "code"; language: string; text: string; sample?: string }
  | { kind: "list"; isOrdered: boolean; start: number; items: Block[][] }
  | { kind: "table"; align: Align[]; head: Inline[][]; rows: Inline[][][] }
  | { kind: "quote"; of: Block[] }
  | { kind: "rule" };

export type Heading = { id: string; depth: number; text: string };

/** One page of `docs/`, read. */
export type DocumentPage = {
  /** Its address below /docs: `webhooks`, `adr/0008-one-row-is-outbox-job-and-lease`. */
  slug: string;
  title: string;
  /** Its first sentence, for lists and search engines. */
  lead: string;
  headings: Heading[];
  blocks: Block[];
};

/** A heading with the text below it: what the search finds. */
export type Section = {
  href: string;
  page: string;
  /** Empty for what stands above the first heading. */
  heading: string;
  text: string;
};
