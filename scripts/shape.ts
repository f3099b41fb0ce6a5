// npm run shape: how src measures up to the bar of docs/architecture.md. Exit 1 when it does not.
import { WALKS } from "../tests/unit/walks.ts";
import { BAR, faultsOf, measureShape, walkFaults } from "./lib/shape.ts";
import { readPaths, readSources } from "./lib/source.ts";

const files = readSources();
const shape = measureShape(files, readPaths());
const row = (name: string, value: string | number, allowed = "") =>
  console.log(`${name.padEnd(44)}${String(value).padStart(6)}   ${allowed}`);

row("files", shape.files, "");
row("lines of TypeScript", shape.lines);
row("mean lines", shape.meanLines, "");
row("longest", shape.longest.lines, `≤ ${BAR.maxLines}   ${shape.longest.path}`);
row(`under ${BAR.smallLines} lines with one importer at most`, shape.tooSmall.length, "0");
row(
  `folders of more than ${BAR.folderFiles} files`,
  shape.crowded.length,
  `a hint   ${shape.crowded.join(", ")}`,
);
row(`names of more than ${BAR.sameName} files`, shape.sameNames.length, "0");
row("import cycles, types included", shape.cycles.length, "0");
row("knots within a folder, at any depth", shape.knots.length, "0");
row("process.env readers", shape.environmentReaders.length, `1   ${shape.environmentReaders.join(", ")}`);
console.log("\nFiles to open, from the outside in, to understand");
for (const walk of WALKS) row(`  ${walk.name}`, walk.files.length, `≤ ${walk.most}`);

const faults = [...faultsOf(shape), ...WALKS.flatMap((walk) => walkFaults(walk, files))];
for (const fault of faults) console.error(`✗ ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
