// npm test and npm run test:all: the tests, and one line that sums them up. See run-tests.ts.
import { launch } from "./lib/launch.mjs";

await launch("scripts/run-tests.ts");
