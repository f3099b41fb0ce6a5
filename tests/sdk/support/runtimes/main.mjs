// Bun and Deno play the table with the package as it is published: main.mjs <the stand-in's address>
import * as sdk from "@lintel/sdk";
import cases from "./cases.json" with { type: "json" };
import { runCase } from "./run-case.mjs";

const standIn = process.argv[2];
const version = process.versions.bun ?? process.versions.deno ?? process.versions.node;
const sum = { language: "typescript", version, passed: 0, failed: 0, skipped: 0 };
for (const one of cases) {
  const fault = await runCase(one, sdk, { standIn });
  sum[fault === null ? "passed" : "failed"] += 1;
  console.log(fault === null ? `ok ${one.id}` : `not ok ${one.id}: ${fault}`);
}
console.log(JSON.stringify(sum));
process.exit(sum.failed > 0 ? 1 : 0);
