// npm run shape: how src measures up to the architecture's bar. Exit 1 when it does not.
import { BAR, faultsOf, measureShape } from "./lib/shape.ts";
import { readSources } from "./lib/source.ts";

const shape = measureShape(readSources());
const row = (name: string, value: string | number, allowed = "") =>
  console.log(`${name.padEnd(24)}${String(value).padStart(6)}   ${allowed}`);

row("files", shape.files);
row("lines", shape.lines);
row("median lines", shape.medianLines, `≤ ${BAR.medianLines}`);
row("p90 lines", shape.p90Lines, `≤ ${BAR.p90Lines}`);
row("longest", shape.longest.lines, `≤ ${BAR.maxLines}   ${shape.longest.path}`);
row(`over ${BAR.maxLines} lines`, shape.tooLong.length, "0");
row("runtime import cycles", shape.cycles.length, "0");
row("process.env readers", shape.environmentReaders.length, `1   ${shape.environmentReaders.join(", ")}`);

const faults = faultsOf(shape);
for (const fault of faults) console.error(`✗ ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
