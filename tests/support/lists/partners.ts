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

/** The name of a list, and what is made of it in the same file: other lists, and types. */
const namesOf = (text: string, name: string): ReadonlySet<string> => {
  const names = new Set([name]);
  const statements = [...text.matchAll(/^(?:export )?(?:type|const) (\w+)\b[^;]*;/gm)];
  for (let before = 0; before !== names.size; ) {
    before = names.size;
    for (const [statement, made = ""] of statements)
      if ([...names].some((known) => new RegExp(`\\b${known}\\b`).test(statement))) names.add(made);
  }
  return names;
};

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
  const settings = { ...options, incremental: false };
  let program = ts.createProgram(roots, settings, host);

  /**
   * The first file that no longer compiles once the list has another entry.
   * @param isFar whether files are asked that name neither the list nor what is made of it in its file, which takes long
   */
  const partnerOf = ({ path, name, end }: NamedList, isFar: boolean): string | null => {
    const text = texts.get(path) ?? "";
    const longer = `${text.slice(0, end).replace(/,\s*$/, "")}, "${ANOTHER}"${text.slice(end)}`;
    changed = { file: absolute(path), text: longer };
    program = ts.createProgram(roots, settings, host, program);
    const names = new RegExp(`\\b(?:${[...namesOf(text, name)].join("|")})\\b`);
    const minds = (other: string): boolean => {
      const file = program.getSourceFile(absolute(other));
      return file !== undefined && program.getSemanticDiagnostics(file).length > 0;
    };
    const { near = [], far = [] } = Object.groupBy(paths, (other) =>
      names.test(texts.get(other) ?? "") ? "near" : "far",
    );
    return near.find(minds) ?? (isFar ? far.find(minds) : undefined) ?? null;
  };
  const lists = paths
    .filter((path) => path.startsWith("core/"))
    .flatMap((path) => listsIn(path, texts.get(path) ?? ""));
  return { lists, partnerOf };
};
