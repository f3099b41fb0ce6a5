// What a shop does with each event, once. Yours keeps a store in its database, as stores/postgres.mjs, and writes with `tx`.
import { Lintel, MemoryStore, WebhookHandler } from "@lintel/sdk";

const fulfil = ({ event, metadata, verification }) =>
  console.log(`${event} ${metadata.order ?? ""} ${verification?.status ?? ""}`.trim());

export const handler = new WebhookHandler({
  store: new MemoryStore(),
  client: process.env.LINTEL_API_KEY && new Lintel(), // for handler.catchUp()
  on: { default: fulfil },
});
