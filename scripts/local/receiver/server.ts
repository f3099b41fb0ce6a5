import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type Handle, isForeign, type LocalOptions, serveLocally } from "../serve.ts";
import { LIVE_SCRIPT, listPart, receiverPage, saidOf } from "./pages.ts";
import { ANSWERS, createInbox, isAnswerName, isSecret } from "./received.ts";

export type RunningReceiver = Awaited<ReturnType<typeof startReceiver>>;

const MAX_BODY_BYTES = 256 * 1024;

const HEADERS = {
  "cache-control": "no-store",
  // Not no-referrer: a form would then be posted with the origin "null".
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
} as const;

/** The body, or null where it is larger than any webhook. */
const readBody = async (request: IncomingMessage): Promise<Buffer | null> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const headersOf = ({ rawHeaders }: IncomingMessage): [string, string][] =>
  rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""]] : []));

/**
 * A page on this machine's loopback that receives webhooks and shows them as they arrive. For trying things out and
 * for tests; never for production.
 * @throws for an environment that is production
 */
export const startReceiver = async (options: LocalOptions) => {
  const { port, now = () => new Date() } = options;
  const url = `http://localhost:${port}`;
  const hookUrl = `${url}/hook`;
  const inbox = createInbox();
  const stopping = new AbortController();

  const send = (response: ServerResponse, type: string, body: string, status = 200): void => {
    response.writeHead(status, { ...HEADERS, "content-type": `${type}; charset=utf-8` }).end(body);
  };
  const backTo = (response: ServerResponse, said: string): void => {
    response.writeHead(303, { ...HEADERS, location: `/?said=${said}` }).end();
  };

  const receive: Handle = async (request, response) => {
    const body = await readBody(request);
    if (body === null) return send(response, "text/plain", "The body is too large.", 413);
    const { answer } = inbox.add({ at: now(), headers: headersOf(request), body });
    const { status, delayMs, name } = ANSWERS[answer];
    if (delayMs > 0) await pause(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
    send(response, "text/plain", name, status);
  };

  const stream = (response: ServerResponse): void => {
    response.writeHead(200, { ...HEADERS, "content-type": "text/event-stream" }).write(": hello\n\n");
    const unwatch = inbox.watch(() => response.write("event: change\ndata: 1\n\n"));
    response.once("close", unwatch);
  };

  const act = async (path: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams((await readBody(request))?.toString("utf8") ?? "");
    const answer = form.get("answer") ?? "";
    const secret = form.get("secret")?.trim() ?? "";
    if (path === "/answer" && isAnswerName(answer)) {
      inbox.setAnswer(answer);
      return backTo(response, answer);
    }
    if (path === "/secret") {
      if (isSecret(secret)) inbox.trust(secret);
      return backTo(response, isSecret(secret) ? "trusted" : "secret");
    }
    if (path === "/clear") inbox.clear();
    backTo(response, "");
  };

  const handle: Handle = async (request, response) => {
    if (isForeign(request, url))
      return send(response, "text/plain", "This page answers to its own address only.", 403);
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    if (request.method === "POST") {
      return pathname === "/hook" ? receive(request, response) : act(pathname, request, response);
    }
    if (pathname === "/events") return stream(response);
    if (pathname === "/live.js") return send(response, "text/javascript", LIVE_SCRIPT);
    if (pathname === "/list") return send(response, "text/html", (await listPart(inbox)).text);
    if (pathname !== "/") return send(response, "text/plain", "There is no such page.", 404);
    send(response, "text/html", await receiverPage(inbox, hookUrl, saidOf(searchParams.get("said"))));
  };

  const { stop } = await serveLocally(options, {
    refusal: "The webhook receiver is not for LINTEL_ENV=production: it shows bodies to anyone here.",
    handle,
    onError: (response, error) => send(response, "text/plain", `That did not work: ${String(error)}`, 400),
  });
  return {
    /** The page. */
    url,
    /** Where deliveries go. */
    hookUrl,
    /** Checks signatures with this secret too. */
    trust: inbox.trust,
    stop() {
      stopping.abort();
      return stop();
    },
  };
};
