import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { ROOT } from "./run.ts";

const FOLDER = join(ROOT, "sdk/typescript");
/** What callers can import or are handed; types.ts is compared by itself. */
const PUBLIC = [
  "index",
  "client",
  "admin",
  "errors",
  "webhooks",
  "verify",
  "handler",
  "memory-store",
  "tokens",
  "transport",
];

const HEAD = `# The public interface of @lintel/sdk

Made by \`npm run sdk:types\`; a test compares it with the sources. A line that goes away or changes here breaks someone's program: it needs a major version (before 1.0: a minor one)
and a line in CHANGELOG.md.
`;

/**
 * What TypeScript makes of sdk/typescript, in memory and without comments: texts by file name.
 * @throws Error with what TypeScript finds wrong in the package
 */
export function compiledSdk(wanted: "scripts" | "declarations"): ReadonlyMap<string, string> {
  const { config } = ts.readConfigFile(join(FOLDER, "tsconfig.json"), (path) => readFileSync(path, "utf8"));
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, FOLDER);
  const isScripts = wanted === "scripts";
  const program = ts.createProgram(fileNames, {
    ...options,
    declaration: !isScripts,
    emitDeclarationOnly: !isScripts,
    removeComments: true,
  });
  const faults = ts.getPreEmitDiagnostics(program);
  if (faults.length > 0)
    throw new Error(
      ts.formatDiagnostics(faults, {
        getCanonicalFileName: (name) => name,
        getCurrentDirectory: () => ROOT,
        getNewLine: () => "\n",
      }),
    );
  const emitted = new Map<string, string>();
  program.emit(undefined, (path, text) => emitted.set(basename(path), text));
  return emitted;
}

/** The declarations of the public files, one after the other. @throws as compiledSdk */
export function sdkApiReport(): string {
  const emitted = compiledSdk("declarations");
  const sections = PUBLIC.map(
    (name) => `\n## ${name}.ts\n\`\`\`ts\n${emitted.get(`${name}.d.ts`)?.trim()}\n\`\`\`\n`,
  );
  return HEAD + sections.join("");
}
