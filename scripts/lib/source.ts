import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path/posix";
import ts from "typescript";
import { ROOT } from "./run.ts";

export type SourceImport = {
  /** A path below src, or a package's name. */ to: string;
  isOurs: boolean;
  isRuntime: boolean;
};
export type SourceFile = {
  /** Below src: "core/age.ts". */
  path: string;
  lines: number;
  imports: SourceImport[];
  /** Where the bans of the architecture are broken, by the ban's name. */
  findings: { rule: Rule; line: number; text: string }[];
};
export type Rule = "any" | "cast" | "process.env" | "ambient" | "branch";

const GENERATED = "data/generated/";
// Time, chance and network are arguments everywhere but in runtime, config and platform; a stopwatch
// (performance.now) decides nothing and may be read anywhere.
const AMBIENT = new Set(["Date.now", "Math.random", "fetch", "globalThis.fetch", "crypto.randomUUID"]);

/** Every file below src that was written by hand, style sheets and pictures among them. */
export const readPaths = (): string[] =>
  readdirSync(join(ROOT, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(join(ROOT, "src"), join(parentPath, name)).replaceAll("\\", "/"))
    .filter((path) => !path.startsWith(GENERATED))
    .sort();

/** Every TypeScript file below src that was written by hand. */
export const readSources = (): SourceFile[] =>
  readPaths()
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => parseSource(path, readFileSync(join(ROOT, "src", path), "utf8")));

export function parseSource(path: string, text: string): SourceFile {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const file: SourceFile = {
    path,
    lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0),
    imports: [],
    findings: [],
  };
  const report = (rule: Rule, node: ts.Node) => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    file.findings.push({ rule, line, text: node.getText().split("\n")[0] ?? "" });
  };
  const visit = (node: ts.Node): void => {
    const specifier = importedBy(node);
    if (specifier !== undefined) file.imports.push(resolve(path, specifier.text, specifier.isRuntime));
    if (node.kind === ts.SyntaxKind.AnyKeyword) report("any", node);
    if (isCast(node)) report("cast", node);
    if (ts.isPropertyAccessExpression(node) && node.getText() === "process.env") report("process.env", node);
    if (isAmbient(node)) report("ambient", node);
    if (ts.isIfStatement(node) || ts.isSwitchStatement(node) || ts.isConditionalExpression(node))
      report("branch", node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return file;
}

/** What an import, a re-export or an `import()` names. Only `import type` is gone at run time. */
function importedBy(node: ts.Node): { text: string; isRuntime: boolean } | undefined {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    return {
      text: node.moduleSpecifier.text,
      isRuntime: node.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword,
    };
  }
  if (
    ts.isExportDeclaration(node) &&
    node.moduleSpecifier !== undefined &&
    ts.isStringLiteral(node.moduleSpecifier)
  ) {
    return { text: node.moduleSpecifier.text, isRuntime: !node.isTypeOnly };
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [first] = node.arguments;
    return first !== undefined && ts.isStringLiteral(first)
      ? { text: first.text, isRuntime: true }
      : undefined;
  }
  return undefined;
}

function resolve(from: string, specifier: string, isRuntime: boolean): SourceImport {
  if (specifier.startsWith("#")) return { to: specifier.slice(1), isOurs: true, isRuntime };
  if (specifier.startsWith("."))
    return { to: normalize(join(dirname(from), specifier)), isOurs: true, isRuntime };
  return { to: specifier, isOurs: false, isRuntime };
}

const isCast = (node: ts.Node): boolean =>
  (ts.isAsExpression(node) && node.type.getText() !== "const") ||
  ts.isTypeAssertionExpression(node) ||
  ts.isNonNullExpression(node);

function isAmbient(node: ts.Node): boolean {
  if (ts.isCallExpression(node)) return AMBIENT.has(node.expression.getText());
  return (
    ts.isNewExpression(node) && node.expression.getText() === "Date" && (node.arguments ?? []).length === 0
  );
}
