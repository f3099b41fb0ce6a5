import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A site with a form and a gate in it, under as strict a policy as a careful site has. */
export type GateSite = {
  origin: string;
  /** What was sent to /checkout, as form fields. */
  sent: Record<string, string>[];
  close(): Promise<void>;
};

// Writes down what it is told; `told` is an event's or a callback's name and what came with it.
const SCRIPT = `
  const told = (...what) => { document.getElementById("told").textContent += JSON.stringify(what) + "\\n"; };
  for (const name of ["success", "error", "expired", "timeout"])
    document.addEventListener("lintel-" + name, ({ detail, target }) => told(name, detail, target.id));
  window.onSuccess = (code) => told("callback", code);
  window.onError = (reason) => told("error-callback", reason);
  window.onExpired = () => told("expired-callback");
  window.onTimeout = () => told("timeout-callback");
  document.addEventListener("securitypolicyviolation", ({ violatedDirective }) => told("violation", violatedDirective));
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shift += value;
  }).observe({ type: "layout-shift", buffered: true });
`;

const CALLBACKS = `callback="onSuccess" error-callback="onError" expired-callback="onExpired" timeout-callback="onTimeout"`;

type Asked = { service: string; siteId: string; query: URLSearchParams };

/** `?language=…` and so on become attributes; `?elements=2` draws two forms; `?as=div|explicit` other ways; `?alone` cuts off openers. */
const gates = ({ service, siteId, query }: Asked): string => {
  const attributes = ["size", "language", "theme", "response-field-name"]
    .flatMap((name) => (query.has(name) ? [`${name}="${query.get(name)}"`] : []))
    .join(" ");
  const link = `<a href="${service}/gate/${siteId}/start?answer=code&amp;return=/checkout">Prove your age</a>`;
  const kind = query.get("as") ?? "element";
  const draw = (id: string): string => {
    if (kind === "explicit") return `<div id="${id}"></div>`;
    if (kind === "div")
      return `<div id="${id}" class="lintel-gate" data-site="${siteId}" data-callback="onSuccess">${link}</div>`;
    return `<lintel-gate id="${id}" site="${siteId}" ${attributes} ${CALLBACKS}>${link}</lintel-gate>`;
  };
  return Array.from({ length: Number(query.get("elements") ?? 1) }, (_, at) => `gate-${at + 1}`)
    .map(
      (id) => `<form id="form-${id}" method="post" action="/checkout"><label>Note <input name="note"></label>
${draw(id)}<button>Pay</button> <button type="reset">Clear</button></form><p>Below the form</p>`,
    )
    .join("\n");
};

const page = (asked: Asked): string => `<!doctype html>
<html lang="${asked.query.get("lang") ?? "en"}"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${asked.service}/gate.css">
<script nonce="site">${SCRIPT}</script>
<script src="${asked.service}/gate.js${asked.query.get("as") === "explicit" ? "?render=explicit" : ""}" defer></script>
</head><body><main><h1>Shop</h1>
${gates(asked)}
<pre id="told" hidden></pre></main></body></html>`;

const FORWARDED = "/.well-known/lintel/";

/** As the site's server forwards a gate's addresses: cookies, query and answer as they are. */
const forward = async (
  service: string,
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
): Promise<void> => {
  const names = [
    "accept",
    "accept-language",
    "cookie",
    "content-type",
    "origin",
    "sec-fetch-site",
    "sec-fetch-dest",
  ];
  const answer = await fetch(`${service}/gate/${request.url?.slice(FORWARDED.length)}`, {
    method: request.method ?? "GET",
    redirect: "manual",
    headers: names.flatMap((name): [string, string][] => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, String(value)]];
    }),
    ...(request.method === "POST" && { body }),
  });
  for (const [name, value] of answer.headers)
    if (
      !/^(?:set-cookie|connection|keep-alive|content-encoding|content-length|transfer-encoding)$/.test(name)
    )
      response.setHeader(name, value);
  response.setHeader("set-cookie", answer.headers.getSetCookie());
  response.writeHead(answer.status).end(await answer.text());
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = "";
  for await (const part of request) body += part;
  return body;
};

/** @param hostname another than the service's, so that both are sites of their own to a browser */
export const openGateSite = async (
  gate: () => { service: string; siteId: string },
  hostname = "127.0.0.1",
): Promise<GateSite> => {
  const sent: Record<string, string>[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://site");
    const { service, siteId } = gate();
    const body = await bodyOf(request);
    if (url.pathname.startsWith(FORWARDED)) return forward(service, request, body, response);
    // Someone else's page, with the one that it names in a frame.
    if (url.pathname === "/around") {
      const sandbox = url.searchParams.get("sandbox");
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><html lang="en"><title>Around</title><main><h1>Around</h1><iframe title="Shop" width="600" height="700" ${sandbox === null ? "" : `sandbox="${sandbox}"`} src="${url.searchParams.get("frame")?.replaceAll("&", "&amp;")}"></iframe></main></html>`,
      );
      return;
    }
    if (request.method === "POST") {
      sent.push(Object.fromEntries(new URLSearchParams(body)));
      response.writeHead(200, { "content-type": "text/html" });
      response.end(`<!doctype html><html lang="en"><title>Thanks</title><h1>Thanks</h1>`);
      return;
    }
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      ...(url.searchParams.has("alone") && { "cross-origin-opener-policy": "same-origin" }),
      "content-security-policy": [
        "default-src 'none'",
        `script-src ${service}/gate.js 'nonce-site'`,
        `style-src ${service}/gate.css`,
        "img-src data:",
        "form-action 'self'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
      ].join("; "),
    });
    response.end(page({ service, siteId, query: url.searchParams }));
  });
  server.listen(0, hostname);
  await once(server, "listening");
  const address = server.address();
  return {
    origin: `http://${hostname}:${typeof address === "object" && address ? address.port : 0}`,
    sent,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
