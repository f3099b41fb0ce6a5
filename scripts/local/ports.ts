import { randomInt } from "node:crypto";
import { once } from "node:events";
import type { Server } from "node:http";
import { createServer } from "node:net";
import { Foreseen } from "../lib/foreseen.ts";

const USUAL = 3000;

/** Whether a server could listen there now. */
export function isFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** The preferred port, or the first free one of the twenty after it, or any. */
export async function freePort(preferred: number, host?: string): Promise<number> {
  for (let port = preferred; port <= Math.min(preferred + 20, 65_535); port++) {
    // Some systems let a server take 0.0.0.0 while another holds 127.0.0.1; which one answers is then left to luck.
    if ((await isFree(port, host)) && (await isFree(port, "127.0.0.1"))) return port;
  }
  return anyPort();
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
 * @throws Foreseen where the setting is no port, or one that cannot be used
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

/** Listens on this machine's loopback alone. @returns what stops it at once, open connections included */
export async function listenLocally(server: Server, port: number): Promise<() => Promise<void>> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
