import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer, type Server } from "node:net";
import { DEFAULT_CIPHERS } from "node:tls";
import type { ServerCertificate } from "../world/certificates.ts";

/** How a receiver meets a connection, before any request. */
export type Transport =
  | {
      kind: "tls";
      certificate: ServerCertificate;
      /** Loopback address to listen on; 127.0.0.1 by default. */
      host?: string;
      onlyTls11?: boolean;
      closesAfterHandshake?: boolean;
    }
  /** HTTP without TLS. */
  | { kind: "plain" }
  /** Takes connections and stays silent. */
  | { kind: "silent" }
  /** Closes every connection at once. */
  | { kind: "closing" };

export const serverOf = (transport: Transport, listener: RequestListener): Server => {
  switch (transport.kind) {
    case "plain":
      return createHttpServer(listener);
    case "silent":
      return createTcpServer(() => {});
    case "closing":
      return createTcpServer((socket) => socket.destroy());
    case "tls":
      return createHttpsServer(
        {
          ...transport.certificate,
          keepAliveTimeout: 60_000,
          ...(transport.onlyTls11
            ? { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: `${DEFAULT_CIPHERS}:@SECLEVEL=0` }
            : {}),
        },
        listener,
      );
  }
};
