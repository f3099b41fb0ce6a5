// API Gateway's part for examples/lambda: it calls the handler with payload 2.0, the body always in base64.
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { handler } from "../examples/lambda/handler.mjs";

createServer(async (request, response) => {
  const body = await buffer(request);
  const event = {
    version: "2.0",
    headers: request.headers,
    body: body.toString("base64"),
    isBase64Encoded: true,
  };
  const { statusCode, body: text } = await handler(event);
  response.writeHead(statusCode).end(text);
}).listen(Number(process.env.PORT), () => console.log("ready"));
