import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/lib/run.ts";
import { readEngineSources, readPaths } from "../../scripts/lib/source.ts";

// A list and its partner do not compile apart: a table over a list is whole, with an explicit null where an entry has nothing, and
// what is shown of a row is named, so that a new column is not shown because it was added to a table.

const engines = readEngineSources().map(({ path }) => ({ path, from: path }));
const sources = readPaths()
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, from: `src/${path}` }))
  .concat(engines)
  .map(({ path, from }) => ({ path, text: readFileSync(join(ROOT, from), "utf8") }));

const PARTIAL = /Partial<\s*Record</;

/** Each with its reason. */
const PARTIAL_TABLES: Readonly<Record<string, string>> = {
  "hosted/texts/text.ts": "a language has the plural forms that it has, which catalogues.test.ts compares",
  "kit/filters.tsx": "a change names what it changes",
  "packages/document-reader/src/mrz/formats.ts":
    "a layout has the check digits that its specification gives it",
};

/** Rests, as `file: name`, each with the reason why no new column can come out by it. */
const RESTS: Readonly<Record<string, string>> = {
  "alerts/deliver.ts: addressee": "its type names what a letter is addressed with",
  "alerts/operator.ts: finding": "a rule makes it",
  "audit/files.ts: entry": "the file has the columns of its list",
  "audit/files.ts: others": "the caller asked for it",
  "check/end.ts: learned": "a decision has it from a method, and the row keeps it",
  "check/offer.ts: row": "it stays in the check",
  "gates/gates.ts: given": "the caller gave it",
  "gates/open-gates.ts: gate": "it stays in the process, which checks visitors by it",
  "hosted/submit.ts: state": "it stays in the check",
  "identity/sign-in.ts: row": "it stays in the sign-in",
  "keys/list-keys.ts: key": "the query names its columns",
  "logs/request-logs.ts: place": "its type names where the next page begins",
  "members/directory-requests.ts: shape": "its type names what is written down",
  "members/directory.ts: stored": "newToken names its fields, and the table keeps them",
  "members/invitations.ts: link": "newLink names its fields, and the table keeps them",
  "members/members.ts: row": "the query names its columns",
  "oidc/sites.ts: before": "of it, the audit trail has only the fields that were changed",
  "oidc/sites.ts: given": "the caller gave it",
  "oidc/sites.ts: more": "the caller gave it",
  "operator/traffic.ts: endpoint": "the query names its columns",
  "operator/traffic.ts: row": "the query names its columns",
  "practice/numbers.ts: by": "the query counts by these columns",
  "practice/statement-now.ts: basis": "the statement names what it takes of it",
  "practice/statement.ts: other": "the query names its columns",
  "tenants/settings.ts: others": "the query names its columns",
  "tenants/tenants.ts: shown": "the query names its columns",
  "verifications/export-csv.ts: others": "the caller asked for it",
  "webhooks/deliveries.ts: others": "the caller asked for it",
  "webhooks/endpoints.ts: changes": "the caller gave it",
};

/** Types of what is read from the database; an item of a list has none. */
const ROW = /Row\b|\bStored|\bSealed|Summary$/;

const restIn = (pattern: ts.BindingName): string | null => {
  if (!ts.isObjectBindingPattern(pattern)) return null;
  const rest = pattern.elements.find(({ dotDotDotToken }) => dotDotDotToken !== undefined);
  return rest && ts.isIdentifier(rest.name) ? rest.name.text : null;
};

const restOf = (parameter: ts.ParameterDeclaration | undefined): string | null => {
  if (!parameter || (parameter.type && !ROW.test(parameter.type.getText()))) return null;
  return restIn(parameter.name);
};

const isSpread = (node: ts.Node, name: string): boolean =>
  (ts.isSpreadAssignment(node) && node.expression.getText() === name) ||
  ts.forEachChild(node, (child) => isSpread(child, name) || undefined) === true;

const isReturned = (node: ts.Node, name: string): boolean =>
  (ts.isReturnStatement(node) && node.expression?.getText() === name) ||
  ts.forEachChild(node, (child) => isReturned(child, name) || undefined) === true;

/** The rest of what a function has found itself, if it hands it on as it is or in an object. */
const restHeld = (node: ts.Node): string | null => {
  if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return null;
  const name = restIn(node.name);
  const block = ts.findAncestor(node, ts.isBlock);
  return name !== null && block && (isSpread(block, name) || isReturned(block, name)) ? name : null;
};

/** The rests that a function hands on, as they are or in an object: of rows that it is given, and of all that it finds itself. */
const restsIn = (path: string, text: string): string[] => {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const held = restHeld(node);
    if (held !== null) found.push(held);
    if (ts.isArrowFunction(node)) {
      const name = restOf(node.parameters[0]) ?? restOf(node.parameters[1]);
      if (name !== null && (node.body.getText() === name || isSpread(node.body, name))) found.push(name);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
};

describe("a table over a list", () => {
  const partial = sources.filter(({ text }) => PARTIAL.test(text)).map(({ path }) => path);

  test("has every entry", () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(partial.filter((path) => !(path in PARTIAL_TABLES))).toEqual([]);
  });

  test("no exception is made in vain", () => {
    expect(Object.keys(PARTIAL_TABLES).filter((path) => !partial.includes(path))).toEqual([]);
  });
});

describe("the rest of a row", () => {
  const rests = sources
    .filter(({ path }) => path.startsWith("services/"))
    .flatMap(({ path, text }) =>
      restsIn(path, text).map((name) => `${path.slice("services/".length)}: ${name}`),
    );

  test("leaves no use case", () => {
    expect(rests.filter((rest) => !(rest in RESTS))).toEqual([]);
  });

  test("no exception is made in vain", () => {
    expect(Object.keys(RESTS).filter((rest) => !rests.includes(rest))).toEqual([]);
  });

  test("is found as it is handed on", () => {
    const text = [
      "const a = rows.map(({ id, ...row }) => ({ ...row, key: id }));",
      "const b = rows.map(({ hash: _, ...line }) => line);",
      "const c = (deps: Deps, { hash, ...kept }: VoucherRow) => { return [{ ...kept }]; };",
      // What a caller gave, and what is only asked.
      "const d = ({ seen, ...input }: Input) => ({ ...input });",
      "const e = rows.map(({ id, ...asked }) => stateOf(asked));",
      // What a function has found itself.
      "const f = () => { const { id, tenantId, ...given } = find(); return { ...given }; };",
      "const g = () => { const { id, ...told } = find(); return told; };",
      "const h = () => { const { id, ...weighed } = find(); return stateOf(weighed); };",
    ].join("\n");
    expect(restsIn("a.ts", text)).toEqual(["row", "line", "kept", "given", "told"]);
  });
});
