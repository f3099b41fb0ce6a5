// The body was read as JSON before it was checked.
import { serve } from "@hono/node-server";
import { verify } from "@lintel/sdk/webhooks";
import { Hono } from "hono";

const app = new Hono().post("/hooks/age", async (context) => {
  try {
    await verify(await context.req.json(), context.req.header("x-service-signature"));
    return context.body(null, 204);
  } catch (error) {
    console.error(error.message);
    return context.text(error.reason, 401);
  }
});
serve({ fetch: app.fetch, port: Number(process.env.PORT) }, () => console.log("ready"));
