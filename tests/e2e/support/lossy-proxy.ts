import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/**
 * What happens to a photo or an answer on its way: `cut`: the server gets it, and the connection is cut before its answer;
 * `swallowed`: the server gets it, and no answer ever comes; `replaced`: a proxy's own page comes in place of the answer;
 * `stalled`: the proxy takes it, and the server never gets it.
 */
export type Loss = "cut" | "swallowed" | "replaced" | "stalled";

export type LossyProxy = {
  /** For the browser's `proxy` option. */
  readonly server: string;
  /** How often evidence has reached the server. */
  readonly arrived: () => number;
  /** Spoils the next posts of evidence. @param times how many; without it, all of them */
  spoil: (loss: Loss, times?: number) => void;
  heal: () => void;
  close: () => Promise<void>;
};

/** The posts of evidence: not those of forms that lead elsewhere. */
const isEvidence = ({ method, url = "" }: IncomingMessage): boolean =>
  method === "POST" && /\/v\/[^/]+\/(document|sandbox|voucher)$/.test(new URL(url).pathname);

const bodyOf = async (incoming: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part);
  return Buffer.concat(parts);
};

/** A forward proxy (RFC 9112 §3.2.2) with connections that are kept alive, as between a browser and a company's proxy. */
export const startLossyProxy = async (): Promise<LossyProxy> => {
  let spoilt: { loss: Loss; left: number } | null = null;
  let arrived = 0;
  const sockets = new Set<Socket>();

  const lossOf = (incoming: IncomingMessage): Loss | null => {
    if (!spoilt || spoilt.left === 0 || !isEvidence(incoming)) return null;
    spoilt.left -= 1;
    return spoilt.loss;
  };

  const answer = (loss: Loss | null, from: IncomingMessage, to: ServerResponse): void => {
    if (loss === "cut") to.socket?.destroy();
    if (loss === "replaced") to.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>");
    if (loss === null) from.pipe(to.writeHead(from.statusCode ?? 502, from.headers));
    else from.resume();
  };

  const server = createServer(async (incoming, outgoing) => {
    const loss = lossOf(incoming);
    const body = await bodyOf(incoming).catch(() => null);
    if (body === null || loss === "stalled") return;
    if (isEvidence(incoming)) arrived += 1;
    const { method, headers } = incoming;
    const onward = request(incoming.url ?? "", { method, headers }, (from) => answer(loss, from, outgoing));
    onward.on("error", () => outgoing.destroy());
    onward.end(body);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server: `http://127.0.0.1:${port}`,
    arrived: () => arrived,
    spoil: (loss, times = Number.POSITIVE_INFINITY) => {
      spoilt = { loss, left: times };
    },
    heal: () => {
      spoilt = null;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
