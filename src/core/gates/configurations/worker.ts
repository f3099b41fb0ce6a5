import type { GateToConfigure } from "#core/gates/configurations/gate-to-configure.ts";

/** A basic string of TOML 1.0, whose escapes include those of JSON. */
const quoted = (text: string): string => JSON.stringify(text);

// Cloudflare identifies a route only by its host. A test site of this machine has none: `wrangler dev` serves it.
const routeOf = ({ origin }: GateToConfigure): string =>
  origin.startsWith("https:")
    ? `
# Everything of this host goes through the Worker. Under Workers Routes in Cloudflare's dashboard, set this route's request
# limit failure mode to "Fail closed": otherwise the site is open to everyone when your plan's requests are used up.
routes = [${quoted(`${new URL(origin).hostname}/*`)}]
`
    : "";

/**
 * The settings of the Cloudflare Worker: as `wrangler.toml`, whose variables can also be typed into Cloudflare's dashboard. The
 * Worker verifies the cookie itself, so it needs the gate's secret, which is stored apart.
 */
export const workerConfiguration = (gate: GateToConfigure): string => `\
# The age check of ${gate.host}, as a Cloudflare Worker. Its code is one file: sdk/worker/worker.js of Lintel. The steps, with
# and without this file, are in sdk/worker/README.md.
name = "age-check"
main = "worker.js"
compatibility_date = "2026-01-01"
${routeOf(gate)}
# The Worker has no second address, which would not be this host's.
workers_dev = false
preview_urls = false

[vars]
# The age service: the Worker forwards the pages of the check to it.
GATE_SERVICE = ${quoted(gate.publicUrl)}
# This site there, its address, and the age that it asks for.
GATE_SITE = ${quoted(gate.siteId)}
GATE_ORIGIN = ${quoted(gate.origin)}
GATE_THRESHOLD = ${quoted(gate.threshold)}
# What everyone may see: a path, or all paths below one that ends in "/", with spaces between.
GATE_OPEN_PATHS = ${quoted(gate.openPaths.join(" "))}

# The secret is not in this file. Paste it where this command asks for it: npx wrangler secret put GATE_SECRET
`;
