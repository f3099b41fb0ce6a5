import { join } from "node:path";
import { caddyConfiguration } from "#core/gates/configurations/caddy.ts";
import { adapt, missing, startProgram, writeFiles } from "./program.ts";
import type { TestGate } from "./test-gate.ts";
import { type GateWorld, newGateWorld } from "./world.ts";

const PROGRAM = "/usr/bin/caddy";

/** Why tests with Caddy cannot run here; null when they can. */
export const caddyMissing: string | null = missing(PROGRAM, "caddy");

const SITE = "http://127.0.0.1:8080";

// What a machine that serves one site needs not say: no administration, no second port.
const GLOBAL = `{
	admin off
	auto_https disable_redirects
}
`;

type Change = (configuration: string, world: GateWorld) => string;

/**
 * Debian's Caddy with the printed configuration, before the site of a world.
 * @param change of the printed text, for tests that want to see what a line is for, or another program behind it
 */
export const serveCaddy = async (
  stack: AsyncDisposableStack,
  world: GateWorld,
  change: Change = (text) => text,
): Promise<void> => {
  const { gate, site, certificate, authority, folder, door } = world;
  const paths = await writeFiles(folder, {
    "site.crt": certificate.cert,
    "site.key": certificate.key,
    "authority.crt": authority,
  });
  const printed = change(caddyConfiguration(gate), world);
  const text = adapt(printed, {
    // Caddy fetches certificates by itself, but not for a name that exists on this machine alone.
    ...(gate.origin.startsWith("https:") && {
      [`${gate.host} {`]: `${gate.host} {\n\ttls ${paths["site.crt"]} ${paths["site.key"]}`,
    }),
    ...(printed.includes(SITE) && { [SITE]: `http://127.0.0.1:${site.port}` }),
  });
  const { Caddyfile } = await writeFiles(folder, { Caddyfile: GLOBAL + text });
  await startProgram(stack, PROGRAM, ["run", "--config", Caddyfile, "--adapter", "caddyfile"], {
    port: door.port,
    env: { HOME: folder, XDG_DATA_HOME: join(folder, "data"), SSL_CERT_FILE: paths["authority.crt"] },
  });
};

/** Starts it with a world for it. */
export const startCaddy = async (
  stack: AsyncDisposableStack,
  change?: Change,
  more: Partial<TestGate> = {},
): Promise<GateWorld> => {
  const world = await newGateWorld(stack, "caddy", more);
  await serveCaddy(stack, world, change);
  return world;
};
