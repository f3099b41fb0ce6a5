// npm run sdk:pack -- [<folder>]: each published npm package of sdk/, as the .tgz that npm would publish. Default: .local/sdk.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { runScript } from "./lib/foreseen.ts";
import { ROOT } from "./lib/run.ts";
import { packSdk } from "./lib/sdk-pack.ts";

await runScript(() => {
  const folder = resolve(process.argv[2] ?? join(ROOT, ".local/sdk"));
  mkdirSync(folder, { recursive: true });
  for (const { name, version, file } of packSdk(folder)) console.log(`${name} ${version}  ${file}`);
  return Promise.resolve(0);
});
