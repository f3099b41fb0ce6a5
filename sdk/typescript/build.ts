// npm run build, and before `npm pack`: src → dist, with the root's TypeScript. Twice, because the comments belong into the
// declarations, where editors show them, and not into what is downloaded.
import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const compile = (...options: string[]): void => {
  execFileSync(process.execPath, [tsc, "--project", here, ...options], { stdio: "inherit" });
};

rmSync(`${here}dist`, { recursive: true, force: true });
compile("--removeComments");
compile("--declaration", "--emitDeclarationOnly");
// tsc rewrites the imports of what runs, but not those of declarations.
for (const name of readdirSync(`${here}dist`).filter((name) => name.endsWith(".d.ts"))) {
  const file = `${here}dist/${name}`;
  writeFileSync(file, readFileSync(file, "utf8").replace(/from "(\.\/[\w-]+)\.ts"/g, 'from "$1.js"'));
}
copyFileSync(`${here}../../LICENSE`, `${here}LICENSE`);
