// npm run packages:pack: the packages below `packages/`, built and packed as npm installs them, in .local/packages.
import { mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import { packEngines } from "./lib/engine-pack.ts";
import { runScript } from "./lib/foreseen.ts";
import { ROOT } from "./lib/run.ts";

await runScript(() => {
  const folder = join(ROOT, ".local/packages");
  mkdirSync(folder, { recursive: true });
  for (const { name, version, file } of packEngines(folder))
    console.log(`${name} ${version}  ${relative(ROOT, file)}`);
  return Promise.resolve(0);
});
