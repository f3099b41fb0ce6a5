import { ensureBuilt } from "../../../scripts/lib/build.ts";

/** Makes the production build unless it is there already; the browser tests then find it. */
export default async function setup(): Promise<void> {
  await ensureBuilt();
}
