import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export type SilentProxy = AsyncDisposable & {
  /** The same database, through the proxy. */
  readonly url: string;
  /** What is connected now hears nothing any more, and no connection breaks; new ones work. As after a failover. */
  freeze(): void;
  /** New connections are taken and hear nothing either, as from a stopped server, until `unmute`. */
  mute(): void;
  unmute(): void;
};

/** A TCP proxy in front of Postgres that can go silent without a word. */
export const startSilentProxy = async (databaseUrl: string): Promise<SilentProxy> => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isMute = false;

  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  };

  const server = createServer((client) => {
    keep(client);
    if (isMute) return;
    const upstream = connect(Number(target.port), target.hostname);
    keep(upstream);
    client.pipe(upstream);
    upstream.pipe(client);
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(typeof address === "object" && address ? address.port : 0);

  const freeze = (): void => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  return {
    url: url.href,
    freeze,
    mute: () => {
      isMute = true;
      freeze();
    },
    unmute: () => {
      isMute = false;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
};
