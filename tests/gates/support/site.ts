import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { anyPort, listenLocally } from "../../../scripts/local/ports.ts";

// No byte of these occurs in UTF-8 (RFC 3629 §1): a single one of them in an answer came from the protected file.
const NEVER_IN_TEXT = [0xc0, 0xc1, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0xff];
const LENGTH = 100_000;

/** What may leave the site only with proof. No two places in it are alike. */
export const PROTECTED = Buffer.concat(
  Array.from({ length: Math.ceil(LENGTH / 32) }, (_, block) =>
    createHash("sha256")
      .update(`block ${block}`)
      .digest()
      .map((byte) => NEVER_IN_TEXT[byte % NEVER_IN_TEXT.length] ?? 0xff),
  ),
).subarray(0, LENGTH);

const protectedBytes = new Set(NEVER_IN_TEXT);
/** How many bytes of an answer are of the protected content. */
export const leaked = (answer: Uint8Array): number =>
  answer.filter((byte) => protectedBytes.has(byte)).length;

/** A header of every answer that the site itself gave. */
export const FROM_THE_SITE = "x-from-the-site";

/**
 * The path as the most obliging application would read it: decoded until nothing is left to decode, without parameters,
 * empty, dot and parent segments, trailing dots, and in lower case. What a gate opens must be open for this one too.
 */
const readObligingly = (target: string): string => {
  let path = target.replace(/^[a-z]+:\/\/[^/]*/i, "").replace(/[?#].*$/s, "");
  for (let before = ""; before !== path; ) {
    before = path;
    path = path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  const segments: string[] = [];
  for (const raw of path.replaceAll("\\", "/").replaceAll("\0", "").split("/")) {
    const segment = raw.replace(/;.*$/s, "").trim();
    if (segment === "..") segments.pop();
    else if (segment.replace(/\.+$/, "") !== "") segments.push(segment.replace(/\.+$/, ""));
  }
  return `/${segments.join("/")}`.toLowerCase();
};

export type SiteRequest = { method: string; target: string; headers: NodeJS.Dict<string | string[]> };
export type Site = AsyncDisposable & {
  port: number;
  /** Every request that reached the site, in its order. */
  requests: SiteRequest[];
};

const STYLE = "body { color: green }\n";

/** The names of variables under which PHP would see these headers: `-` and `_` are one to it (RFC 3875 §4.1.18). */
const asPhpSees = (request: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: request.rawHeaders.length / 2 }, (_, i) => [
      `HTTP_${request.rawHeaders[2 * i]?.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`,
      request.rawHeaders[2 * i + 1] ?? "",
    ]),
  );

const serveProtected = (request: IncomingMessage, response: ServerResponse): void => {
  const etag = '"protected"';
  const headers = { "content-type": "application/octet-stream", etag, "accept-ranges": "bytes" };
  if (request.headers["if-none-match"] === etag) return void response.writeHead(304, headers).end();
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  if (from === undefined) {
    response.writeHead(200, { ...headers, "content-length": LENGTH, "cache-control": "public, max-age=600" });
    return void response.end(PROTECTED);
  }
  const last = to ? Math.min(Number(to), LENGTH - 1) : LENGTH - 1;
  const part = PROTECTED.subarray(Number(from), last + 1);
  response.writeHead(206, {
    ...headers,
    "content-range": `bytes ${from}-${last}/${LENGTH}`,
    "content-length": part.length,
  });
  response.end(part);
};

/** Switches a connection to WebSocket (RFC 6455 §4.2.2). @param more header lines of one's own, each with its end */
export const acceptWebSocket = ({ headers }: IncomingMessage, socket: Duplex, more = ""): void => {
  const accept = createHash("sha1")
    .update(`${headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest("base64");
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${more}Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  socket.on("error", () => socket.destroy());
};

/** Says the protected content's first kilobyte at once, and then repeats what it hears. */
const openWebSocket = (request: IncomingMessage, socket: Duplex): void => {
  acceptWebSocket(request, socket, `${FROM_THE_SITE}: 1\r\n`);
  socket.write(PROTECTED.subarray(0, 1_000));
  socket.pipe(socket);
};

/**
 * A site without any protection of its own. Open: `/health` and `/assets/app.css`. `/echo` shows the request's headers as
 * a program behind FastCGI sees them. Everything else is the protected file, by whatever name.
 * @param openPaths what it takes for open, as {@link readObligingly} writes it
 */
export const startSite = async (): Promise<Site> => {
  const requests: SiteRequest[] = [];
  const record = ({ method = "", url = "", headers }: IncomingMessage): string => {
    requests.push({ method, target: url, headers });
    return readObligingly(url);
  };
  const server = createServer((request, response) => {
    const path = record(request);
    request.resume();
    response.setHeader(FROM_THE_SITE, "1");
    if (path === "/health") response.end("well\n");
    else if (path === "/assets/app.css") response.setHeader("content-type", "text/css").end(STYLE);
    else if (path === "/echo") response.end(JSON.stringify(asPhpSees(request)));
    else serveProtected(request, response);
  });
  server.on("upgrade", (request, socket) => {
    record(request);
    openWebSocket(request, socket);
  });
  const port = await anyPort();
  const stop = await listenLocally(server, port);
  return { port, requests, [Symbol.asyncDispose]: stop };
};
