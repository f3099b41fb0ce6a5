import { readFileSync } from "node:fs";
import { extname } from "node:path";
import ts from "typescript";

/** A phrase that docs/style.md does not want, and what to write in its place. */
export type Unwanted = {
  pattern: RegExp;
  instead: string;
  inDocblocksOnly?: true;
  /** Paths where the phrase is right. */
  notIn?: RegExp;
  /** Absent: it is looked for in all files. */
  onlyIn?: RegExp;
};
export type ProseFault = { path: string; line: number; found: string; instead: string };

/** Its entries are not edited afterwards. */
const CHANGELOG = /^CHANGELOG\.md$/;
/** The documentation, what a forge shows, the pages of the packages, and the sources of the service. */
const OUR_PROSE = /^(?:docs\/|src\/|(?:README|CONTRIBUTING|SECURITY)\.md$|sdk\/[^/]+\/README\.md$)/;

/** The word list of docs/style.md. A pattern is tried on each comment, each paragraph and each text of a page. */
export const WORD_LIST: readonly Unwanted[] = [
  { pattern: /\banew\b/i, instead: "again" },
  { pattern: /\bwho(?:m|so)?ever\b/i, instead: "clients, a user, the caller" },
  { pattern: /\b(?:some|any|every)body\b/i, instead: "a user, someone, anyone, everyone" },
  { pattern: /\b(?:is|are|was|were|be|been|being) told\b/i, instead: "learns, gets, the page says" },
  { pattern: /\bof (?:one's|its|their|his|her|our|my) own\b/i, instead: "its own …, separate, dedicated" },
  {
    pattern: /\bwhat (?:came|comes|has come|became|becomes|will come|would come) of\b/i,
    instead: "the outcome of, the result of",
  },
  { pattern: /\bst(?:ands?|ood) beside\b/i, instead: "is next to, accompanies" },
  { pattern: /\bin the open\b/i, instead: "unencrypted, in plain text" },
  { pattern: /\bfor ever\b/i, instead: "forever, without end" },
  { pattern: /\bif need be\b/i, instead: "if necessary, up to … times" },
  { pattern: /\bmay stay empty\b/i, instead: "optional" },
  { pattern: /\bin vain\b/i, instead: "without effect, unused" },
  { pattern: /\b(?:there|here|where)(?:of|with|upon|from)\b/i, instead: "of it, with it, after which" },
  { pattern: /\bone may\b/i, instead: "you can" },
  { pattern: /\bmeanwhile\b/i, instead: "in the meantime, while …, at the same time" },
  { pattern: /\bfor good\b/i, instead: "permanently, for as long as …, until …" },
  { pattern: /\bfor who (?!is\b|are\b)/i, instead: "for anyone who, for users who" },
  {
    pattern: /\b(?:after|by|from|with|to|than|before) who (?!is\b|are\b)/i,
    instead: "the user who, those who",
  },
  { pattern: /; who \w+s\b/i, instead: "name the subject: members who …" },
  { pattern: /\b(?:has|have|had)(?: not|n[’']t)? got\b/i, instead: "has, does not have" },
  { pattern: /\b(?:led|leads?|leading) nowhere\b/i, instead: "failed, ends without a result" },
  { pattern: /\bholds? (?:for|there)\b/i, instead: "applies to, applies there" },
  { pattern: /\bwhat (?:is|are|has|have) no\b/i, instead: "anything that is not, things without" },
  {
    pattern: /\b(?:the|its|these|those|other|offered|all) ways\b(?! (?:to|in|of|out)\b)/i,
    instead: "methods; on hosted pages “another way”",
    // People who prove their age are asked to choose another way; “method” is the word of tenants.
    notIn: /^src\/hosted\//,
  },
  { pattern: /\bemail address(?!es for the authenticated user)/i, instead: "e-mail address" },
  { pattern: /\banother one each\b/i, instead: "a new one each" },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: "fix, put right", notIn: CHANGELOG },
  { pattern: /\bbears? (?:the|an?|its)\b/i, instead: "has, is dated, carries", notIn: CHANGELOG },
  {
    // The text of a delivery attempt: clients may compare it.
    pattern: /\banother(?: [a-z'’-]+){1,3} than\b/i,
    instead: "a … that is not, a … that differs from",
    notIn: /^(?:CHANGELOG\.md$|src\/platform\/webhooks\/|src\/methods\/wallet\/openid4vp\/registration\.ts$)/,
  },
  {
    // “Leave it alone”, “never a document alone” and “next start alone” are English; “for this host alone” is “only”.
    pattern:
      /(?<!\b(?:leav\w+|left|let|never|not|stands?|runs?|serves|goes|read|each|Next|start)\b[^.:;|]*)\balone(?=[.,;:)]| [(|]|$)/i,
    instead: "only",
    onlyIn: OUR_PROSE,
    // The words of answers: clients and signed practice statements have them already.
    notIn:
      /^src\/(?:core\/practice\/(?:of-tenant|stored)|methods\/document\/document|services\/trust\/import-list)\.ts$/,
  },
  {
    pattern: /\bnobody\b(?! without proof)/i,
    instead: "no one, or name what does not",
    onlyIn: OUR_PROSE,
    // The hosted page speaks as people do; the words of answers are with clients already.
    notIn: /^src\/(?:hosted\/texts\/|contracts\/public\/admin\.ts$|services\/members\/directory-list\.ts$)/,
  },
  { pattern: /\bas those of \w+ are\b/i, instead: "as … are, like those of …" },
  // An editor shows a docblock alone: nothing before it says what is the same.
  {
    pattern: /^The same(?:[.,;:]| (?:for|of|with|without|as|in|to|at|but|while)\b)/,
    instead: "say what it does: a docblock is read alone",
    inDocblocksOnly: true,
  },
  {
    pattern: /(?:^|[.:;]\s)Who (?!is\b|are\b|may\b|can\b|did\b|uses\b)[^?]*?\.(?:\s|$)/,
    instead: "name the subject: a client that …, users who …",
  },
];

const MARKDOWN = new Set([".md"]);
const CODE = new Set([".ts", ".tsx", ".mjs", ".css"]);
/** Fewer words than this are an identifier, a class list or a key rather than prose. */
const LEAST_WORDS = 3;

/** What the word list finds in one file: in Markdown outside of code, in code in comments and in texts of several words. */
export const proseFaults = (path: string, text = readFileSync(path, "utf8")): ProseFault[] =>
  passagesOf(path, text).flatMap(({ line, passage, isDocblock = false }) =>
    WORD_LIST.flatMap(({ pattern, instead, inDocblocksOnly = false, notIn, onlyIn }) => {
      const isElsewhere = notIn?.test(path) === true || onlyIn?.test(path) === false;
      const isExempt = (inDocblocksOnly && !isDocblock) || isElsewhere;
      const match = isExempt ? null : pattern.exec(passage);
      return match === null ? [] : [{ path, line, found: match[0].trim().slice(0, 60), instead }];
    }),
  );

export const isProse = (path: string): boolean => MARKDOWN.has(extname(path)) || CODE.has(extname(path));

type Passage = { line: number; passage: string; isDocblock?: boolean };

function passagesOf(path: string, text: string): Passage[] {
  if (MARKDOWN.has(extname(path))) return paragraphs(text);
  return [...comments(text), ...(extname(path) === ".css" ? [] : texts(path, text))];
}

/** Paragraphs of Markdown without fenced code, inline code and addresses, which are quoted rather than written. */
function paragraphs(text: string): Passage[] {
  const prose = text
    .replace(/^```.*?^```/gms, (fence) => fence.replace(/[^\n]/g, ""))
    .replace(/`[^`\n]*`|\]\([^)]*\)|<[^>\n]*>/g, (quoted) => quoted.replace(/[^\n]/g, ""));
  let line = 1;
  return prose.split(/\n(?=\s*\n|[|#-])/).map((passage) => {
    const found = { line: line + (/^\n*/.exec(passage)?.[0].length ?? 0), passage: bare(passage) };
    line += passage.split("\n").length;
    return found;
  });
}

/** Comments; neighbouring lines of `//` are one passage, since a sentence goes on from line to line. */
const comments = (text: string): Passage[] =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*(?:\n[ \t]*\/\/ .*)*/g)].map(
    ({ 0: comment, index }) => ({
      line: lineAt(text, index),
      isDocblock: comment.startsWith("/**"),
      passage: bare(comment.replace(/^[ \t]*(?:\/\*+|\*+\/?|\/\/)|\*\/$/gm, " ")),
    }),
  );

/** Texts that a person may read: strings, templates and JSX of several words. */
function texts(path: string, text: string): Passage[] {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found: Passage[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    ) {
      const passage = bare(node.text);
      if (passage.split(" ").length >= LEAST_WORDS) found.push({ line: lineAt(text, node.pos), passage });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const bare = (text: string): string => text.replace(/\s+/g, " ").trim();
const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length;
