import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path/posix";
import ts from "typescript";
import { ROOT } from "./run.ts";

export type SourceImport = {
  /** A path below src, or a package's name. */ to: string;
  isOurs: boolean;
  isRuntime: boolean;
  /** The values imported by name. */
  names: string[];
};
export type SourceFile = {
  /** Below src: "core/age.ts". */
  path: string;
  lines: number;
  /** Begins with "use client": on the server, its exports are references for React alone. */
  isClient: boolean;
  imports: SourceImport[];
  /** Where the bans of the architecture are broken, by the ban's name. */
  findings: { rule: Rule; line: number; text: string }[];
};
export type Rule = "any" | "cast" | "process.env" | "ambient" | "branch";

const GENERATED = /^(?:data|docs-page)\/generated\//;
// Time, chance and network are arguments everywhere but in runtime, config and platform; a stopwatch
// (performance.now) decides nothing and may be read anywhere.
const AMBIENT = new Set(["Date.now", "Math.random", "fetch", "globalThis.fetch", "crypto.randomUUID"]);

/** Every file below src that was written by hand, style sheets and pictures among them. */
export const readPaths = (): string[] =>
  readdirSync(join(ROOT, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(join(ROOT, "src"), join(parentPath, name)).replaceAll("\\", "/"))
    .filter((path) => !GENERATED.test(path))
    .sort();

/** Every TypeScript file below src that was written by hand. */
export const readSources = (): SourceFile[] =>
  readPaths()
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => parseSource(path, readFileSync(join(ROOT, "src", path), "utf8")));

/** Every TypeScript file of the packages below `packages/`, as `packages/age/src/age.ts`. */
export const readEngineSources = (): SourceFile[] =>
  globSync("packages/*/src/**/*.ts", { cwd: ROOT })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted()
    .map((path) => parseSource(path, readFileSync(join(ROOT, path), "utf8")));

/** Every TypeScript file of the packages below `sdk/`, as `sdk/cli/src/main.ts`; what is installed or built there is not. */
export const readSdkSources = (): SourceFile[] =>
  globSync("sdk/*/{bin,src}/**/*.{ts,mjs}", { cwd: ROOT })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted()
    .map((path) => parseSource(path, readFileSync(join(ROOT, path), "utf8")));

export function parseSource(path: string, text: string): SourceFile {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const file: SourceFile = {
    path,
    lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0),
    isClient: text.startsWith('"use client"'),
    imports: [],
    findings: [],
  };
  const report = (rule: Rule, node: ts.Node) => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    file.findings.push({ rule, line, text: node.getText().split("\n")[0] ?? "" });
  };
  const visit = (node: ts.Node): void => {
    const found = importIn(node, path);
    if (found !== undefined) file.imports.push(found);
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
function importIn(node: ts.Node, path: string): SourceImport | undefined {
  const isDeclaration = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const specifier = isDeclaration ? node.moduleSpecifier : isCall ? node.arguments[0] : undefined;
  if (specifier === undefined || !ts.isStringLiteral(specifier)) return undefined;
  const isType = ts.isImportDeclaration(node)
    ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
    : ts.isExportDeclaration(node) && node.isTypeOnly;
  const { text } = specifier;
  const isRelative = text.startsWith(".");
  return {
    to: isRelative ? normalize(join(dirname(path), text)) : text.replace(/^#/, ""),
    isOurs: isRelative || text.startsWith("#"),
    isRuntime: !isType,
    names: isType || !ts.isImportDeclaration(node) ? [] : valuesIn(node),
  };
}

function valuesIn({ importClause }: ts.ImportDeclaration): string[] {
  const bindings = importClause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return [];
  return bindings.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name.text);
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
