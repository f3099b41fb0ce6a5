// An OTLP collector that only counts, so that it takes as little of the machine as one can.
import { createServer } from "node:http";

let requests = 0;
let bytes = 0;

createServer((request, response) => {
  if (request.method !== "POST") {
    response.end(`${requests} exports, ${Math.round(bytes / 1024)} KiB`);
    return;
  }
  requests += 1;
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
  });
  request.on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
}).listen(Number(process.env.PORT), "127.0.0.1");
