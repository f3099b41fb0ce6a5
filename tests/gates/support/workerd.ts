import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { workerConfiguration } from "#core/gates/configurations/worker.ts";
import { ROOT } from "../../../scripts/lib/run.ts";
import { anyPort } from "../../../scripts/local/ports.ts";
import { startProgram, writeFiles } from "./program.ts";
import type { GateWorld } from "./world.ts";

export const WORKERD = join(ROOT, "sdk/runtimes/node_modules/.bin/workerd");

/** The variables of the printed wrangler.toml. @throws when it has a line that this does not understand */
export const printedVariables = (toml: string): Record<string, string> => {
  const [, vars = ""] = toml.split("\n[vars]\n");
  const lines = vars.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = "", value] = /^(GATE_[A-Z_]+) = (".*")$/.exec(line) ?? [];
      if (value === undefined) throw new Error(`not a variable: ${line}`);
      return [name, JSON.parse(value)];
    }),
  );
};

// What Cloudflare does between the Worker and the world: the site's name leads to its server, every other one to the internet.
const INTERNET = `export default {
  fetch(request, { SITE, INTERNET, SITE_HOST }) {
    return (new URL(request.url).host === SITE_HOST ? SITE : INTERNET).fetch(request);
  },
};
`;

// The Worker at another time, and with the variables of another gate: a header says which.
const AT_A_TIME = `import worker from "worker.js";
const dateNow = Date.now;
export default {
  async fetch(request, variables) {
    const { now, ...others } = JSON.parse(request.headers.get("Test-Gate"));
    Date.now = () => now * 1_000;
    try {
      return await worker.fetch(request, { ...variables, ...others });
    } finally {
      Date.now = dateNow;
    }
  },
};
`;

const text = (value: string): string => JSON.stringify(value);

/** workerd's own form (Cap'n Proto): one Worker for each socket, and what is behind them. */
const configOf = (world: GateWorld, ports: { plain: number }, settings: Record<string, string>): string => {
  const bindings = Object.entries(settings).map(
    ([name, value]) => `(name = ${text(name)}, text = ${text(value)})`,
  );
  const worker = (main: string, modules: readonly string[]): string => `(
  modules = [${[main, ...modules].map((name) => `(name = "${name}", esModule = embed "${name}")`).join(", ")}],
  compatibilityDate = "2026-01-01",
  bindings = [${bindings.join(", ")}],
  globalOutbound = "cloudflare",
)`;
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "gate", worker = .gate),
    (name = "gate-at-a-time", worker = .gateAtATime),
    (name = "cloudflare", worker = .cloudflare),
    (name = "site", external = (address = "127.0.0.1:${world.site.port}", http = ())),
    (name = "internet", network = (
      allow = ["local", "private", "public"], tlsOptions = (trustedCertificates = [embed "authority.pem"]))),
  ],
  sockets = [
    (name = "https", address = "127.0.0.1:${world.door.port}", service = "gate", https = (
      options = (), tlsOptions = (keypair = (privateKey = embed "site.key", certificateChain = embed "site.pem")))),
    (name = "http", address = "127.0.0.1:${ports.plain}", service = "gate-at-a-time", http = (
      forwardedProtoHeader = "Test-Proto")),
  ],
);
const gate :Workerd.Worker = ${worker("worker.js", [])};
const gateAtATime :Workerd.Worker = ${worker("at-a-time.js", ["worker.js"])};
const cloudflare :Workerd.Worker = (
  modules = [(name = "internet.js", esModule = embed "internet.js")],
  compatibilityDate = "2026-01-01",
  bindings = [
    (name = "SITE", service = "site"),
    (name = "INTERNET", service = "internet"),
    (name = "SITE_HOST", text = ${text(world.gate.host)}),
  ],
);
`;
};

/**
 * The Worker in workerd, Cloudflare's runtime, with the printed variables: at the world's door by TLS, and over plain HTTP at
 * any time and for any gate.
 * @param change of the variables
 */
export const startWorkerd = async (
  stack: AsyncDisposableStack,
  world: GateWorld,
  change: Record<string, string> = {},
): Promise<{ plainPort: number; output: () => string }> => {
  const { gate, folder, authority, certificate, door } = world;
  const plainPort = await anyPort();
  const variables = { ...printedVariables(workerConfiguration(gate)), GATE_SECRET: gate.secret, ...change };
  const files = await writeFiles(folder, {
    "authority.pem": authority,
    "site.pem": certificate.cert,
    "site.key": certificate.key,
    "internet.js": INTERNET,
    "at-a-time.js": AT_A_TIME,
    "workerd.capnp": configOf(world, { plain: plainPort }, variables),
  });
  await copyFile(join(ROOT, "sdk/worker/worker.js"), join(folder, "worker.js"));
  const { output } = await startProgram(stack, WORKERD, ["serve", files["workerd.capnp"]], {
    port: door.port,
  });
  return { plainPort, output };
};
