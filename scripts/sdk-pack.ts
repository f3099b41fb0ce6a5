// npm run sdk:pack: every package that the service hands out and .github/workflows/publish.yml publishes, in .local/sdk.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runScript } from "./lib/foreseen.ts";
import { writePackages } from "./lib/packages.ts";
import { ROOT } from "./lib/run.ts";

const FOLDER = ".local/sdk";

await runScript(() => {
  writePackages(FOLDER);
  // The archives with their checksums. Beside them is `go`, the module proxy.
  console.log(`In ${FOLDER}:`);
  console.log(readFileSync(join(ROOT, FOLDER, "SHA256SUMS"), "utf8").trimEnd());
  return Promise.resolve(0);
});
