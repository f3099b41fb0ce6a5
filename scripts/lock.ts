// npm run lock: fills the holes that npm left in package-lock.json; see lib/lock-file.ts.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { completed, missingPackages } from "./lib/lock-file.ts";
import { ROOT } from "./lib/run.ts";

const file = join(ROOT, "package-lock.json");
const lock = JSON.parse(readFileSync(file, "utf8"));
const missing = missingPackages(lock);
if (missing.length > 0) writeFileSync(file, `${JSON.stringify(completed(lock), null, 2)}\n`);
for (const { name, version } of missing) console.log(`added  ${name} ${version}`);
console.log(missing.length === 0 ? "package-lock.json is complete." : `${missing.length} added.`);
