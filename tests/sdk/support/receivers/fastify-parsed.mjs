// Fastify parses JSON unless it is told not to.
import { verify } from "@lintel/sdk/webhooks";
import Fastify from "fastify";

const app = Fastify();
app.post("/hooks/age", async (request, reply) => {
  try {
    await verify(request.body, request.headers["x-service-signature"]);
    return reply.code(204).send();
  } catch (error) {
    console.error(error.message);
    return reply.code(401).send(error.reason);
  }
});
await app.listen({ port: Number(process.env.PORT) });
console.log("ready");
