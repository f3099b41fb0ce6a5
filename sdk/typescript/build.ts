// npm run build, and before `npm pack`: src → dist, with the root's TypeScript. Once for require(), since Jest and TypeScript with
// `module: commonjs` or `node16` cannot load modules; and apart from the declarations, because comments belong into those,
// where editors show them, and not into what is downloaded.
import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const dist = `${here}dist/`;
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const compile = (...options: string[]): void => {
  execFileSync(process.execPath, [tsc, "--project", here, ...options], { stdio: "inherit" });
};
const read = (name: string): string => readFileSync(dist + name, "utf8");
const ending = (text: string, end: string): string =>
  text.replace(/(["']\.\/[\w-]+)\.[jt]s(["'])/g, `$1.${end}$2`);

rmSync(dist, { recursive: true, force: true });
const old = ["--module", "commonjs", "--moduleResolution", "node10", "--ignoreDeprecations", "6.0"];
compile("--removeComments", ...old, "--verbatimModuleSyntax", "false");
for (const name of readdirSync(dist)) {
  writeFileSync(dist + name.replace(/js$/, "cjs"), ending(read(name), "cjs"));
  rmSync(dist + name);
}
compile("--removeComments");
compile("--declaration", "--declarationMap", "--emitDeclarationOnly");
// tsc rewrites the imports of what runs, but not those of declarations.
for (const name of readdirSync(dist).filter((name) => name.endsWith(".d.ts"))) {
  const text = read(name);
  writeFileSync(dist + name, ending(text, "js"));
  writeFileSync(dist + name.replace(/ts$/, "cts"), ending(text, "cjs"));
}
copyFileSync(`${here}../../LICENSE`, `${here}LICENSE`);
