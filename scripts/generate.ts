// npm run generate
import { generateClient } from "./lib/generate.ts";

const { code } = await generateClient();
process.exitCode = code;
