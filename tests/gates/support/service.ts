import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { text } from "node:stream/consumers";
import type { TLSSocket } from "node:tls";
import { anyPort } from "../../../scripts/local/ports.ts";
import type { ServerCertificate } from "../../support/world/certificates.ts";
import { cookieValue, type TestGate } from "./test-gate.ts";

// The age check as a server in front of a site meets it: the addresses below /gate/gat_X of docs/gate.md. What the real
// service answers is asked elsewhere; here the question is what the site's server makes of it.

export type ServiceRequest = {
  method: string;
  target: string;
  headers: NodeJS.Dict<string | string[]>;
  /** The name that the connection asked for (RFC 6066 §3); null where it goes on with the session of an earlier one. */
  serverName: string | null;
};

export type Service = AsyncDisposable & {
  /** `https://localhost:…`, what PUBLIC_URL would be. */
  url: string;
  requests: ServiceRequest[];
  /** What it knows; a test adds its gates. */
  gates: Map<string, TestGate>;
  /** Every answer is this status from now on, until `null`. */
  failWith: (status: number | null) => void;
};

const cookiesOf = (request: IncomingMessage, name: string): string[] =>
  (request.headers.cookie ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));

const isGood = (gate: TestGate, value: string): boolean => {
  const exp = /^v1\.[^.]+\.([1-9][0-9]{9})\.[\w-]{43}$/.exec(value)?.[1] ?? "0";
  const nowSeconds = Date.now() / 1000;
  const isInTime = nowSeconds < Number(exp) && Number(exp) <= nowSeconds + 43_200;
  return isInTime && value === cookieValue(gate, exp);
};

const hasProof = (gate: TestGate, request: IncomingMessage): boolean =>
  cookiesOf(request, gate.cookieName)
    .slice(0, 4)
    .some((value) => isGood(gate, value));

const isSafeReturn = (path: string): boolean => /^\/(?![/\\])[^\0-\x20\\"<>\x7f-\uffff]*$/.test(path);

const isNavigation = ({ method = "", headers }: IncomingMessage): boolean =>
  /^(GET|HEAD)$/.test(method) &&
  (headers.accept ?? "").includes("text/html") &&
  /^(|navigate)$/.test(headers["sec-fetch-mode"]?.toString() ?? "") &&
  headers.upgrade === undefined;

const answerCheck = (gate: TestGate, request: IncomingMessage, response: ServerResponse, rest: URL): void => {
  const suffix = rest.pathname.slice("/check".length) + (rest.pathname === "/check" ? "" : rest.search);
  const { headers } = request;
  const asked =
    [headers["x-original-uri"], headers["x-forwarded-uri"], suffix].find(Boolean)?.toString() ?? "";
  const back = isSafeReturn(asked) ? asked : "/";
  const start = `${gate.origin}/.well-known/lintel/${gate.siteId}/start?return=${encodeURIComponent(back)}`;
  // The length lets nginx keep the connection.
  const always = { "cache-control": "no-store", vary: "Cookie", "content-length": 0 };
  const isEnvoy = rest.pathname !== "/check";
  if (hasProof(gate, request)) {
    response.writeHead(isEnvoy ? 200 : 204, { ...always, "lintel-age": gate.threshold }).end();
    return;
  }
  const mayRedirect = isEnvoy || rest.searchParams.get("mode") === "redirect";
  const refusal = { ...always, "lintel-gate": start };
  if (mayRedirect && isNavigation(request)) response.writeHead(302, { ...refusal, location: start }).end();
  else response.writeHead(401, refusal).end();
};

/** The page with its button; the button's answer leads to the check; the check is passed at once. */
const answerStart = async (
  gate: TestGate,
  request: IncomingMessage,
  response: ServerResponse,
  rest: URL,
): Promise<void> => {
  const always = { "cache-control": "no-store", vary: "Cookie" };
  const fields = request.method === "POST" ? `&${await text(request)}` : rest.search;
  const raw = /[?&]return=(.*)$/s.exec(fields)?.[1] ?? "/";
  const decoded = /^%2f/i.test(raw) ? decodeURIComponent(raw) : raw;
  const back = isSafeReturn(decoded) ? decoded : "/";
  if (request.method === "POST") {
    const state = randomBytes(16).toString("base64url");
    const sealed = Buffer.from(JSON.stringify({ back })).toString("base64url");
    response.writeHead(303, {
      ...always,
      "set-cookie": `__Host-lintel_start_${state}=${sealed}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=1800`,
      location: `${gate.publicUrl}/hosted?then=${encodeURIComponent(`${gate.origin}/.well-known/lintel/${gate.siteId}/callback?state=${state}`)}`,
    });
    response.end();
    return;
  }
  if (hasProof(gate, request)) response.writeHead(302, { ...always, location: back }).end();
  else {
    const page = `<!doctype html><title>Age check</title><form method="post"><input type="hidden" name="return" value="${back.replaceAll("&", "&amp;")}"><button>Start</button></form>`;
    response.writeHead(200, { ...always, "content-type": "text/html; charset=utf-8" }).end(page);
  }
};

const answerCallback = (
  gate: TestGate,
  request: IncomingMessage,
  response: ServerResponse,
  rest: URL,
): void => {
  const name = `__Host-lintel_start_${rest.searchParams.get("state")}`;
  const [sealed] = cookiesOf(request, name);
  const always = { "cache-control": "no-store", vary: "Cookie" };
  if (!sealed) {
    response.writeHead(400, { ...always, "content-type": "text/html" }).end("started in another browser");
    return;
  }
  const { back }: { back: string } = JSON.parse(Buffer.from(sealed, "base64url").toString());
  const lasting = `Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${gate.lifetimeSeconds}`;
  response.writeHead(303, {
    ...always,
    location: back,
    "set-cookie": [
      `${gate.cookieName}=${cookieValue(gate)}; ${lasting}`,
      `${name}=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0`,
    ],
  });
  response.end();
};

/** A stand-in for the age check, over TLS. A name or a Host that is not its own gets 421, as from a host of many sites. */
export const startService = async (certificate: ServerCertificate): Promise<Service> => {
  const requests: ServiceRequest[] = [];
  const gates = new Map<string, TestGate>();
  const port = await anyPort();
  let failure: number | null = null;
  const server = createServer(certificate, (request, response) => {
    const { method = "", url = "", headers } = request;
    const { servername } = request.socket as TLSSocket & { servername?: string | false };
    requests.push({ method, target: url, headers, serverName: servername || null });
    if (failure !== null) return void response.writeHead(failure).end();
    if (headers.host !== `localhost:${port}`) return void response.writeHead(421).end();
    const [, siteId = "", path = ""] = /^\/gate\/(gat_\w+)(\/.*)$/s.exec(url) ?? [];
    const [, hosted] = /^\/hosted\?then=(.*)$/.exec(url) ?? [];
    if (hosted) return void response.writeHead(303, { location: decodeURIComponent(hosted) }).end();
    const gate = gates.get(siteId);
    if (!gate) return void response.writeHead(403).end();
    const rest = new URL(`http://rest${path}`);
    if (/^\/check(\/|$)/.test(rest.pathname)) answerCheck(gate, request, response, rest);
    else if (rest.pathname === "/start") void answerStart(gate, request, response, rest);
    else if (rest.pathname === "/callback") answerCallback(gate, request, response, rest);
    else response.writeHead(404).end();
  });
  // The least obliging server there is: it ends a connection that asks for another protocol.
  server.on("upgrade", ({ method = "", url = "", headers }, socket) => {
    requests.push({ method, target: url, headers, serverName: null });
    socket.destroy();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `https://localhost:${port}`,
    requests,
    gates,
    failWith: (status) => {
      failure = status;
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
