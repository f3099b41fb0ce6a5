import Fastify from "fastify";
import { handler } from "../handler.mjs";

const app = Fastify();

app.register(async (hooks) => {
  // Within this plugin JSON stays a stream of bytes; the rest of the application keeps Fastify's own parser.
  hooks.addContentTypeParser("application/json", (_request, _body, done) => done(null));
  hooks.post("/hooks/age", async (request, reply) => {
    reply.hijack();
    await handler.node(request.raw, reply.raw);
  });
});

await app.listen({ port: Number(process.env.PORT ?? 3000) });
console.log("ready");
