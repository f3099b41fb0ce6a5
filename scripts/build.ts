// npm run build
import { build } from "./lib/build.ts";

const { code } = await build();
process.exitCode = code;
