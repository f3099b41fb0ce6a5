// npm run check: what is asked of the sources without running them. The stages share the processors, and what one
// finds is printed when it ends. Exit 1 when one finds something.
import { join } from "node:path";
import { generateClient } from "./lib/build.ts";
import { generateDocs } from "./lib/docs-site.ts";
import { ROOT, runNode } from "./lib/run.ts";

const program = (path: string): string => join(ROOT, "node_modules", path);

// The slowest first: the others fill what it leaves.
const STAGES: Record<string, string[]> = {
  types: [program("typescript-7/bin/tsc"), "--noEmit"],
  "unused code": [program("knip/bin/knip.js"), "--no-progress", "--no-config-hints"],
  lint: [program("@biomejs/biome/bin/biome"), "check", "--diagnostic-level=error"],
  shape: ["scripts/shape.ts"],
  prose: ["scripts/prose.ts"],
};

async function run(name: string, args: string[]): Promise<boolean> {
  const startedAt = performance.now();
  const { code, output } = await runNode(args, { quiet: true });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(`== ${name} (${seconds} s)${code === 0 ? "" : ` failed\n${output}`}`);
  return code === 0;
}

generateDocs();
const { code, output } = await generateClient(true);
if (code !== 0) {
  console.error(output);
  process.exitCode = 1;
} else {
  const passed = await Promise.all(Object.entries(STAGES).map(([name, args]) => run(name, args)));
  process.exitCode = passed.every(Boolean) ? 0 : 1;
}
