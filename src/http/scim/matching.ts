import type { Condition, Operator, Test, Value } from "./conditions.ts";
import { asBoolean } from "./schema.ts";

// Whether a user is as a condition says (RFC 7644 §3.4.2.2).

type Leaf = string | boolean | Date;

/** What a condition is compared with, by names in lower case. */
export type Node = ReadonlyMap<string, Leaf | Node | readonly Node[]>;

// RFC 7643 §3.1: the others have no case (§4.1).
const EXACT: ReadonlySet<string> = new Set(["id", "externalid"]);

const isLeaf = (value: Leaf | Node | readonly Node[]): value is Leaf =>
  typeof value !== "object" || value instanceof Date;

const isList = (value: Node | readonly Node[]): value is readonly Node[] => Array.isArray(value);

const leavesOf = (node: Node, { attribute, sub }: Pick<Test, "attribute" | "sub">): Leaf[] => {
  const value = node.get(attribute);
  if (value === undefined) return [];
  if (isLeaf(value)) return sub === null ? [value] : [];
  const nodes = isList(value) ? value : [value];
  return nodes.flatMap((each) => {
    const leaf = each.get(sub ?? "value");
    return leaf !== undefined && isLeaf(leaf) ? [leaf] : [];
  });
};

const ordered = (operator: Operator, one: string | number, other: string | number): boolean => {
  if (operator === "gt") return one > other;
  if (operator === "ge") return one >= other;
  if (operator === "lt") return one < other;
  return operator === "le" && one <= other;
};

const ofText = (operator: Operator, one: string, other: string): boolean => {
  if (operator === "eq") return one === other;
  if (operator === "ne") return one !== other;
  if (operator === "co") return one.includes(other);
  if (operator === "sw") return one.startsWith(other);
  return operator === "ew" ? one.endsWith(other) : ordered(operator, one, other);
};

const IN_TEXT: ReadonlySet<Operator> = new Set(["co", "sw", "ew"]);

const ofDate = (operator: Operator, date: Date, text: string): boolean => {
  const [one, other] = [date.getTime(), Date.parse(text)];
  if (Number.isNaN(other)) return operator === "ne";
  if (operator === "eq" || operator === "ne") return (one === other) === (operator === "eq");
  return IN_TEXT.has(operator) ? ofText(operator, date.toISOString(), text) : ordered(operator, one, other);
};

const holds = (operator: Operator, leaf: Leaf, wanted: Value, isExact: boolean): boolean => {
  if (typeof leaf === "boolean") {
    const isSame = leaf === asBoolean(wanted);
    return operator === "eq" ? isSame : operator === "ne" && !isSame;
  }
  if (typeof wanted !== "string") return operator === "ne";
  if (leaf instanceof Date) return ofDate(operator, leaf, wanted);
  return isExact
    ? ofText(operator, leaf, wanted)
    : ofText(operator, leaf.toLowerCase(), wanted.toLowerCase());
};

const passes = (node: Node, test: Test): boolean => {
  const leaves = leavesOf(node, test);
  const { operator, value } = test;
  if (operator === "pr") return leaves.length > 0;
  // RFC 7643 §2.5: null is not a value.
  if (value === null) return operator === "eq" ? leaves.length === 0 : operator === "ne" && leaves.length > 0;
  if (leaves.length === 0) return operator === "ne";
  const isExact = EXACT.has(test.attribute);
  return leaves.some((leaf) => holds(operator, leaf, value, isExact));
};

const elementsOf = (node: Node, attribute: string): readonly Node[] => {
  const value = node.get(attribute);
  if (value === undefined || isLeaf(value)) return [];
  return isList(value) ? value : [value];
};

/** Whether the condition is true of what is in the node. */
export const matches = (node: Node, condition: Condition): boolean => {
  if (condition.kind === "test") return passes(node, condition);
  if (condition.kind === "not") return !matches(node, condition.part);
  if (condition.kind !== "element") {
    const { kind, parts } = condition;
    const isTrue = (part: Condition): boolean => matches(node, part);
    return kind === "and" ? parts.every(isTrue) : parts.some(isTrue);
  }
  const { attribute, where, then } = condition;
  return elementsOf(node, attribute).some(
    (element) => matches(element, where) && (then === null || passes(element, then)),
  );
};
