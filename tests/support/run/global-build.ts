import { build } from "../../../scripts/lib/build.ts";
import { isBuilt } from "../../../scripts/lib/build-stamp.ts";

/** Makes the production build unless it is there already; the browser tests then find it. */
export default async function setup(): Promise<void> {
  if (!isBuilt() && (await build()).code !== 0) throw new Error("The build failed: see above.");
}
