import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { isIP, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { askedOf } from "#http/gates/answer.ts";
import { handOverPolicyAt } from "#http/hand-over.ts";
import { ensureRequestId } from "#platform/log.ts";
import { type BodyBounds, BoundedRequest, bodyBounds, refusalBody } from "./bounded-request.ts";
import { acceptWaiting } from "./connections.ts";
import { HttpResponse } from "./http-response.ts";

// PUBLIC_URL says where we are, and x-forwarded-for alone says who the client is. Next would take the other
// headers for its own address and, with https in them, ask itself over TLS for the pages that it rewrites to.
const NEVER_READ = [
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "forwarded",
  "x-real-ip",
  "x-client-ip",
  "true-client-ip",
  "cf-connecting-ip",
] as const;

/**
 * Makes `x-forwarded-for` hold one address that can be believed, because limits and hashes depend on it. Each
 * trusted proxy appends the address that it saw: with n of them the client is the n-th from the right, and
 * everything left of that is the client's own claim.
 */
export const ensureClientAddress = (
  headers: IncomingHttpHeaders,
  socketAddress: string,
  hops: number,
): void => {
  const claimed = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
  for (const name of NEVER_READ) delete headers[name];
  const named = hops === 0 ? undefined : claimed.at(-Math.min(hops, claimed.length));
  headers["x-forwarded-for"] = plainAddress(named ?? "") ?? plainAddress(socketAddress) ?? "0.0.0.0";
};

/**
 * The address without port, brackets, zone or the IPv6 form of an IPv4 one; null when it is not an address.
 */
const plainAddress = (text: string): string | null => {
  const trimmed = text.trim();
  const bare = /^\[(.+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const address = bare.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(address) === 0 ? null : address;
};

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

const isDecodable = (target: string): boolean => {
  try {
    decodeURIComponent(target);
    return true;
  } catch {
    return false;
  }
};

/**
 * Whether a part of the path leads elsewhere (RFC 3986 §5.2.4), or a backslash stands for a slash, as the URL standard reads
 * it. Clients resolve these before they send; what is left would pass a proxy's rules under one address and be answered
 * under another.
 */
const leadsElsewhere = (target: string): boolean => {
  const [path = ""] = target.split("?");
  return path.includes("\\") || path.split("/").some((part) => /^(?:\.|%2e){1,2}$/i.test(part));
};

/**
 * The status for a request that no page or endpoint takes, or null. The framework would log a stack for each of these,
 * so strangers could fill the log.
 */
export const statusOfOddRequest = ({
  method = "",
  url = "",
  rawHeaders,
}: Pick<IncomingMessage, "method" | "url" | "rawHeaders">): number | null => {
  // A gate is asked about whatever a site's visitors send, and answers without the framework.
  const gate = url.startsWith("/gate/") ? askedOf(url) : null;
  if (!METHODS.has(method) && !gate?.suffix) return 501; // RFC 9110 §15.6.2
  if (!url.startsWith("/") || (!gate && (!isDecodable(url) || leadsElsewhere(url)))) return 400;
  // RFC 9112 §3.2: more than one Host is a bad request.
  const hosts = rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.length === 4 && /^host$/i.test(name),
  );
  return hosts.length > 1 ? 400 : null;
};

const BAD_TARGET = {
  code: "INVALID_PARAMETERS",
  message:
    "The address cannot be read: it has to begin with /, with one Host header and without a part . or .. or a backslash, and each % has to begin a byte of UTF-8, as %25 for a percent sign.",
} as const;

export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

// A client that sends a byte now and then must not hold a socket forever: ten seconds for the headers; for the whole
// request long enough to upload a photo over a slow mobile line.
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 2_000,
  // Longer than the usual 60 s of load balancers, or they would send requests into connections just closed.
  keepAliveTimeout: 65_000,
} as const;
/** For the first byte of a connection that was accepted at the very end. */
const FIRST_BYTE_MS = 1_000;

// No byte in either direction: a reader that stopped reading.
const SILENCE_MS = 120_000;

// For what src/proxy.ts does not see: files, and addresses below them that do not exist. No script runs on
// those.
const POLICY_OF_THE_REST =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; frame-ancestors 'none'; base-uri 'none'";

// A worker obeys the policy that its own script came with: it loads its parts from here, runs the recogniser's
// WebAssembly, and calls no one.
const POLICY_OF_SCRIPTS = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'";

const policyFor = (address: string | undefined): string => {
  // Next's answer would not replace this header with its own.
  const handOver = handOverPolicyAt(address?.split("?", 1)[0]);
  if (handOver !== null) return handOver;
  return /^\/_next\/static\/chunks\/[\w.~-]+\.js(\?|$)/.test(address ?? "")
    ? POLICY_OF_SCRIPTS
    : POLICY_OF_THE_REST;
};

type Options = {
  proxyHops: number;
  /** Whether the public address is https: then browsers use nothing else for a year (RFC 6797). */
  isHttps: boolean;
  /** Next's development server: its scripts evaluate other scripts and its tools bring their own styles. */
  isDev?: boolean;
  /** What may come as a body, by the target of its request line. */
  boundsOf?: (target: string) => BodyBounds;
  /** Called at the end of each request. The target is empty if it was refused as odd; the status is null without an answer. */
  answered?: (target: string, status: number | null, seconds: number) => void;
};

/**
 * The headers that every answer has. Without includeSubDomains: subdomains may belong to others, and be
 * served without TLS.
 */
export const commonHeaders = (isHttps: boolean): Readonly<Record<string, string>> =>
  isHttps ? { "Strict-Transport-Security": "max-age=31536000" } : {};

/** The code behind this server reads only what it may believe of a request. */
export const ensureHeaders = (request: IncomingMessage, proxyHops: number): void => {
  // There are no server actions here, and the framework logs the header of a call to one that it does not find.
  delete request.headers["next-action"];
  ensureClientAddress(request.headers, request.socket.remoteAddress ?? "", proxyHops);
};

export const createHttpServer = (
  handle: NodeHandler,
  { proxyHops, isHttps, isDev = false, boundsOf = (target) => bodyBounds(target), answered }: Options,
) => {
  let isDraining = false;
  let held: PromiseWithResolvers<void> | null = null;
  const running = new Set<ServerResponse>();
  const always = commonHeaders(isHttps);
  const kinds = { IncomingMessage: BoundedRequest, ServerResponse: HttpResponse };
  const server = createServer({ ...LIMITS, ...kinds }, (request, response) => {
    // After its last answer a connection takes no request (RFC 9112 §9.6).
    if (request.socket.writableEnded) return;
    for (const [name, value] of Object.entries(always)) response.setHeader(name, value);
    if (isDraining) response.shouldKeepAlive = false;
    const { url = "" } = request;
    let counted = url; // what handles the request may write another into it
    const startedMs = performance.now();
    running.add(response);
    response.once("close", () => {
      running.delete(response);
      const status = response.headersSent ? response.statusCode : null;
      answered?.(counted, status, (performance.now() - startedMs) / 1000);
    });
    const requestId = ensureRequestId(request.headers);
    const named = { "X-Request-Id": requestId };
    request.bound(boundsOf(url), response, { requestId, headers: always });
    const odd = statusOfOddRequest(request);
    if (odd !== null) {
      counted = ""; // strangers could make errors at any address
      const body = odd === 400 ? refusalBody(BAD_TARGET, requestId) : "";
      const type = body && { "content-type": "application/json", "cache-control": "no-store" };
      response.writeHead(odd, { connection: "close", ...named, ...type }).end(body);
      return;
    }
    if (!isDev) response.setHeader("Content-Security-Policy", policyFor(request.url));
    ensureHeaders(request, proxyHops);
    const answer = (): Promise<void> =>
      handle(request, response).catch(() => {
        // The handler answers its own errors; what ends here failed before or while it did.
        if (!response.headersSent) response.writeHead(500, named);
        response.end();
      });
    void (held === null ? answer() : held.promise.then(answer));
  });
  server.setTimeout(SILENCE_MS);

  let accepted = 0;
  let allClosed: PromiseWithResolvers<void> | null = null;
  const open = new Set<Socket>();
  const unused = new Map<Socket, number>();
  server.on("connection", (socket) => {
    accepted += 1;
    open.add(socket);
    socket.once("close", () => {
      open.delete(socket);
      if (open.size === 0) allClosed?.resolve();
    });
    unused.set(socket, performance.now());
    socket.once("data", () => unused.delete(socket)).once("close", () => unused.delete(socket));
  });

  // Requests wait while the queue is emptied, so that turns of the loop are short and the queue runs empty.
  const closeListener = async (): Promise<void> => {
    if (!server.listening) return; // connections come from another process
    const released = Promise.withResolvers<void>();
    held = released;
    await acceptWaiting(() => accepted);
    server.close();
    held = null;
    released.resolve();
  };

  // A connection kept alive becomes idle only after its answer, and one that was never used never does.
  const sweep = (): void => {
    server.closeIdleConnections();
    const tooOld = performance.now() - FIRST_BYTE_MS;
    for (const [socket, sinceMs] of unused) if (sinceMs < tooOld) socket.destroy();
  };

  /**
   * Answers everything during the grace, each time with `Connection: close` (RFC 9112 §9.6), so that
   * balancers and clients turn elsewhere; then accepts the clients that still wait, closes the listener, lets
   * running requests end, and cuts the rest when the time is up.
   * @param withinMs after the grace
   * @param graceOver no grace unless it is given
   */
  const drain = async (withinMs: number, graceOver: Promise<unknown> = Promise.resolve()): Promise<void> => {
    isDraining = true;
    for (const response of running) response.shouldKeepAlive = false;
    await graceOver;
    await closeListener();
    const closed = Promise.withResolvers<void>();
    allClosed = closed;
    if (open.size === 0) closed.resolve();
    const sweeping = setInterval(sweep, 50);
    await Promise.race([closed.promise, pause(withinMs, undefined, { ref: false })]);
    clearInterval(sweeping);
    server.closeAllConnections();
    server.close();
  };
  return { server, drain };
};
