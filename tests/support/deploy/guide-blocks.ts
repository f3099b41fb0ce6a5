import { readFileSync } from "node:fs";
import { BLOCK_RUNS, type BlockId } from "./guide-runs.ts";

// The commands and configurations that the guides print, as data. guide-runs.ts says which test runs which.

/** The documents that operators type from. */
export const GUIDES = [
  "README.md",
  "SECURITY.md",
  "docs/deployment.md",
  "docs/operations.md",
  "docs/hosts.md",
  "docs/managed-postgresql.md",
] as const;

export type GuideBlock = {
  /** Document, heading and number below that heading: "docs/deployment.md > Compose > 1". */
  readonly id: string;
  readonly guide: string;
  /** The nearest heading above; "(top)" before the first one. */
  readonly heading: string;
  /** Of its first line, counted from 1. */
  readonly line: number;
  /** The first word behind the fence; "" where there is none. */
  readonly language: string;
  /** As printed, each line with its end. */
  readonly text: string;
};

/** Every fenced block of a document, in its order. @throws Error for a fence that nothing closes */
export const readBlocks = (guide: string, markdown: string): GuideBlock[] => {
  const blocks: GuideBlock[] = [];
  const seen = new Map<string, number>();
  let heading = "(top)";
  let open: { line: number; language: string; lines: string[] } | null = null;
  for (const [index, line] of markdown.split("\n").entries()) {
    const fence = /^ *```(\S*)/.exec(line);
    if (open === null) {
      heading = /^#{1,6} (.+)$/.exec(line)?.[1] ?? heading;
      if (fence) open = { line: index + 2, language: fence[1] ?? "", lines: [] };
    } else if (fence) {
      const place = `${guide} > ${heading}`;
      const number = (seen.get(place) ?? 0) + 1;
      seen.set(place, number);
      const text = open.lines.map((one) => `${one}\n`).join("");
      blocks.push({
        id: `${place} > ${number}`,
        guide,
        heading,
        line: open.line,
        language: open.language,
        text,
      });
      open = null;
    } else open.lines.push(line);
  }
  if (open !== null) throw new Error(`${guide}:${open.line}: nothing closes this block`);
  return blocks;
};

/** All blocks of all guides. */
export const guideBlocks = (): GuideBlock[] =>
  GUIDES.flatMap((guide) => readBlocks(guide, readFileSync(guide, "utf8")));

/** The text of a block as its guide prints it today. @throws Error where the guide no longer has it */
export const printed = (id: BlockId): string => {
  const block = guideBlocks().find((one) => one.id === id);
  if (!block) throw new Error(`no guide has the block "${id}"; it was that of ${BLOCK_RUNS[id].file}`);
  return block.text;
};

/**
 * What readers replace by their own, in all guides: the single list of it. A test replaces nothing else, so that a block which
 * needs more than a guide says fails.
 */
const EXAMPLES: readonly string[] = [
  // Addresses of databases; the shorter one is the beginning of a longer one.
  "postgresql://user:password@host:5432/lintel",
  "postgresql://…/lintel_drill",
  "postgresql://…",
  // Where a machine has the tree, its settings and its units.
  "/opt/lintel",
  "/etc/lintel",
  "/etc/systemd/system",
  // Ports, by the words that they are printed with.
  "lintel-serve@3001",
  "lintel-serve@3002",
  "127.0.0.1:3001",
  "127.0.0.1:3002",
  "localhost:3000",
  "127.0.0.1:3000",
  "listen 443 ssl",
  // A certificate of certbot's.
  "/etc/letsencrypt/live/verify.shop.example/fullchain.pem",
  "/etc/letsencrypt/live/verify.shop.example/privkey.pem",
  // The name of the role and of the database that it owns.
  "create role lintel",
  "grant lintel to",
  "create database lintel owner lintel",
  "password '…'",
  // The token that a browser brought.
  "eyJ…",
];

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * A block as a reader types it: each example that occurs in it replaced by the test's own, each exactly where it is printed.
 * @param own by what is printed; every example of the block has to be named, and nothing that it does not have
 * @throws Error where an example is left, or something to replace is no example or does not occur: then guide and test differ
 */
export const asTyped = (text: string, own: Readonly<Record<string, string>> = {}): string => {
  const isStrange = (example: string) => !EXAMPLES.includes(example) || !text.includes(example);
  const strange = Object.keys(own).filter(isStrange);
  if (strange.length > 0) throw new Error(`nothing to replace in this block: ${strange.join(", ")}\n${text}`);
  const longestFirst = EXAMPLES.toSorted((one, other) => other.length - one.length);
  const pattern = new RegExp(longestFirst.map(escaped).join("|"), "g");
  return text.replace(pattern, (example) => {
    const replacement = own[example];
    if (replacement === undefined) throw new Error(`no replacement for "${example}" in:\n${text}`);
    return replacement;
  });
};

const isWhole = (command: string): boolean =>
  (command.match(/"/g) ?? []).length % 2 === 0 &&
  (command.match(/'/g) ?? []).length % 2 === 0 &&
  (command.match(/\(/g) ?? []).length === (command.match(/\)/g) ?? []).length;

/**
 * The commands of a block for a shell, in their order, without comments; what ` && ` joins are several.
 * @throws Error for a command that cannot be taken apart in this simple way
 */
export const stepsOf = (text: string): string[] => {
  const lines = text.replaceAll("\\\n", " ").split("\n");
  const commands = lines
    .filter((line) => !line.startsWith("#"))
    .map((line) => line.replace(/\s+# .*$/, "").trim())
    .filter((line) => line !== "");
  const steps = commands.flatMap((command) => command.split(" && "));
  const broken = steps.filter((step) => !isWhole(step));
  if (broken.length > 0) throw new Error(`these are not whole commands: ${broken.join("; ")}`);
  return steps.map((step) => step.trim());
};
