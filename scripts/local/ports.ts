import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer as createHttpServer, type Server } from "node:http";
import { createServer } from "node:net";
import { Foreseen } from "../lib/foreseen.ts";

const USUAL = 3000;
const ATTEMPTS = 5;

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** Why no server could listen there now, such as EADDRINUSE; undefined where one could. */
function obstacle(port: number, host?: string): Promise<unknown> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(codeOf(error)));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** Whether a server could listen there now. */
export const isFree = async (port: number, host?: string): Promise<boolean> =>
  (await obstacle(port, host)) === undefined;

// Where `localhost` is ::1 first, a program there would answer in our place. A machine without IPv6 has none.
const isFreeAsLocalhost = async (port: number): Promise<boolean> =>
  (await isFree(port, "127.0.0.1")) && (await obstacle(port, "::1")) !== "EADDRINUSE";

/** The preferred port, or the first free one of the twenty after it, or any. */
export async function freePort(preferred: number, host?: string): Promise<number> {
  for (let port = preferred; port <= Math.min(preferred + 20, 65_535); port++) {
    // Some systems let a server take 0.0.0.0 while another holds 127.0.0.1; which one answers is then left to luck.
    if ((await isFree(port, host)) && (await isFreeAsLocalhost(port))) return port;
  }
  return anyPort();
}

/**
 * Starts a server on this machine's loopback: on the preferred port, or on a free one where another program has that,
 * also one that took it between looking and listening, such as a second clone that starts at the same moment.
 * @param start rejects with what `listen` fails with
 */
export async function onFreePort<T>(preferred: number, start: (port: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(await freePort(preferred, "127.0.0.1"));
    } catch (error) {
      if (codeOf(error) !== "EADDRINUSE" || attempt === ATTEMPTS) throw error;
    }
  }
}

// Below what systems give to outgoing connections (RFC 6335 §6: from 49152 on; Linux from 32768): one of them can take a
// port between here and the moment when a server listens.
const QUIET = { from: 10_240, to: 32_768 } as const;

/** A port of this machine's loopback that is free now, and stays so unless another server asks for just this one. */
export async function anyPort(): Promise<number> {
  for (;;) {
    const port = randomInt(QUIET.from, QUIET.to);
    if (await isFree(port, "127.0.0.1")) return port;
  }
}

/**
 * The port in the setting PORT, exactly; without one the usual port, or the next free one.
 * @throws Foreseen where the setting is not a port, or one that cannot be used
 */
export async function choosePort(wanted: string | undefined, host = "0.0.0.0"): Promise<number> {
  if (wanted === undefined) return freePort(USUAL, host);
  const port = Number(wanted);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Foreseen(`PORT is "${wanted}": expected a whole number from 1 to 65535.`);
  }
  if (await isFree(port, host)) return port;
  throw new Foreseen(
    `Port ${port} cannot be used: another program listens there, or this user may not.\n` +
      "Set PORT to another one, or leave it out to use the next free one.",
  );
}

/**
 * Keeps the chosen port until the service is there, which can be minutes later, and tells browsers to wait. Otherwise
 * a second clone would choose it too, and take the first one's service for its own.
 * @returns what lets go of it
 */
export async function holdPort(port: number, host = "0.0.0.0"): Promise<() => Promise<void>> {
  const server = createHttpServer((_request, response) => {
    response.writeHead(503, { "content-type": "text/plain", "retry-after": "5", connection: "close" });
    response.end("Lintel is starting.\n");
  });
  return listenAt(server, port, host);
}

/** Listens on this machine's loopback alone. @returns what stops it at once, open connections included */
export const listenLocally = (server: Server, port: number): Promise<() => Promise<void>> =>
  listenAt(server, port, "127.0.0.1");

async function listenAt(server: Server, port: number, host: string): Promise<() => Promise<void>> {
  server.listen(port, host);
  await once(server, "listening");
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
