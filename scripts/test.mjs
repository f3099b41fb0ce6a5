// npm test: every test there is, and one line that sums them up. See test-all.ts.
import { launch } from "./lib/launch.mjs";

await launch("scripts/test-all.ts");
