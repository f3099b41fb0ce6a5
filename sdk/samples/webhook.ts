// sample
import { MemoryStore, WebhookHandler } from "@lintel/sdk/webhooks";

// end

const body = process.env.BODY ?? "";
const headers = JSON.parse(process.env.HEADERS ?? "{}");

// sample
const handler = new WebhookHandler({
  store: new MemoryStore(), // in production a table of yours
  on: { "verification.completed": (event) => console.log(event.event) },
});

// Next.js, Hono: handler.fetch. Node, Express: handler.node. With the body at hand, the raw one:
const { status, text } = await handler.receive(body, headers);
console.log(status, text); // the answer: 204, or 401 and why
// end
