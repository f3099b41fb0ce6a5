// npm run sdk:types: writes the types of sdk/typescript from the contracts, and the report of its public interface.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openApiDocument } from "../src/contracts/public/openapi.ts";
import { ROOT } from "./lib/run.ts";
import { sdkApiReport } from "./lib/sdk-api.ts";
import { sdkTypes } from "./lib/sdk-types.ts";

const folder = join(ROOT, "sdk/typescript");
const types = join(folder, "src/types.ts");
writeFileSync(types, sdkTypes(openApiDocument("https://lintel.example")));
execFileSync(join(ROOT, "node_modules/.bin/biome"), ["format", "--write", types], { stdio: "inherit" });
writeFileSync(join(folder, "api-report.md"), sdkApiReport());
