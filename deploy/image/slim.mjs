// Takes out of the image's node_modules what no process of the image reads. The list is slim.json, with a reason for each
// entry. An entry that finds nothing ends the build: its package has changed, and its reason has to be looked at.
import { globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const list = JSON.parse(readFileSync(new URL("slim.json", import.meta.url), "utf8"));
for (const { path, why } of list) {
  const found = globSync(`node_modules/${path}`, { withFileTypes: true })
    // A package may be called something.map.
    .filter((entry) => !path.startsWith("**/") || entry.isFile());
  if (found.length === 0) throw new Error(`slim.json: node_modules/${path} is not there (${why}).`);
  for (const entry of found) rmSync(join(entry.parentPath, entry.name), { recursive: true });
  console.log(`${found.length} of ${path}: ${why}`);
}
