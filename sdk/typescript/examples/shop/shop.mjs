// A shop that sells to adults, in one file: node shop.mjs. It reads LINTEL_URL, LINTEL_API_KEY and LINTEL_WEBHOOK_SECRET.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { Lintel, LintelError, MemoryStore, WebhookHandler } from "@lintel/sdk";

const port = Number(process.env.PORT ?? 4000);
const here = `http://localhost:${port}`;
const lintel = new Lintel();
const orders = new Map(); // yours is a table: order, verificationId, isAdult

const page = (response, status, text) =>
  response
    .writeHead(status, { "content-type": "text/html; charset=utf-8" })
    .end(`<!doctype html><h1>Wine shop</h1>${text}`);

/** The end user wants to buy: start a verification for this order, and send the browser to it. */
async function buy(response) {
  const order = randomUUID();
  const { verificationId, redirectUrl } = await lintel.start(
    { minimumAge: 18, callback_url: `${here}/back`, metadata: { order } },
    { idempotencyKey: order },
  );
  orders.set(order, { verificationId, isAdult: false });
  // The order stays with this browser, so that no one can hand on an approval by a link.
  response
    .writeHead(303, { location: redirectUrl, "set-cookie": `order=${order}; HttpOnly; SameSite=Lax; Path=/` })
    .end();
}

/** The browser is back. Its address proves nothing: ask with the API key about the order of this browser. */
async function back(request, response) {
  const order = orders.get(/\border=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1]);
  if (order === undefined) return page(response, 404, "This browser has no order.");
  const { status, result } = await lintel.status(order.verificationId);
  order.isAdult = result?.verified === true;
  page(response, 200, order.isAdult ? "Thank you, your wine is on its way." : `No wine today (${status}).`);
}

/** The service reports by itself, even if the browser never comes back: each event once, also what was missed. */
const webhooks = new WebhookHandler({
  store: new MemoryStore(), // yours is in the same database as the orders
  client: lintel,
  on: {
    "verification.completed": ({ event, metadata, verification }) => {
      const order = orders.get(metadata.order);
      if (order === undefined) return;
      order.isAdult = verification.status === "verified";
      console.log(`${event} for order ${metadata.order}`);
    },
  },
});
const catchUp = () => webhooks.catchUp().catch((error) => console.error(error.message));

createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? "/", here);
  try {
    if (request.method === "POST" && pathname === "/buy") await buy(response);
    else if (request.method === "POST" && pathname === "/hooks/age") await webhooks.node(request, response);
    else if (pathname === "/back") await back(request, response);
    else page(response, 200, '<form method="post" action="/buy"><button>Buy wine</button></form>');
  } catch (error) {
    // Whatever it is, it holds neither key nor secret.
    console.error(error instanceof LintelError ? error.message : error);
    page(response, 500, "Something went wrong. Please try again.");
  }
}).listen(port, () => console.log(`ready: ${here}`));

catchUp();
setInterval(catchUp, 60 * 60 * 1000);
