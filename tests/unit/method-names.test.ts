import { readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { METHOD_IDS } from "#core/policy/method-id.ts";
import { readSources } from "../../scripts/lib/source.ts";

// What a method is, it says by the port and by its kind (core/policy/method-id.ts). A rule that asks for a name instead
// would have to be found and changed for every new method.

/** Folders and files that belong to one method: there its name is no secret. */
const ROOMS = [
  /^methods\/[^/]+\//,
  /^services\/(?:age-keys|identity|vendors|vouchers|wallet)\//,
  /^core\/identity\//,
  /^core\/policy\/age-key\.ts$/,
  /^services\/check\/wallet-ways\.ts$/,
];

/** Each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "config/config.ts": "the console's own sign-in: `oidc` is a kind of provider there, and no method",
  "console/providers/providers-screen.tsx": "`?new=vendor` is an address of the console",
};

const NAMES: ReadonlySet<string> = new Set(METHOD_IDS);
const CONSTANTS = /^[A-Z_]+_METHOD$/;
const LOOK_UPS = new Set(["includes", "indexOf", "startsWith", "has", "get"]);

const isName = (node: ts.Node): boolean =>
  (ts.isStringLiteralLike(node) && NAMES.has(node.text)) ||
  (ts.isIdentifier(node) && CONSTANTS.test(node.text));

/** Of `["a", "b"].includes(id)`. */
const elementsOf = (node: ts.Expression): readonly ts.Expression[] =>
  ts.isArrayLiteralExpression(node) ? node.elements : [];

const EQUALITY = new Set([ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken]);

/** Where a source asks whether something is a method of a certain name: `line text`. */
const comparisonsIn = (path: string, text: string): string[] => {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isEqual =
      ts.isBinaryExpression(node) &&
      EQUALITY.has(node.operatorToken.kind) &&
      (isName(node.left) || isName(node.right));
    const isCase = ts.isCaseClause(node) && isName(node.expression);
    const isLookUp =
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      LOOK_UPS.has(node.expression.name.text) &&
      [...node.arguments, ...elementsOf(node.expression.expression)].some(isName);
    if (isEqual || isCase || isLookUp) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push(`${line} ${(isCase ? node.expression : node).getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
};

describe("a method's name", () => {
  const comparing = readSources().flatMap(({ path }) => {
    const text = readFileSync(new URL(`../../src/${path}`, import.meta.url), "utf8");
    return comparisonsIn(path, text).map((found) => ({ path, found }));
  });

  test("is compared with in the method's own rooms only", () => {
    const outside = comparing.filter(
      ({ path }) => !ROOMS.some((room) => room.test(path)) && !(path in EXCEPTIONS),
    );
    expect(outside.map(({ path, found }) => `${path}:${found}`)).toEqual([]);
  });

  test("no exception is made in vain", () => {
    const paths = comparing.map(({ path }) => path);
    expect(Object.keys(EXCEPTIONS).filter((path) => !paths.includes(path))).toEqual([]);
  });

  test("is found however it is compared with", () => {
    const text = [
      'const a = id === "wallet" || AGE_KEY_METHOD !== id;',
      'const b = methods.includes("voucher") || id.startsWith("vendor");',
      "switch (id) {",
      '  case "document":',
      "}",
      'const e = ["oidc", "other"].includes(id);',
      // Naming it is no question about it.
      'const c = { id: "wallet", ...named(AGE_KEY_METHOD) };',
      'const d = id === "passport" || words.includes("a wallet");',
    ].join("\n");
    expect(comparisonsIn("a.ts", text)).toEqual([
      '1 id === "wallet"',
      "1 AGE_KEY_METHOD !== id",
      '2 methods.includes("voucher")',
      '2 id.startsWith("vendor")',
      '4 "document"',
      '6 ["oidc", "other"].includes(id)',
    ]);
  });
});
