import { createServer, type IncomingMessage, request as plainRequest, ServerResponse } from "node:http";
import { createServer as createTlsServer, request as tlsRequest } from "node:https";
import type { Socket } from "node:net";
import { listenLocally } from "../../../scripts/local/ports.ts";
import type { ServerCertificate } from "../../support/world/certificates.ts";

// What Traefik and Envoy have in common, for stand-ins that speak for programs which cannot be installed here: HTTP/1.1 in
// front, HTTP/1.1 behind. The parser of HTTP is Node's, not theirs: what it refuses (400, 431), they may refuse differently.

/** Headers as they came: name and value, in their order, also several of one name. */
export type Fields = [name: string, value: string][];

export const valuesOf = (fields: Fields, name: string): string[] =>
  fields.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value);

export const without = (fields: Fields, names: readonly string[]): Fields => {
  const gone = new Set(names.map((name) => name.toLowerCase()));
  return fields.filter(([name]) => !gone.has(name.toLowerCase()));
};

/** In the place of whatever had this name. */
export const set = (fields: Fields, name: string, ...values: readonly string[]): Fields => [
  ...without(fields, [name]),
  ...values.map((value): [string, string] => [name, value]),
];

const fieldsOf = ({ rawHeaders }: IncomingMessage): Fields =>
  Array.from({ length: rawHeaders.length / 2 }, (_, i) => [
    rawHeaders[2 * i] ?? "",
    rawHeaders[2 * i + 1] ?? "",
  ]);

/** RFC 9110 §7.6.1. */
const HOP_BY_HOP = [
  "Connection",
  "Keep-Alive",
  "Proxy-Connection",
  "TE",
  "Trailer",
  "Transfer-Encoding",
  "Upgrade",
];

export const withoutHops = (fields: Fields): Fields => {
  const named = valuesOf(fields, "Connection").flatMap((value) =>
    value.split(",").map((name) => name.trim()),
  );
  return without(fields, [...HOP_BY_HOP, ...named]);
};

/** A request as the stand-in passes it on; its first state is what the visitor sent. */
export type Front = {
  method: string;
  /** Path and query. */
  target: string;
  fields: Fields;
  isUpgrade: boolean;
  request: IncomingMessage;
  response: ServerResponse;
};

export type Answered = { status: number; fields: Fields; body: Buffer };

export const answer = ({ response }: Front, { status, fields, body }: Answered): void => {
  response.writeHead(status, without(fields, ["Content-Length"]).flat());
  response.end(body);
};

export const refuse = (front: Front, status: number): void =>
  answer(front, { status, fields: [["Content-Type", "text/plain"]], body: Buffer.from(`${status}\n`) });

export type Upstream = { url: URL; authority: string };

const send = ({ url, authority }: Upstream, method: string, path: string, fields: Fields) => {
  const options = { host: "127.0.0.1", port: url.port, method, path, headers: fields.flat(), agent: false };
  return url.protocol === "https:"
    ? tlsRequest({ ...options, servername: url.hostname, ca: authority })
    : plainRequest(options);
};

/** One request without a body, and its whole answer; redirects are not followed. */
export const call = (
  upstream: Upstream,
  { method, path, fields, patienceMs }: { method: string; path: string; fields: Fields; patienceMs: number },
): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const sent = send(upstream, method, path, fields);
    sent.setTimeout(patienceMs, () => sent.destroy(new Error("no answer in time")));
    sent.once("error", reject).once("response", (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part)).once("error", reject);
      response.once("end", () =>
        resolve({ status: response.statusCode ?? 0, fields: fieldsOf(response), body: Buffer.concat(parts) }),
      );
    });
    sent.end();
  });

const tunnel = (
  { request, response }: Front,
  behind: IncomingMessage,
  socket: Socket,
  head: Buffer,
): void => {
  const front = request.socket;
  response.detachSocket(front);
  const lines = fieldsOf(behind).map(([name, value]) => `${name}: ${value}\r\n`);
  front.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("")}\r\n`);
  front.write(head);
  for (const end of [front, socket]) end.on("error", () => end.destroy());
  socket.pipe(front).pipe(socket);
};

/** Passes a request on with its body, and its answer back; 502 or what is given where nobody answers. */
export const forward = (front: Front, upstream: Upstream, statusIfDown: number): void => {
  const { method, target, request, response, isUpgrade } = front;
  const upgrade: Fields = isUpgrade
    ? [
        ["Connection", "Upgrade"],
        ["Upgrade", valuesOf(front.fields, "Upgrade")[0] ?? ""],
      ]
    : [];
  const isByPieces = valuesOf(front.fields, "Transfer-Encoding").length > 0;
  const body: Fields = isByPieces ? [["Transfer-Encoding", "chunked"]] : [];
  const sent = send(upstream, method, target, [...withoutHops(front.fields), ...upgrade, ...body]);
  sent.once("error", () => (response.headersSent ? response.destroy() : refuse(front, statusIfDown)));
  sent.once("upgrade", (behind, socket, head) => tunnel(front, behind, socket, head));
  sent.once("response", (behind) => {
    response.writeHead(behind.statusCode ?? 502, withoutHops(fieldsOf(behind)).flat());
    behind.pipe(response);
  });
  if (isUpgrade) sent.end();
  else request.pipe(sent);
};

/** Listens, and hands every request over, those for a WebSocket too. */
export const listen = async (
  stack: AsyncDisposableStack,
  { port, certificate }: { port: number; certificate: ServerCertificate | null },
  handle: (front: Front) => Promise<void> | void,
): Promise<void> => {
  const take = (request: IncomingMessage, response: ServerResponse, isUpgrade: boolean): void => {
    const { method = "", url = "" } = request;
    void handle({ method, target: url, fields: fieldsOf(request), isUpgrade, request, response });
  };
  const usual = (request: IncomingMessage, response: ServerResponse): void => take(request, response, false);
  const server = certificate ? createTlsServer(certificate, usual) : createServer(usual);
  server.on("upgrade", (request: IncomingMessage, socket: Socket) => {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once("finish", () => socket.end());
    take(request, response, true);
  });
  stack.defer(await listenLocally(server, port));
};
