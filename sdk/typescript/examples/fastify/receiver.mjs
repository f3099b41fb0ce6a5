import { verify, WebhookVerificationError } from "@lintel/sdk/webhooks";
import Fastify from "fastify";
import { fulfil } from "../fulfil.mjs";

const app = Fastify();

app.register(async (hooks) => {
  // Within this plugin JSON stays bytes; the rest of the application keeps Fastify's own parser.
  hooks.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
  hooks.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof WebhookVerificationError)) return reply.send(error);
    console.error(error.message);
    return reply.code(401).send(error.reason);
  });
  hooks.post("/hooks/age", async (request, reply) => {
    await fulfil(await verify(request.body, request.headers["x-service-signature"]));
    return reply.code(204).send();
  });
});

await app.listen({ port: Number(process.env.PORT ?? 3000) });
console.log("ready");
