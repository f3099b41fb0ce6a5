import { type DirectoryFault, ScimFault } from "#core/access/directory-faults.ts";
import { jsonIn } from "#core/json.ts";
import { problemOfText } from "#core/text.ts";
import { CORE_PREFIX } from "./schema.ts";

// Conditions as filters and paths have them (RFC 7644 §3.4.2.2, figure 1). One pass without a step back, bounded in length,
// number and depth. What a condition names is a text that is looked up in Maps, never a property of an object.

const OPERATORS = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"] as const;

/** `pr`: is there at all. */
export type Operator = (typeof OPERATORS)[number] | "pr";
export type Value = string | number | boolean | null;

/** Names in lower case. Inside of brackets, the attribute is one of the element's. */
export type Test = { kind: "test"; attribute: string; sub: string | null; operator: Operator; value: Value };

export type Condition =
  | Test
  | { kind: "and" | "or"; parts: readonly Condition[] }
  | { kind: "not"; part: Condition }
  /** An element of a list that is like this, and one of its parts, as `emails[type eq "work"].value eq "a@b"`. */
  | { kind: "element"; attribute: string; where: Condition; then: Test | null };

/** What is said of a text that cannot be read, of one that is too much, and of a broken JSON string. */
export type Faults = { unread: DirectoryFault; tooMany: DirectoryFault; text: DirectoryFault };

const MAX_CONDITIONS = 10;
const MAX_DEPTH = 5;

type Token = { kind: "text"; value: string } | { kind: "mark" | "word"; text: string };

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([()[\]])|([^\s()[\]"]+))/sy;

const tokensOf = (text: string, faults: Faults): Token[] => {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  for (let at = 0; at < end; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const [, quoted, mark, word] = TOKEN.exec(text) ?? [];
    if (quoted !== undefined) {
      const value = jsonIn(quoted);
      if (typeof value !== "string" || problemOfText(value) !== null) throw new ScimFault(faults.text);
      tokens.push({ kind: "text", value });
    } else if (mark !== undefined) tokens.push({ kind: "mark", text: mark });
    else if (word !== undefined) tokens.push({ kind: "word", text: word });
    else throw new ScimFault(faults.unread);
  }
  return tokens;
};

// RFC 7644 §3.4.2.2: ATTRNAME = ALPHA *(nameChar); sub-attributes may begin with "$", as $ref does.
const NAME = /^([a-z][\w$-]*)(?:\.([$a-z][\w$-]*))?$/i;
const FOREIGN = /^urn:[\w:.-]+$/i;

/** What is of no attribute of ours has no value (RFC 7644 §3.4.2.2). */
const pathOf = (word: string, { unread }: Faults): Pick<Test, "attribute" | "sub"> => {
  const given = word.replace(CORE_PREFIX, "");
  const [, attribute, sub] = NAME.exec(given) ?? [];
  if (attribute !== undefined) return { attribute: attribute.toLowerCase(), sub: sub?.toLowerCase() ?? null };
  if (FOREIGN.test(given)) return { attribute: given.toLowerCase(), sub: null };
  throw new ScimFault(unread);
};

const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;
const WORDS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

const comparedWith = (token: Token | undefined, { unread }: Faults): Value => {
  if (token?.kind === "text") return token.value;
  const word = token?.kind === "word" ? token.text.toLowerCase() : "";
  const value = NUMBER.test(word) ? Number(word) : WORDS.get(word);
  if (value === undefined) throw new ScimFault(unread);
  return value;
};

const BOOLEANS: ReadonlySet<string> = new Set(["active", "primary"]);
const NOT_FOR_BOOLEANS: ReadonlySet<Operator> = new Set(["gt", "ge", "lt", "le"]);

/** @throws ScimFault */
export const conditionIn = (text: string, faults: Faults): Condition => {
  const tokens = tokensOf(text, faults);
  let at = 0;
  let conditions = 0;
  const fail = (): never => {
    throw new ScimFault(faults.unread);
  };
  const isNext = (text: string): boolean => {
    const token = tokens[at];
    return token !== undefined && token.kind !== "text" && token.text.toLowerCase() === text;
  };
  const take = (text: string): boolean => {
    if (!isNext(text)) return false;
    at += 1;
    return true;
  };
  const word = (): string => {
    const token = tokens[at];
    if (token?.kind !== "word") return fail();
    at += 1;
    return token.text;
  };

  const testOf = (path: Pick<Test, "attribute" | "sub">): Test => {
    conditions += 1;
    if (conditions > MAX_CONDITIONS) throw new ScimFault(faults.tooMany);
    const name = word().toLowerCase();
    if (name === "pr") return { kind: "test", ...path, operator: "pr", value: null };
    const operator = OPERATORS.find((each) => each === name) ?? fail();
    if (NOT_FOR_BOOLEANS.has(operator) && BOOLEANS.has(path.sub ?? path.attribute)) fail();
    const value = comparedWith(tokens[at], faults);
    at += 1;
    return { kind: "test", ...path, operator, value };
  };

  const closed = (depth: number, end: ")" | "]"): Condition => {
    if (depth >= MAX_DEPTH) throw new ScimFault(faults.tooMany);
    const inner = anyOf(depth + 1);
    return take(end) ? inner : fail();
  };

  const one = (depth: number): Condition => {
    if (take("(")) return closed(depth, ")");
    const name = word();
    if (name.toLowerCase() === "not" && take("(")) return { kind: "not", part: closed(depth, ")") };
    const path = pathOf(name, faults);
    if (!take("[")) return testOf(path);
    if (path.sub !== null) fail();
    const where = closed(depth, "]");
    const next = tokens[at];
    const isPart = next?.kind === "word" && next.text.startsWith(".");
    const then = isPart ? testOf({ ...pathOf(word().slice(1), faults) }) : null;
    return { kind: "element", attribute: path.attribute, where, then };
  };

  const several =
    (kind: "and" | "or", part: (depth: number) => Condition) =>
    (depth: number): Condition => {
      const first = part(depth);
      const parts = [first];
      while (take(kind)) parts.push(part(depth));
      return parts.length === 1 ? first : { kind, parts };
    };
  const allOf = several("and", one);
  const anyOf = several("or", allOf);

  const whole = anyOf(0);
  return at === tokens.length ? whole : fail();
};

/** Whether a condition asks for this attribute. */
export const asksFor = (condition: Condition, attribute: string): boolean => {
  if (condition.kind === "test") return condition.attribute === attribute;
  if (condition.kind === "not") return asksFor(condition.part, attribute);
  if (condition.kind === "element") return asksFor(condition.where, attribute);
  return condition.parts.some((part) => asksFor(part, attribute));
};
