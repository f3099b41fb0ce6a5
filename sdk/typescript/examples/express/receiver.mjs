import { verify, WebhookVerificationError } from "@lintel/sdk/webhooks";
import express from "express";
import { fulfil } from "../fulfil.mjs";

const app = express();

// express.raw on this route alone, and before any express.json(): the signature is over the bytes.
app.post("/hooks/age", express.raw({ type: "application/json" }), async (request, response) => {
  await fulfil(await verify(request.body, request.get("X-Service-Signature")));
  response.sendStatus(204);
});

app.use((error, _request, response, next) => {
  if (!(error instanceof WebhookVerificationError)) return next(error);
  console.error(error.message);
  response.status(401).send(error.reason);
});

app.listen(Number(process.env.PORT ?? 3000), () => console.log("ready"));
