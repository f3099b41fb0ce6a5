import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { type Handle, type LocalOptions, serveLocally } from "../../scripts/local/serve.ts";
import { escapeHtml } from "../demo-wallet/server/html.ts";

/** What a person does at a vendor. */
export type Outcome = "adult" | "minor" | "borrowed" | "unreadable" | "stop" | "processing";

const OUTCOMES: readonly { outcome: Outcome; says: string }[] = [
  { outcome: "adult", says: "Ada Lovelace shows her passport: she is an adult" },
  { outcome: "minor", says: "Max Minor shows his identity card: he is 15" },
  {
    outcome: "borrowed",
    says: "Someone else shows Ada Lovelace’s passport: a selfie, where one is asked for, does not match",
  },
  { outcome: "unreadable", says: "The document cannot be read" },
  { outcome: "processing", says: "It takes a few seconds longer, and then she is an adult" },
  { outcome: "stop", says: "Stop, and share nothing" },
];

/** Whom a stand-in tells all that a real vendor would: tests look for every word of it where it must not be. */
export type Person = { birth: { year: number; month: number; day: number } } & Record<string, unknown>;

export const personOf = (outcome: Outcome, now: Date): Person => {
  const [year, name] =
    outcome === "minor"
      ? [now.getUTCFullYear() - 15, "Max Minor"]
      : [now.getUTCFullYear() - 36, "Ada Lovelace"];
  return { birth: { year, month: 1, day: 1 }, name };
};

/** A callback as the vendor sends it. */
export type Callback = { body: string; headers: Record<string, string> };

/** How a stand-in fails, for tests: an HTTP status for every call, or no answer at all. */
export type Trouble = number | "silent" | null;

/** What both have: the address is empty until it listens. */
export type StandIn = {
  url: string;
  trouble: Trouble;
  /** Whom it has seen, instead of the people that it invents. */
  person: Person | null;
  /** What a person does. @returns where the browser is sent back to */
  finish(sessionId: string, outcome: Outcome): string;
  stop(): Promise<void>;
};

type Answer = { status: number; body: unknown } | { location: string } | { page: string };

type Request = { method: string; url: URL; headers: IncomingMessage["headers"]; body: string };

export type Handler = (request: Request) => Promise<Answer> | Answer;

const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
} as const;

const choicePage = (vendor: string, action: string, offered: typeof OUTCOMES): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Not ${escapeHtml(vendor)}</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 12vh auto; padding: 0 1.5rem; }
  h1 { font-size: 1.25rem; }
  button { font: inherit; width: 100%; padding: 0.75rem 1rem; margin: 0.25rem 0; text-align: left; cursor: pointer; }
</style>
</head>
<body><main><h1>A stand-in for ${escapeHtml(vendor)}</h1>
<p>It runs on this machine for trying things out, speaks the published interface, and looks at no document.</p>
<form method="post" action="${escapeHtml(action)}">
${offered.map(({ outcome, says }) => `<button name="outcome" value="${outcome}">${says}</button>`).join("\n")}
</form></main></body>
</html>`;

const LONGER_MS = 4_000;

/**
 * The page where a person chooses what the vendor finds.
 * @param session.tell sends the vendor's callback; for what takes longer, after a while that the program does not wait for
 * @param without what this vendor does not tell apart
 */
export const choose = async (
  { method, url, body }: Request,
  vendor: string,
  session: { finish(outcome: Outcome): string; tell(outcome: Outcome): Promise<void> },
  without: readonly Outcome[] = [],
): Promise<Answer> => {
  const offered = OUTCOMES.filter(({ outcome }) => !without.includes(outcome));
  if (method !== "POST") return { page: choicePage(vendor, url.pathname + url.search, offered) };
  const chosen = new URLSearchParams(body).get("outcome");
  const outcome = offered.find((one) => one.outcome === chosen)?.outcome ?? "stop";
  const location = session.finish(outcome);
  const endLater = (): void => {
    session.finish("adult");
    void session.tell("adult");
  };
  if (outcome === "processing") setTimeout(endLater, LONGER_MS).unref();
  else await session.tell(outcome);
  return { location };
};

/** Sends a callback to the service; whether it was taken is the service's business. */
export const deliver = async (url: string | null, { body, headers }: Callback): Promise<number | null> => {
  if (url === null) return null;
  const type = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", body, headers: { ...type, ...headers } }).catch(
    () => null,
  );
  return answer?.status ?? null;
};

/** Serves a stand-in on this machine's loopback, for trying things out and for tests; never for production. */
export const serveStandIn = async <Running extends StandIn>(
  options: LocalOptions,
  running: Running,
  answer: Handler,
): Promise<Running> => {
  const handle: Handle = async (request, response) => {
    const failing = running.trouble;
    if (failing === "silent") return;
    if (failing !== null) {
      response
        .writeHead(failing, { "content-type": "application/json" })
        .end('{"error":{"message":"trouble"}}');
      return;
    }
    const given = await answer({
      method: request.method ?? "GET",
      url: new URL(request.url ?? "/", running.url),
      headers: request.headers,
      body: await text(request),
    });
    if ("location" in given) response.writeHead(303, { ...HEADERS, location: given.location }).end();
    else if ("page" in given)
      response.writeHead(200, { ...HEADERS, "content-type": "text/html; charset=utf-8" }).end(given.page);
    else
      response
        .writeHead(given.status, { ...HEADERS, "content-type": "application/json" })
        .end(JSON.stringify(given.body));
  };

  const served = await serveLocally(options, {
    refusal: "The stand-ins of vendors are not for LINTEL_ENV=production: they prove nothing.",
    handle,
    onError: (response) => void response.writeHead(500).end(),
  });
  return Object.assign(running, served);
};
