// npm run wordpress:zip [file]: the WordPress plugin as a file to upload under Plugins → Add New → Upload Plugin.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { wordpressZip } from "./lib/wordpress-zip.ts";

const path = resolve(process.argv[2] ?? "lintel-age-gate.zip");
writeFileSync(path, wordpressZip());
console.log(path);
