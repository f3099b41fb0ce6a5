// npm run serve: the production build behind an HTTP server with limits. Settings: .env.example.
import { once } from "node:events";
import next from "next";
import { ConfigError, loadConfig } from "#config.ts";
import { SigningKeyError } from "#platform/signing-key.ts";
import { loadSigningKeys } from "#platform/signing-keys.ts";
import { createHttpServer } from "./http-server.ts";

const DRAIN_MS = 10_000;

const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
  });

const main = async (): Promise<void> => {
  const config = loadConfig();
  await loadSigningKeys(config.TOKEN_SIGNING_KEYS); // a wrong one is told now, not by every request
  const stopped = untilStopped();
  const app = next({ dev: false, dir: process.cwd(), hostname: config.HOST, port: config.PORT });
  await app.prepare();
  const handle = app.getRequestHandler();
  const { server, drain } = createHttpServer((request, response) => handle(request, response), {
    proxyHops: config.TRUSTED_PROXY_HOPS,
    isHttps: config.PUBLIC_URL.startsWith("https:"),
  });
  server.listen(config.PORT, config.HOST);
  await once(server, "listening");
  console.log(`listening on ${config.HOST}:${config.PORT}, known as ${config.PUBLIC_URL}`);

  await stopped;
  await drain(DRAIN_MS);
  await app.close();
  await (await globalThis.lintelRuntime)?.close();
};

const explain = (error: unknown): unknown => {
  if (error instanceof ConfigError || error instanceof SigningKeyError) return error.message;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") return "The port is taken by another program: set PORT to a free one.";
  if (code === "EACCES") return "This user may not listen on that port: set PORT to one above 1023.";
  if (error instanceof Error && /production build/.test(error.message))
    return "There is no build yet: run `npm run build` first.";
  return error;
};

main().then(
  // Timers and sockets of libraries must not keep a server alive that has nothing left to do.
  () => process.exit(0),
  (error: unknown) => {
    console.error(explain(error));
    process.exit(1);
  },
);
