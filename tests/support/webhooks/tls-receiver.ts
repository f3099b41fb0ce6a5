import type { IncomingHttpHeaders, RequestListener } from "node:http";
import type { AddressInfo, Server, Socket } from "node:net";
import { answerStatus, BEHAVIOURS, type Behaviour } from "./receiver-behaviours.ts";
import { serverOf, type Transport } from "./receiver-transports.ts";

export type ReceivedRequest = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** Name and value in turn, as they were sent. */
  rawHeaders: readonly string[];
  body: Buffer;
  /** 1 for the first connection, 2 for the second, … */
  connection: number;
};

export type TlsReceiver = AsyncDisposable & {
  readonly port: number;
  readonly requests: ReceivedRequest[];
  /** TCP connections taken so far. */
  readonly connections: () => number;
  /** `https://<host>:<port><path>` */
  readonly url: (path?: string, host?: string) => string;
  /** From now on every request is answered so, whatever its path. */
  answerWith(behaviour: Behaviour): void;
  close(): Promise<void>;
};

export const RECEIVER_HOST = "hooks.example.com";

const behaviourOf = (path: string): Behaviour => {
  const status = /^\/status\/(\d{3})$/.exec(path)?.[1];
  return BEHAVIOURS[path] ?? answerStatus(Number(status ?? 200));
};

/** A receiver of webhooks on loopback that behaves as its paths say (see BEHAVIOURS) and remembers every request. */
export const startReceiver = async (transport: Transport): Promise<TlsReceiver> => {
  const requests: ReceivedRequest[] = [];
  const numbers = new Map<number | undefined, number>(); // by the client's port: TLS hides the TCP socket
  const sockets = new Set<Socket>();
  let behaviour: Behaviour | undefined;

  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => {});
    request.on("end", () => {
      const { method = "", url: path = "", headers, rawHeaders, socket } = request;
      const connection = numbers.get(socket.remotePort) ?? 0;
      requests.push({ method, path, headers, rawHeaders, body: Buffer.concat(chunks), connection });
      (behaviour ?? behaviourOf(path))(request, response);
    });
  };

  let taken = 0;
  const server = serverOf(transport, listener);
  server.on("connection", (socket: Socket) => {
    taken += 1;
    numbers.set(socket.remotePort, taken);
    sockets.add(socket.on("error", () => {}).on("close", () => sockets.delete(socket)));
  });
  server.on("tlsClientError", () => {}); // the client turned our certificate down, as tests want it to
  if (transport.kind === "tls" && transport.closesAfterHandshake) {
    server.on("secureConnection", (socket: Socket) => socket.end());
  }
  const host = (transport.kind === "tls" ? transport.host : undefined) ?? "127.0.0.1";
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = addressOf(server);

  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return {
    port,
    requests,
    connections: () => taken,
    url: (path = "/", name = RECEIVER_HOST) => `https://${name}:${port}${path}`,
    answerWith: (next) => {
      behaviour = next;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
};

const addressOf = (server: Server): AddressInfo => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server listens on no port");
  return address;
};
