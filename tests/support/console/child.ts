import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { loadConfig } from "#config/config.ts";
import { createRuntime } from "#runtime/runtime.ts";
import { consoleResponse } from "./browser.ts";

// The console without its pages in a process of its own: `node child.ts` answers on the port that it sends to
// its parent, which sets its clock by messages.

let aheadMs = 0;
const { deps } = await createRuntime(loadConfig(), { now: () => new Date(Date.now() + aheadMs) });

process.on("message", (message) => {
  ({ aheadMs } = z.object({ aheadMs: z.number() }).parse(message));
  process.send?.({ isSet: true });
});

const server = createServer(async (request, response) => {
  const body = request.method === "GET" ? null : await buffer(request);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  const url = `${deps.settings.publicUrl}${request.url}`;
  const answer = await consoleResponse(
    deps,
    new Request(url, { method: request.method ?? "GET", headers, body }),
  );
  response.writeHead(answer.status, [...answer.headers].flat());
  response.end(Buffer.from(await answer.arrayBuffer()));
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.send?.({ port: address.port });
});
