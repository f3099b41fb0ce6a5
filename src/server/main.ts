// npm run serve [-- --processes N]: the production build behind an HTTP server with limits. Settings: .env.example.
// Without N, one process for each core but one; SIGHUP replaces them one after the other (processes.ts). With --dev, as
// `npm run dev` starts it, Next builds what is asked for and builds it again after an edit.
import cluster from "node:cluster";
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import next from "next";
import { type Config, ConfigError, IS_RUN_BY_NPM, loadConfig } from "#config/config.ts";
import { misspeltSettings } from "#config/faults.ts";
import { startDraining } from "#platform/draining.ts";
import { SigningKeyError } from "#platform/keys/signing-key.ts";
import { freezeIntrinsics } from "#platform/process/intrinsics.ts";
import { watchStopSignals } from "#platform/process/stop-signals.ts";
import { program } from "#program.ts";
import { believeExtraCa } from "#runtime/authorities.ts";
import { getDeps } from "#runtime/runtime.ts";
import { endWhenBroken } from "#runtime/self-check.ts";
import {
  checkSecretsAtStart,
  endOnWrongSecrets,
  exitCodeOf,
  WrongSecretsError,
} from "#runtime/start-check.ts";
import { bodyBounds } from "./bounded-request.ts";
import { takeConnections } from "./connections.ts";
import { createAsk, withHosts } from "./hosts.ts";
import { createHttpServer, type NodeHandler } from "./http-server.ts";
import { withJsonErrors } from "./json-errors.ts";
import { createOidc } from "./oidc.ts";
import { askedToLeave, defaultProcesses, type Leaving, runProcesses } from "./processes.ts";
import { createGates, createRest, createScim } from "./rest.ts";
import { giveSignsOfLife } from "./signs-of-life.ts";
import { standInForWorkers } from "./stand-in.ts";

const { values } = parseArgs({
  options: {
    dev: { type: "boolean", default: false },
    processes: { type: "string", default: String(defaultProcesses()) },
  },
});
const IS_DEV = values.dev;
// In development the browser's socket for reloads stays open, and nothing is worth waiting for.
const DRAIN_MS = IS_DEV ? 0 : 10_000;
/** With secrets that are out of step: what is written until then, others may not be able to read. */
const DRAIN_WRONG_MS = 5_000;
/** For what is closed after the requests: connections to others, which may have stopped answering. */
const CLOSE_MS = 10_000;

/** For the only process: it ends at a signal, and at once with a second one. */
const signalledToLeave = async (graceSeconds: number): Promise<Leaving> => {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const nextSignal = watchStopSignals({ signals, isRunByNpm: IS_RUN_BY_NPM });
  // Supervisors send SIGTERM; a server in a terminal (SIGINT, SIGHUP) is behind no balancer.
  const seconds = (await nextSignal()) === "SIGTERM" ? graceSeconds : 0;
  if (seconds > 0) console.log(`not ready any more; no new connections in ${seconds} s`);
  return { isStop: true, graceOver: Promise.race([pause(seconds * 1000), nextSignal()]) };
};

/** @returns the exit code */
const serve = async (config: Config): Promise<number> => {
  const leaving = cluster.isWorker ? askedToLeave() : signalledToLeave(config.SHUTDOWN_GRACE_SECONDS);
  globalThis.lintelProgram = program; // before Next, whose files take everything from it
  const app = next({
    ...{ dev: IS_DEV, dir: process.cwd(), hostname: config.HOST, port: config.PORT },
    // What the framework listens for, it would listen for at our server: it ends each request with `Upgrade` that is not
    // for its own socket, at every address. At one that cannot be reached it hears nothing; in development it needs ours.
    ...(IS_DEV ? {} : { httpServer: createServer() }),
  });
  await app.prepare();
  const deps = await getDeps();
  const nextHandler = withJsonErrors(deps, app.getRequestHandler());
  const rest = createRest(deps);
  const gates = createGates(deps);
  const scim = createScim(deps);
  const oidc = createOidc(deps);
  const takesProofs = Boolean(deps.wallet.proofs);
  const ask = createAsk(deps);
  freezeIntrinsics(); // everything is loaded by now
  const atMain: NodeHandler = (request, response) =>
    ask(request, response) ??
    rest(request, response) ??
    gates(request, response) ??
    scim(request, response) ??
    oidc(request, response) ??
    nextHandler(request, response);
  const { server, drain } = createHttpServer(withHosts(deps, atMain, nextHandler), {
    proxyHops: config.TRUSTED_PROXY_HOPS,
    isHttps: config.PUBLIC_URL.startsWith("https:"),
    isDev: IS_DEV,
    boundsOf: (target) => bodyBounds(target, takesProofs),
    answered: deps.figures.answered,
  });
  const wrong = Promise.withResolvers<WrongSecretsError>();
  let isServing = false;
  // Before the first request: which secrets it may write with.
  const endSigns = IS_DEV
    ? null
    : await giveSignsOfLife(deps, (error) => (isServing ? wrong.resolve(error) : endOnWrongSecrets(error)));
  isServing = true;
  if (cluster.isWorker) takeConnections(server);
  else {
    server.listen(config.PORT, config.HOST);
    await once(server, "listening");
    sayListening(config);
  }

  const endLooking = endWhenBroken(deps);
  const endStandIn = IS_DEV ? null : standInForWorkers(config, deps);
  const asked = leaving.then((how) => ({ ...how, withinMs: DRAIN_MS, code: 0 }));
  const outOfStep = wrong.promise.then((error) => {
    console.error(error.message);
    return { isStop: true, graceOver: Promise.resolve(), withinMs: DRAIN_WRONG_MS, code: exitCodeOf(error) };
  });
  const { isStop, graceOver, withinMs, code } = await Promise.race([asked, outOfStep]);
  if (isStop) startDraining();
  endLooking();
  await drain(withinMs, graceOver);
  setTimeout(() => process.exit(code === 0 ? 1 : code), CLOSE_MS).unref();
  await app.close();
  await Promise.all([endSigns?.(), endStandIn?.()]);
  await (await globalThis.lintelRuntime)?.close();
  return code;
};

const sayListening = ({ HOST, PORT, PUBLIC_URL }: Config): void =>
  console.log(`listening on ${HOST}:${PORT}, known as ${PUBLIC_URL}`);

/** @returns the exit code */
const main = async (): Promise<number> => {
  const count = Number(values.processes);
  if (!Number.isInteger(count) || count < 1 || count > 256)
    throw new ConfigError([{ path: "--processes", message: `got ${values.processes}, expected 1 to 256` }]);
  const config = loadConfig();
  believeExtraCa(config.EXTRA_CA_FILE);
  if (cluster.isPrimary) {
    for (const sentence of misspeltSettings()) console.error(sentence);
    await checkSecretsAtStart(config, endOnWrongSecrets);
    if (count > 1 && !IS_DEV)
      return runProcesses({
        count,
        port: config.PORT,
        host: config.HOST,
        graceSeconds: config.SHUTDOWN_GRACE_SECONDS,
        isRunByNpm: IS_RUN_BY_NPM,
        onListening: () => sayListening(config),
      });
  }
  return serve(config);
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
