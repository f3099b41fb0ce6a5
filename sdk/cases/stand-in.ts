// A service that answers by a script: every SDK's table of cases runs against it. See README.md for its steps.
// It imports nothing but Node, prints its port as JSON on its first line, and ends when its standard input closes.
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Step = {
  /** 200 if absent. */
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON; a text is sent as it is. */
  body?: unknown;
  /** An error of the service: the whole error body is made of it. */
  problem?: { code: string; message?: string; retryAfterSeconds?: number; issues?: unknown[] };
  /** Waits before the status line. */
  delayMs?: number;
  /** Sends this many bytes of the body, as promised by a Content-Length of the whole, and breaks the connection. */
  cutAfterBytes?: number;
  /** Sends this many bytes of the body, and then neither more nor an end. */
  stallAfterBytes?: number;
  /** Takes the request and never answers. */
  hang?: true;
  /** Answers with bytes that are not HTTP. */
  garbage?: true;
  /** Answers with these bytes instead of an answer, and keeps the connection unless `end` is given. */
  raw?: string;
  /** Answers with these bytes, in base64; with `dripMs`, one byte after so many milliseconds each. */
  bytes?: string;
  dripMs?: number;
  end?: boolean;
  /** Sends so many interim answers first, each a 103 (RFC 8297). */
  interim?: number;
  /** Sends the body in chunks of this many bytes, without a Content-Length. */
  chunked?: number;
  /** Sends a JSON text of this many bytes. */
  hugeBytes?: number;
  /** Redirects (302) to this address; `{self}` is the stand-in's own. */
  redirect?: string;
  /** Serves this many requests; 1 if absent. */
  times?: number;
};

/** One request as it came in. Header names are in lower case. */
type Seen = {
  method: string;
  path: string;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
  /** Parsed, where it is JSON; otherwise the text; null: none. */
  body: unknown;
};

type Session = { steps: Step[]; seen: Seen[] };

const sessions = new Map<string, Session>();

const readText = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
};

const parsed = (text: string): unknown => {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const queryOf = (url: URL): Seen["query"] =>
  Object.fromEntries(
    [...new Set(url.searchParams.keys())].map((name) => {
      const values = url.searchParams.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );

const headersOf = (request: IncomingMessage): Seen["headers"] =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(", ")]),
  );

const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};

/** The error body of src/contracts/public/common.ts. */
const errorBody = ({ code, message = code, ...more }: NonNullable<Step["problem"]>, number: number) => {
  const id = `req_standin_${number}`;
  return { request_id: id, requestId: id, error: { code, message }, code, message, ...more };
};

const bodyOf = (step: Step, number: number): string => {
  if (step.hugeBytes !== undefined) return `{"padding":"${"x".repeat(step.hugeBytes)}"}`;
  if (step.problem) return JSON.stringify(errorBody(step.problem, number));
  return typeof step.body === "string" ? step.body : JSON.stringify(step.body ?? {});
};

const play = async (step: Step, number: number, response: ServerResponse, origin: string): Promise<void> => {
  for (let sent = 0; sent < (step.interim ?? 0); sent += 1)
    response.writeEarlyHints({ link: "</style.css>; rel=preload; as=style" });
  if (step.hang) return;
  if (step.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, step.delayMs));
  if (step.garbage) {
    response.socket?.end("\u0000\u0001 this is no HTTP\r\n\r\n");
    return;
  }
  if (step.raw !== undefined || step.bytes !== undefined) {
    const bytes = Buffer.from(step.raw ?? step.bytes ?? "", step.raw === undefined ? "base64" : "utf8");
    const { socket } = response;
    for (let at = 0; step.dripMs !== undefined && at < bytes.length && socket?.writable; at += 1) {
      socket.write(bytes.subarray(at, at + 1));
      await new Promise((resolve) => setTimeout(resolve, step.dripMs));
    }
    if (step.dripMs === undefined) socket?.write(bytes);
    if (step.end) socket?.end();
    return;
  }
  const text = Buffer.from(bodyOf(step, number));
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "x-request-id": `req_standin_${number}`,
    ...(step.redirect === undefined ? {} : { location: step.redirect.replace("{self}", origin) }),
    ...Object.fromEntries(
      Object.entries(step.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  };
  const status = step.status ?? (step.redirect === undefined ? 200 : 302);
  if (step.chunked !== undefined) {
    response.writeHead(status, headers);
    for (let at = 0; at < text.length; at += step.chunked)
      response.write(text.subarray(at, at + step.chunked));
    response.end();
    return;
  }
  response.writeHead(status, { ...headers, "content-length": String(text.length) });
  if (step.stallAfterBytes !== undefined) {
    response.write(text.subarray(0, step.stallAfterBytes));
    return;
  }
  if (step.cutAfterBytes === undefined) {
    response.end(text);
    return;
  }
  response.write(text.subarray(0, step.cutAfterBytes), () => response.socket?.destroy());
};

const take = (session: Session): Step => {
  const [step] = session.steps;
  if (!step) {
    const message = "The client sent more requests than the case's script has steps.";
    return { status: 418, problem: { code: "STANDIN_SCRIPT_OVER", message } };
  }
  step.times = (step.times ?? 1) - 1;
  if (step.times <= 0) session.steps.shift();
  return step;
};

const answer = async (request: IncomingMessage, response: ServerResponse, origin: string): Promise<void> => {
  const url = new URL(request.url ?? "/", origin);
  const text = await readText(request);
  if (request.method === "POST" && url.pathname === "/script") {
    const { script } = JSON.parse(text) as { script: Step[] };
    const id = randomBytes(6).toString("hex");
    sessions.set(id, { steps: script, seen: [] });
    return sendJson(response, 200, { baseUrl: `${origin}/s/${id}`, seenUrl: `${origin}/seen/${id}` });
  }
  const [, place, id = "", ...rest] = url.pathname.split("/");
  const session = sessions.get(id);
  if (session === undefined) return sendJson(response, 404, { message: "no such script" });
  if (place === "seen") return sendJson(response, 200, session.seen);
  session.seen.push({
    method: request.method ?? "",
    path: `/${rest.join("/")}`,
    query: queryOf(url),
    headers: headersOf(request),
    body: parsed(text),
  });
  await play(take(session), session.seen.length, response, `${origin}/s/${id}`);
};

const server = createServer((request, response) => {
  const { port } = server.address() as AddressInfo;
  answer(request, response, `http://127.0.0.1:${port}`).catch((error: unknown) => {
    // The client went away in the middle, or the script is no script.
    if (!response.headersSent) sendJson(response, 400, { message: String(error) });
  });
});

server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ port, baseUrl: `http://127.0.0.1:${port}` }));
});
process.stdin.resume().on("close", () => process.exit(0));
