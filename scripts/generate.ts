// npm run generate
import { generateClient } from "./lib/build.ts";
import { generateDocs } from "./lib/docs-site.ts";

generateDocs();
process.exitCode = (await generateClient()).code;
