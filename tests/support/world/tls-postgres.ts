import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { ServerCertificate } from "./certificates.ts";

/** PostgreSQL, "Message Formats", SSLRequest: the length of the message, then 80877103. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/** What a server with `hostssl` lines alone answers (PostgreSQL, "Message Formats", ErrorResponse). */
const needsTls = (): Buffer => {
  const entry = 'host "127.0.0.1", user "lintel", database "lintel"';
  const fields = ["SFATAL", "VFATAL", "C28000", `Mno pg_hba.conf entry for ${entry}, no encryption`];
  const body = Buffer.from(`${fields.join("\0")}\0\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

export type TlsPostgres = AsyncDisposable & {
  /** The same database, over TLS. @param query such as `sslmode=require` */
  url(query?: string): string;
  /** Ends all connections and takes none, until `mend`. */
  cut(): void;
  mend(): void;
  /** How many connections were turned away since it was cut. */
  refused(): number;
};

/**
 * A PostgreSQL that takes encrypted connections only, as clouds offer it: TLS in front of the tests' own.
 * @param certificate null: it speaks no TLS at all
 */
export const startTlsPostgres = async (
  databaseUrl: string,
  certificate: ServerCertificate | null,
): Promise<TlsPostgres> => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  let refused = 0;

  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  };
  const join = (client: Socket, first?: Buffer): void => {
    const upstream = connect(Number(target.port), target.hostname);
    keep(upstream);
    if (first) upstream.write(first);
    client.pipe(upstream);
    upstream.pipe(client);
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
  };
  const begin = (client: Socket, first: Buffer): void => {
    if (certificate === null) {
      join(client, first);
      return;
    }
    if (!first.equals(SSL_REQUEST)) {
      client.end(needsTls());
      return;
    }
    client.write("S");
    const secure = new TLSSocket(client, { isServer: true, ...certificate });
    // It ends the connection below it by itself.
    sockets.delete(client);
    keep(secure);
    join(secure);
  };

  const server = createServer((client) => {
    keep(client);
    if (isCut) {
      refused += 1;
      client.destroy();
    } else client.once("data", (first: Buffer) => begin(client, first));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const own = new URL(databaseUrl);
  // Node compares a certificate with a name; for a number it would take "localhost" as well.
  own.hostname = "localhost";
  own.port = String(typeof address === "object" && address ? address.port : 0);

  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: (query = "") => (query === "" ? own.href : `${own.href}?${query}`),
    cut,
    mend: () => {
      isCut = false;
    },
    refused: () => refused,
    [Symbol.asyncDispose]: async () => {
      cut();
      server.close();
      await once(server, "close");
    },
  };
};
