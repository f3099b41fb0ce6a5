import type { Socket } from "node:net";
import { Agent, Client, type Dispatcher, Pool } from "undici";
import type { Connect } from "./connector.ts";
import { type ConnectionUse, Exchange } from "./exchange.ts";
import { SendFailure } from "./send-failure.ts";
import { skipInterim } from "./skip-interim.ts";

const HTTP_PORT = 80;
const HTTPS_PORT = 443;
const MAX_HEADER_BYTES = 16_384;
const KEEP_ALIVE_MS = 15_000;
/** A busy connection is replaced after this time, so that a tenant's change in DNS is seen. */
const CONNECTION_LIFE_MS = 5 * 60_000;
/** Each holds idle sockets for 15 s at most. More receivers than this at once wait for the next round. */
const MAX_ORIGINS = 4_096;

/** Tells every exchange whether its connection is a new one. A client has one connection at a time. */
class TrackingClient extends Client {
  readonly #use: ConnectionUse = { hasCarriedRequest: false };

  constructor(origin: URL, options: Client.Options) {
    super(origin, options);
    this.on("connect", () => {
      this.#use.hasCarriedRequest = false; // undici says so before it writes
    });
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (handler instanceof Exchange) handler.assignTo(this.#use);
    return super.dispatch(options, handler);
  }
}

/**
 * Our errors only: undici connects again without end after an error of its own socket class. It also starts over
 * with a socket that died between the handshake and its hands.
 */
const checkAlive = (socket: Socket): Socket => {
  if (!socket.destroyed && !socket.readableEnded && socket.errored === null) return socket;
  socket.destroy();
  throw new SendFailure("CONNECTION", "The receiver closed the connection after the handshake.");
};

/**
 * HTTP/1.1 over kept-alive connections, one request at a time on each; no redirects, no decompression. A request never
 * waits for another's connection: how many there are at once is the caller's to decide (worker/delivery-places.ts),
 * who knows whose they are.
 */
export const createOriginPool = (connect: Connect): Agent =>
  new Agent({
    connect: ({ hostname, port, protocol }, callback) => {
      const isPlain = protocol === "http:";
      connect({ hostname, port: Number(port) || (isPlain ? HTTP_PORT : HTTPS_PORT), isPlain })
        .then(checkAlive)
        .then(
          (socket) => callback(null, skipInterim(socket)),
          (error: Error) => callback(error, null),
        );
    },
    connections: null,
    pipelining: 1,
    allowH2: false,
    maxOrigins: MAX_ORIGINS,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    clientTtl: CONNECTION_LIFE_MS,
    headersTimeout: 0, // one deadline of the sender's rules over everything
    bodyTimeout: 0,
    factory: (origin, options) =>
      new Pool(origin, {
        ...options,
        factory: (clientOrigin, clientOptions) => new TrackingClient(clientOrigin, clientOptions),
      }),
  });
