import type { GateToConfigure } from "./gate-to-configure.ts";

const openLines = (paths: readonly string[]): string =>
  paths.length === 0 ? "  (none)" : paths.map((path) => `  ${path}`).join("\n");

/** What to type into the settings of the WordPress plugin, which verifies cookies itself. */
export const wordpressConfiguration = (gate: GateToConfigure): string => {
  const { siteId, origin, threshold, publicUrl, openPaths } = gate;
  return `\
The plugin is one file, lintel-age-gate.zip. Ask the people who run ${publicUrl} for it.
At ${origin}/wp-admin/ install it under Plugins → Add New → Upload Plugin and activate it.
Then open Settings → Age check and enter:

Lintel’s address:  ${publicUrl}
Site ID:           ${siteId}
Age:               ${threshold}
Secret:            GATE_SECRET

Paths that stay open:
${openLines(openPaths)}

Files under /wp-content/uploads/ are served without WordPress. The settings page prints the rules for your web server
that close them, too.
`;
};
