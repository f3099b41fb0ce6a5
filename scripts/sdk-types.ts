// npm run sdk:types: writes the types of every SDK from the contracts. Those of sdk/typescript are formatted here.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openApiDocument } from "../src/contracts/public/openapi.ts";
import { ROOT } from "./lib/run.ts";
import { sdkTypes } from "./lib/sdk-types.ts";
import { generatedFiles } from "./sdk/files.ts";

const file = join(ROOT, "sdk/typescript/src/types.ts");
writeFileSync(file, sdkTypes(openApiDocument("https://lintel.example")));
execFileSync(join(ROOT, "node_modules/.bin/biome"), ["format", "--write", file], { stdio: "inherit" });
for (const [path, text] of generatedFiles()) writeFileSync(join(ROOT, path), text);
