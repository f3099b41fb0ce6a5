// A shop that ships wine when a verification has ended, on the PostgreSQL store of the examples: shop.ts <port>. Its test kills it.
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "pg";
import { postgresStore } from "../../../../sdk/typescript/examples/stores/postgres.mjs";
import { Lintel, WebhookHandler } from "../../../../sdk/typescript/src/index.ts";

const pool = new Pool({ connectionString: process.env.SHOP_DATABASE });
const handler = new WebhookHandler({
  store: postgresStore(pool),
  client: new Lintel(),
  on: {
    "verification.completed": async ({ metadata }, { tx, source }) => {
      await tx.query("insert into shipped (parcel, source) values ($1, $2)", [metadata.order, source]);
      // Who is killed here shows whether one half is ever alone.
      await sleep(Math.random() * 20);
      await tx.query("update stock set bottles = bottles - 1");
    },
  },
});
createServer(handler.node).listen(Number(process.argv[2]), "127.0.0.1");
for (;;) {
  console.log("caught up", JSON.stringify(await handler.catchUp()));
  await sleep(150);
}
