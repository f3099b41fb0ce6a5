// The mistake of most: a parser for all routes takes the bytes away.
import { verify } from "@lintel/sdk/webhooks";
import express from "express";

const app = express();
app.use(express.json());
app.post("/hooks/age", async (request, response) => {
  try {
    await verify(request.body, request.get("X-Service-Signature"));
    response.sendStatus(204);
  } catch (error) {
    console.error(error.message);
    response.status(401).send(error.reason);
  }
});
app.listen(Number(process.env.PORT), () => console.log("ready"));
