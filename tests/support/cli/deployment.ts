import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import {
  createServer as createPlainServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type Server,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { createHttpServer, type NodeHandler } from "#server/http-server.ts";
import { createRest } from "#server/rest.ts";
import type { Deps } from "#services/context.ts";
import { createAuthority, type ServerCertificate } from "../world/certificates.ts";
import { temporaryFolder } from "./run-cli.ts";

const portOf = async (server: Server | ReturnType<typeof createTlsServer>): Promise<number> => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
};

/** What src/proxy.ts sends with pages, which only the build can show. */
const PAGE = {
  "content-type": "text/html",
  "content-security-policy": "default-src 'self'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

type Options = {
  certificate?: (authority: ReturnType<typeof createAuthority>) => ServerCertificate;
  /** What the proxy does to headers of answers. */
  headers?: (headers: IncomingHttpHeaders) => OutgoingHttpHeaders;
  /** What the proxy does to headers of requests. */
  requestHeaders?: (headers: IncomingHttpHeaders) => OutgoingHttpHeaders;
  /** HTTP methods that the proxy refuses by itself. */
  refuses?: readonly string[];
  /** Whether the proxy gives answers without a `Date`. */
  hidesDate?: boolean;
  /** Whether the proxy keeps the first answer of an address, whatever its headers say. */
  caches?: boolean;
  /** Whether the proxy passes /admin on, which the shipped ones answer with 404. */
  publishesAdmin?: boolean;
  /** The proxy's own status for /admin; 404 unless it says another. */
  adminStatus?: number;
  /** Paths that the proxy answers by itself. */
  instead?: Record<string, string>;
  trustedHops?: number;
  publicUrl?: string;
};

/** The REST interface of a service behind a proxy that terminates TLS, as in production. */
export const deploy = async (deps: Deps, options: Options = {}) => {
  const { headers: edit = (headers) => headers, instead = {}, trustedHops = 1 } = options;
  const { requestHeaders = (headers) => headers, refuses = [], hidesDate = false, caches = false } = options;
  const { publishesAdmin = false, adminStatus = 404 } = options;
  const kept = new Map<string, { headers: OutgoingHttpHeaders; body: Buffer }>();
  const authority = createAuthority();
  const certificate = (options.certificate ?? (({ issue }) => issue(["localhost"])))(authority);
  const tls = createTlsServer(certificate, (request, response) => {
    if (hidesDate) response.sendDate = false;
    if (refuses.includes(request.method ?? "")) return void response.writeHead(405).end();
    if (!publishesAdmin && /^\/admin(?:\/|$)/.test(request.url ?? ""))
      return void response.writeHead(adminStatus).end();
    const cached = kept.get(request.url ?? "");
    if (cached) return void response.writeHead(200, cached.headers).end(cached.body);
    const own = instead[request.url ?? ""];
    if (own !== undefined)
      return void response.writeHead(200, edit({ date: new Date().toUTCString() })).end(own);
    const forwarded = `${request.headers["x-forwarded-for"] ?? ""}, ${request.socket.remoteAddress}`;
    const headers = { ...requestHeaders(request.headers), "x-forwarded-for": forwarded.replace(/^, /, "") };
    const { method, url: path } = request;
    const to = httpRequest({ port: innerPort, host: "127.0.0.1", method, path, headers }, (answer) => {
      const { date, ...others } = answer.headers;
      const shown = edit(hidesDate ? others : { date, ...others });
      response.writeHead(answer.statusCode ?? 502, shown);
      answer.pipe(response);
      if (caches && answer.statusCode === 200)
        void buffer(answer).then((body) => kept.set(path ?? "", { headers: shown, body }));
    });
    to.once("error", () => response.destroy());
    request.pipe(to);
  });
  const url = `https://localhost:${await portOf(tls)}`;
  const publicUrl = options.publicUrl ?? url;
  const rest = createRest({ ...deps, settings: { ...deps.settings, publicUrl } });
  const handle: NodeHandler = (request, response) =>
    rest(request, response) ?? Promise.resolve(void response.writeHead(200, PAGE).end("<!DOCTYPE html>"));
  const inner = createHttpServer(handle, { proxyHops: trustedHops, isHttps: true });
  const innerPort = await portOf(inner.server);
  const caFile = join(temporaryFolder(), "ca.pem");
  writeFileSync(caFile, authority.ca);
  return { url, caFile, innerPort };
};

/** A port that answers plain http with this status. */
export const plainPort = (status: number, location?: string): Promise<number> =>
  portOf(
    createPlainServer((_, response) =>
      response.writeHead(status, location === undefined ? {} : { location }).end(),
    ),
  );

/** The command line as a process of its own, which trusts one more authority. */
export const runLintel = (
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ exitCode: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const options = {
      env: { PATH: process.env.PATH, HOME: temporaryFolder(), NODE_ENV: "test", ...env },
    } as const;
    const program = ["sdk/cli/bin/lintel.mjs", ...args];
    const child = execFile(process.execPath, program, options, (_, stdout, stderr) =>
      resolve({ exitCode: child.exitCode ?? -1, stdout, stderr }),
    );
  });
