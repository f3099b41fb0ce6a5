// npm run build
import { build } from "./lib/build.ts";

process.exitCode = (await build()).code;
