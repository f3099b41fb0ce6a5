import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { handler } from "../handler.mjs";

const app = new Hono().post("/hooks/age", (context) => handler.fetch(context.req.raw));

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) }, () => console.log("ready"));
