// npm run serve [-- --processes N]: the production build behind an HTTP server with limits. Settings: .env.example.
// Without N, one process for each core but one; SIGHUP replaces them one after the other (processes.ts). With --dev, as
// `npm run dev` starts it, Next builds what is asked for and builds it again after an edit.
import cluster from "node:cluster";
import { once } from "node:events";
import { parseArgs } from "node:util";
import next from "next";
import { ConfigError, loadConfig } from "#config.ts";
import { startDraining } from "#platform/draining.ts";
import { SigningKeyError } from "#platform/signing-key.ts";
import { loadSigningKeys } from "#platform/signing-keys.ts";
import { program } from "#program.ts";
import { getDeps } from "#runtime.ts";
import { checkSecretsAtStart, endOnWrongSecrets, WrongSecretsError } from "#start-check.ts";
import { createHttpServer, type NodeHandler } from "./http-server.ts";
import { createOidc } from "./oidc.ts";
import { defaultProcesses, runProcesses } from "./processes.ts";
import { createRest } from "./rest.ts";

const { values } = parseArgs({
  options: {
    dev: { type: "boolean", default: false },
    processes: { type: "string", default: String(defaultProcesses()) },
  },
});
const IS_DEV = values.dev;
// In development the browser's socket for reloads stays open, and nothing is worth waiting for.
const DRAIN_MS = IS_DEV ? 0 : 10_000;

/** @returns waits for the next signal to end */
const watchSignals = (): (() => Promise<NodeJS.Signals>) => {
  let deliver = (_signal: NodeJS.Signals): void => undefined;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => deliver(signal));
  return () =>
    new Promise((resolve) => {
      deliver = resolve;
    });
};

const serve = async (): Promise<void> => {
  const config = loadConfig();
  await checkSecretsAtStart(config, endOnWrongSecrets);
  await loadSigningKeys(config.TOKEN_SIGNING_KEYS); // a wrong one is reported now, not by every request
  const nextSignal = watchSignals();
  const stopped = nextSignal();
  globalThis.lintelProgram = program; // before Next, whose files take everything from it
  const app = next({ dev: IS_DEV, dir: process.cwd(), hostname: config.HOST, port: config.PORT });
  await app.prepare();
  const nextHandler = app.getRequestHandler();
  const rest = createRest(await getDeps());
  const oidc = createOidc(await getDeps());
  const handle: NodeHandler = (request, response) =>
    rest(request, response) ?? oidc(request, response) ?? nextHandler(request, response);
  const { server, drain } = createHttpServer(handle, {
    proxyHops: config.TRUSTED_PROXY_HOPS,
    isHttps: config.PUBLIC_URL.startsWith("https:"),
    isDev: IS_DEV,
  });
  server.listen(config.PORT, config.HOST);
  await once(server, "listening");
  console.log(`listening on ${config.HOST}:${config.PORT}, known as ${config.PUBLIC_URL}`);

  // Supervisors send SIGTERM; a server in a terminal (SIGINT, SIGHUP) is behind no balancer.
  const graceSeconds = (await stopped) === "SIGTERM" ? config.SHUTDOWN_GRACE_SECONDS : 0;
  startDraining();
  if (graceSeconds > 0) console.log(`not ready any more; no new connections in ${graceSeconds} s`);
  await drain(DRAIN_MS, { graceMs: graceSeconds * 1000, hurry: nextSignal() });
  await app.close();
  await (await globalThis.lintelRuntime)?.close();
};

/** @returns the exit code */
const main = async (): Promise<number> => {
  const count = Number(values.processes);
  if (!Number.isInteger(count) || count < 1 || count > 256)
    throw new ConfigError([{ path: "--processes", message: `got ${values.processes}, expected 1 to 256` }]);
  if (count > 1 && !IS_DEV && cluster.isPrimary) return runProcesses(count);
  await serve();
  return 0;
};

const explain = (error: unknown): unknown => {
  if (error instanceof ConfigError || error instanceof SigningKeyError) return error.message;
  if (error instanceof WrongSecretsError) return error.message;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") return "The port is taken by another program: set PORT to a free one.";
  if (code === "EACCES") return "This user may not listen on that port: set PORT to one above 1023.";
  if (error instanceof Error && /production build/.test(error.message))
    return "There is no build yet: run `npm run build` first.";
  return error;
};

main().then(
  // Timers and sockets of libraries must not keep a finished server alive.
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(explain(error));
    process.exit(1);
  },
);
