// Next.js hands its route handlers a Request and sends the Response; so does this, without Next's build.
import { serve } from "@hono/node-server";
import { POST } from "../examples/next/route.mjs";

serve({ fetch: (request) => POST(request), port: Number(process.env.PORT) }, () => console.log("ready"));
