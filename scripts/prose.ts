// npm run prose: what the word list of docs/style.md finds in docs, comments and texts. Exit 1 when it finds something.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { isProse, proseFaults } from "./lib/prose.ts";
import { ROOT } from "./lib/run.ts";

process.chdir(ROOT);
// Other languages have words of their own, and tests are not asked anywhere; the list itself and its test quote what they look for.
const isLeftOut = (path: string): boolean =>
  /^(?:src\/hosted\/texts\/(?!en\.ts)|packages\/[^/]+\/tests\/)/.test(path) ||
  /(?:^|\/)(?:prose(?:\.test)?\.ts|style\.md)$/.test(path);
const paths = execFileSync(
  "git",
  ["ls-files", "*.md", "src", "scripts", "sdk", "lab", "docs", "examples", "packages", "prisma"],
  { encoding: "utf8" },
)
  .split("\n")
  .filter((path) => path !== "" && isProse(path) && !isLeftOut(path) && existsSync(path));
const faults = paths.flatMap((path) => proseFaults(path));
for (const { path, line, found, instead } of faults)
  console.error(`${path}:${line}  “${found}”  → ${instead}`);
if (faults.length > 0) console.error(`\n${faults.length} phrases that docs/style.md does not want.`);
process.exitCode = faults.length > 0 ? 1 : 0;
