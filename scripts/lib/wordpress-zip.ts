import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./run.ts";
import { zip } from "./zip.ts";

const FOLDER = "sdk/wordpress";
const PLUGIN = "lintel-age-gate";

/** The WordPress plugin as a site's owner uploads it: one folder in a ZIP file. */
export const wordpressZip = (): Buffer => {
  const paths = globSync(`${PLUGIN}/**/*.*`, { cwd: join(ROOT, FOLDER) });
  const files = paths.map((path) => [path, readFileSync(join(ROOT, FOLDER, path))] as const);
  return zip(Object.fromEntries(files));
};
