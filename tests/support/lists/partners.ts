import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";
import { ROOT } from "../../../scripts/lib/run.ts";
import { readPaths } from "../../../scripts/lib/source.ts";

/** A list of names in `core`: `export const KINDS = ["a", "b"] as const`. */
export type NamedList = {
  /** Below src: "core/access/scopes.ts". */
  readonly path: string;
  readonly name: string;
  /** Where in the file's text another entry can be written. */
  readonly end: number;
};

/** An entry that no list has, and that no partner can know. */
const ANOTHER = "zz_another";

const isConst = (node: ts.Expression): node is ts.AsExpression =>
  ts.isAsExpression(node) && node.type.getText() === "const";

const isNames = (node: ts.Expression): node is ts.ArrayLiteralExpression =>
  ts.isArrayLiteralExpression(node) &&
  node.elements.length > 0 &&
  node.elements.every((element) => ts.isStringLiteral(element) || ts.isSpreadElement(element)) &&
  node.elements.some((element) => ts.isStringLiteral(element));

/** The lists of names that stand at the top of a file. */
export const listsIn = (path: string, text: string): NamedList[] =>
  ts
    .createSourceFile(path, text, ts.ScriptTarget.Latest, true)
    .statements.filter((statement) => ts.isVariableStatement(statement))
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .flatMap(({ name, initializer }) => {
      if (!initializer || !ts.isIdentifier(name)) return [];
      const written = ts.isSatisfiesExpression(initializer) ? initializer.expression : initializer;
      if (!isConst(written) || !isNames(written.expression)) return [];
      return [{ path, name: name.text, end: written.expression.elements.end }];
    });

const absolute = (path: string): string => resolve(ROOT, "src", path);

/**
 * The source, of which one file at a time can be read with another text.
 * Programs share what did not change, and a file is checked only when it is asked for: a list costs seconds.
 */
export const readSource = () => {
  const { config } = ts.readConfigFile(resolve(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, ROOT);
  const paths = readPaths().filter((path) => /\.tsx?$/.test(path));
  const roots = [resolve(ROOT, "next-env.d.ts"), ...paths.map(absolute)];
  const texts = new Map(paths.map((path) => [path, readFileSync(absolute(path), "utf8")]));
  let changed = { file: "", text: "" };
  const host = ts.createCompilerHost(options);
  const files = new Map<string, ts.SourceFile | undefined>();
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, how, ...rest) => {
    if (file === changed.file) return ts.createSourceFile(file, changed.text, how, true);
    if (!files.has(file)) files.set(file, read(file, how, ...rest));
    return files.get(file);
  };
  let program = ts.createProgram(roots, { ...options, incremental: false }, host);

  /** The files that no longer compile, the first one only: those that name the list or its type are asked first. */
  const whoMinds = ({ path, name, end }: NamedList): string | null => {
    const text = texts.get(path) ?? "";
    changed = {
      file: absolute(path),
      text: `${text.slice(0, end).replace(/,\s*$/, "")}, "${ANOTHER}"${text.slice(end)}`,
    };
    program = ts.createProgram(roots, { ...options, incremental: false }, host, program);
    const types = [...text.matchAll(/export type (\w+) =[^;]*;/g)].flatMap(([whole, type = ""]) =>
      new RegExp(`\\b${name}\\b`).test(whole) ? [type] : [],
    );
    const names = new RegExp(`\\b(?:${[name, ...types].join("|")})\\b`);
    const near = paths.filter((other) => names.test(texts.get(other) ?? ""));
    const mindsIn = (other: string): boolean => {
      const file = program.getSourceFile(absolute(other));
      return file !== undefined && program.getSemanticDiagnostics(file).length > 0;
    };
    return near.find(mindsIn) ?? paths.filter((other) => !near.includes(other)).find(mindsIn) ?? null;
  };
  const lists = paths
    .filter((path) => path.startsWith("core/"))
    .flatMap((path) => listsIn(path, texts.get(path) ?? ""));
  return { lists, whoMinds };
};
