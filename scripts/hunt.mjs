// npm run test:hunt: every test again and again, in other orders, times and loads. See hunt-tests.ts.
import { launch } from "./lib/launch.mjs";

await launch("scripts/hunt-tests.ts");
