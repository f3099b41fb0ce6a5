import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { anyPort, listenLocally } from "../../../scripts/local/ports.ts";
import { acceptWebSocket } from "./site.ts";

/** Stands on every page of the shop, in its file and in what its socket says. */
export const SHOP_MARKER = "the-cellar-is-here";

/** 20,000 bytes, no two places alike. */
export const SHOP_FILE = Buffer.from(
  Array.from({ length: 400 }, (_, at) =>
    `${SHOP_MARKER} ${String(at).padStart(4, "0")} `.padEnd(50, "."),
  ).join(""),
);

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>${title}</title><h1>${title}</h1><p>${SHOP_MARKER}</p>${body}</html>`;

const FORM = `<form method="post" action="/order"><label>Bottles <input name="bottles"></label><button>Order</button></form>
<p><a href="/file.bin" download>Download</a></p><div style="height:3000px"></div><h2 id="reviews">Reviews</h2>`;

const serveFile = ({ headers }: IncomingMessage, response: ServerResponse): void => {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
  const type = { "content-type": "application/octet-stream", "accept-ranges": "bytes" };
  if (from === undefined || to === undefined) return void response.writeHead(200, type).end(SHOP_FILE);
  const range = `bytes ${from}-${to}/${SHOP_FILE.length}`;
  response.writeHead(206, { ...type, "content-range": range });
  response.end(SHOP_FILE.subarray(Number(from), Number(to) + 1));
};

/** One text, unmasked, as servers send it (RFC 6455 §5.2). */
const greet = (request: IncomingMessage, socket: Duplex): void => {
  acceptWebSocket(request, socket);
  socket.write(Buffer.concat([Buffer.from([0x81, SHOP_MARKER.length]), Buffer.from(SHOP_MARKER)]));
  // It says one thing and ends, or the server would not: also where the other side is never heard to end.
  socket.end(Buffer.from([0x88, 0]));
  socket.resume();
};

export type ShopSite = {
  port: number;
  /** What was ordered by its form. */
  orders: string[];
};

/** A small shop without any protection of its own: pages, a form, a file and a socket. Open: `/health`. */
export const startShop = async (stack: AsyncDisposableStack): Promise<ShopSite> => {
  const orders: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const html = (title: string, more = ""): void =>
      void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page(title, more));
    const [path] = (request.url ?? "/").split("?");
    if (path === "/health") return void response.writeHead(200, { "content-type": "text/html" }).end("well");
    if (path === "/file.bin") return serveFile(request, response);
    if (path !== "/order") return html("Cellar", FORM);
    orders.push(body);
    return html("Thanks");
  });
  server.on("upgrade", greet);
  const port = await anyPort();
  const stop = await listenLocally(server, port);
  stack.defer(() => stop());
  return { port, orders };
};

/** Someone else's page that shows an address in a frame. @returns its own address, for an address to show */
export const startAround = async (stack: AsyncDisposableStack): Promise<(shown: string) => string> => {
  const server = createServer((request, response) => {
    const shown = new URL(request.url ?? "/", "http://around").searchParams.get("shown") ?? "";
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><title>Around</title><iframe width="600" height="700" src="${shown.replaceAll("&", "&amp;")}"></iframe>`,
    );
  });
  const port = await anyPort();
  const stop = await listenLocally(server, port);
  stack.defer(() => stop());
  return (shown) => `http://127.0.0.1:${port}/?shown=${encodeURIComponent(shown)}`;
};
