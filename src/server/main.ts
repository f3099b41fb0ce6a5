// npm run serve: the production build behind an HTTP server with limits. Settings: .env.example.
// With --dev, as `npm run dev` starts it, Next builds what is asked for and builds it again after an edit.
import { once } from "node:events";
import next from "next";
import { ConfigError, loadConfig } from "#config.ts";
import { startDraining } from "#platform/draining.ts";
import { SigningKeyError } from "#platform/signing-key.ts";
import { loadSigningKeys } from "#platform/signing-keys.ts";
import { checkSecretsAtStart, endOnWrongSecrets, WrongSecretsError } from "#start-check.ts";
import { createHttpServer } from "./http-server.ts";

const IS_DEV = process.argv.includes("--dev");
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

const main = async (): Promise<void> => {
  const config = loadConfig();
  await checkSecretsAtStart(config, endOnWrongSecrets);
  await loadSigningKeys(config.TOKEN_SIGNING_KEYS); // a wrong one is reported now, not by every request
  const nextSignal = watchSignals();
  const stopped = nextSignal();
  const app = next({ dev: IS_DEV, dir: process.cwd(), hostname: config.HOST, port: config.PORT });
  await app.prepare();
  const handle = app.getRequestHandler();
  const { server, drain } = createHttpServer((request, response) => handle(request, response), {
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
  () => process.exit(0),
  (error: unknown) => {
    console.error(explain(error));
    process.exit(1);
  },
);
