// npm run sdk:types: the types and operations of the SDKs, from the contracts' OpenAPI document.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./lib/run.ts";
import { generatedFiles } from "./sdk/files.ts";

for (const [path, text] of generatedFiles()) {
  writeFileSync(join(ROOT, path), text);
  console.log(path);
}
