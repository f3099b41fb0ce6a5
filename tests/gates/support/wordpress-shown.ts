import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../scripts/lib/run.ts";
import { anyPort } from "../../../scripts/local/ports.ts";
import { newGate, type TestGate } from "../../support/gates/gate-service.ts";
import { serveBuild } from "../../support/http/served.ts";
import { openBrowser, type Visitors } from "./browser.ts";
import { startWordpress, type WordpressBench } from "./wordpress.ts";

export type Shown = Visitors & { site: WordpressBench; gate: TestGate; lintel: string };

/**
 * Everything that a visitor meets, as it is in production: WordPress with the plugin and a page cache, the built service
 * with its hosted page, and a browser. The plugin is not set up.
 */
export const showWordpress = async (
  stack: AsyncDisposableStack,
  { plugins = [], config = "" }: { plugins?: readonly string[]; config?: string } = {},
): Promise<Shown> => {
  const site = await startWordpress({ plugins, config: `define( 'WP_CACHE', true );\n${config}` });
  stack.defer(() => site.close());
  copyFileSync(
    join(ROOT, "tests/gates/support/wordpress/advanced-cache.php"),
    join(site.folder, "site/wp-content/advanced-cache.php"),
  );
  const port = await anyPort();
  const lintel = `http://localhost:${port}`;
  const served = stack.use(await serveBuild({ PORT: String(port), PUBLIC_URL: lintel }));
  const tenant = await served.service.tenant({ name: "Vineyard Ltd" });
  const gate = await newGate(served.service, tenant.id, { name: "Vineyard", origin: site.origin });
  return { ...{ site, gate, lintel }, ...(await openBrowser(stack)) };
};
