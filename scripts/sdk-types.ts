// npm run sdk:types: writes the types of every SDK from the contracts, and the reports of their public interfaces. Those of
// sdk/typescript are formatted here.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openApiDocument } from "../src/contracts/public/openapi.ts";
import { ROOT } from "./lib/run.ts";
import { sdkApiReport } from "./lib/sdk-api.ts";
import { sdkTypes } from "./lib/sdk-types.ts";
import { generatedFiles } from "./sdk/files.ts";

const folder = join(ROOT, "sdk/typescript");
const types = join(folder, "src/types.ts");
writeFileSync(types, sdkTypes(openApiDocument("https://lintel.example")));
execFileSync(join(ROOT, "node_modules/.bin/biome"), ["format", "--write", types], { stdio: "inherit" });
writeFileSync(join(folder, "api-report.md"), sdkApiReport());
for (const [path, text] of generatedFiles()) writeFileSync(join(ROOT, path), text);
