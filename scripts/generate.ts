// npm run generate
import { generateClient } from "./lib/build.ts";

process.exitCode = (await generateClient()).code;
