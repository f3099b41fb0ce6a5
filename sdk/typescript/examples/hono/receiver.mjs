import { serve } from "@hono/node-server";
import { receiver } from "@lintel/sdk/webhooks";
import { Hono } from "hono";
import { fulfil } from "../fulfil.mjs";

const receive = receiver((event) => fulfil(event));
const app = new Hono().post("/hooks/age", (context) => receive(context.req.raw));

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) }, () => console.log("ready"));
