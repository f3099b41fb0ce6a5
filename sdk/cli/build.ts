// Before `npm pack`: one file, dist/main.mjs, with everything that the command line imports. The package has no dependencies,
// so `npx lintel` downloads nothing else.
import { copyFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const here = fileURLToPath(new URL(".", import.meta.url));

rmSync(`${here}dist`, { recursive: true, force: true });
await build({
  input: `${here}src/main.ts`,
  platform: "node",
  // What is not built in has to be in the file: an import that stays would fail where the package is installed.
  external: /^node:/,
  output: { file: `${here}dist/main.mjs`, format: "esm" },
  logLevel: "warn",
});
copyFileSync(`${here}../../LICENSE`, `${here}LICENSE`);
