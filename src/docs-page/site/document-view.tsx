import { SAMPLES } from "#docs-page/generated/samples.ts";
import { CodeBlock } from "../code-block.tsx";
import type { Block, Inline } from "../document.ts";
import { SampleTabs } from "../samples/sample-tabs.tsx";
import styles from "./document-view.module.css";

const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  sh: "Terminal",
  ts: "TypeScript",
  js: "JavaScript",
  mjs: "JavaScript",
  jsx: "React",
  tsx: "React",
  py: "Python",
  python: "Python",
  php: "PHP",
  go: "Go",
  json: "JSON",
  html: "HTML",
  ini: "Configuration",
  yaml: "YAML",
  toml: "TOML",
  sql: "SQL",
  nginx: "nginx",
  apache: "Apache",
  haproxy: "HAProxy",
};

// Blocks have no ids, and a page never changes: the place is the key.
const keyed = <T,>(items: readonly T[]): { item: T; key: string }[] =>
  items.map((item, at) => ({ item, key: String(at) }));

export const Inlines = ({ of }: { of: readonly Inline[] }) =>
  keyed(of).map(({ item, key }) => <InlineView key={key} part={item} />);

const InlineView = ({ part }: { part: Inline }) => {
  if (typeof part === "string") return part;
  switch (part.kind) {
    case "code":
      return <code>{part.text}</code>;
    case "break":
      return <br />;
    case "image":
      // biome-ignore lint/performance/noImgElement: a picture of the page's own, with no address to resize
      return <img src={part.src} alt={part.alt} />;
    case "link":
      return (
        <a href={part.href} rel={part.href.startsWith("http") ? "noreferrer" : undefined}>
          <Inlines of={part.of} />
        </a>
      );
    case "source":
      return (
        <span className={styles.source} title={`In the source tree: ${part.path}`}>
          <Inlines of={part.of} />
        </span>
      );
    default: {
      const Tag = part.kind;
      return (
        <Tag>
          <Inlines of={part.of} />
        </Tag>
      );
    }
  }
};

const HeadingView = ({ block }: { block: Extract<Block, { kind: "heading" }> }) => {
  const Tag = (["h1", "h2", "h3", "h4"] as const)[block.depth - 1] ?? "h4";
  return (
    <Tag id={block.id}>
      <a href={`#${block.id}`} className={styles.anchor}>
        <Inlines of={block.of} />
      </a>
    </Tag>
  );
};

const TableView = ({ block }: { block: Extract<Block, { kind: "table" }> }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG §2.1.1)
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form, and a section would be a landmark
  <div className={styles.table} tabIndex={0} role="group" aria-label="Table">
    <table>
      <thead>
        <tr>
          {keyed(block.head).map(({ item, key }) =>
            item.length === 0 ? (
              <td key={key} />
            ) : (
              <th key={key} scope="col" data-align={block.align[Number(key)]}>
                <Inlines of={item} />
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {keyed(block.rows).map(({ item: row, key }) => (
          <tr key={key}>
            {keyed(row).map(({ item, key: column }) => (
              <td key={column} data-align={block.align[Number(column)]}>
                <Inlines of={item} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const ListView = ({ block }: { block: Extract<Block, { kind: "list" }> }) => {
  const items = keyed(block.items).map(({ item, key }) => (
    <li key={key}>
      <Blocks of={item} />
    </li>
  ));
  return block.isOrdered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
};

const CodeView = ({ block }: { block: Extract<Block, { kind: "code" }> }) => {
  const samples = block.sample === undefined ? undefined : SAMPLES[block.sample];
  if (samples) return <SampleTabs samples={samples} name={block.sample ?? ""} />;
  return <CodeBlock code={block.text} label={LANGUAGE_NAMES[block.language] ?? "Example"} />;
};

const BlockView = ({ block }: { block: Block }) => {
  switch (block.kind) {
    case "heading":
      return <HeadingView block={block} />;
    case "paragraph":
      return (
        <p>
          <Inlines of={block.of} />
        </p>
      );
    case "text":
      return <Inlines of={block.of} />;
    case "code":
      return <CodeView block={block} />;
    case "list":
      return <ListView block={block} />;
    case "table":
      return <TableView block={block} />;
    case "quote":
      return (
        <blockquote>
          <Blocks of={block.of} />
        </blockquote>
      );
    case "rule":
      return <hr />;
  }
};

const Blocks = ({ of }: { of: readonly Block[] }) =>
  keyed(of).map(({ item, key }) => <BlockView key={key} block={item} />);

/** A page's content. */
export const DocumentView = ({ blocks }: { blocks: readonly Block[] }) => (
  <div className={styles.document}>
    <Blocks of={blocks} />
  </div>
);
