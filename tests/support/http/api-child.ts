import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { getRuntime } from "#runtime.ts";
import { dispatch } from "./dispatch.ts";

// The API alone in a process of its own, for tests that kill it: `node api-child.ts` answers on the port that it prints.

const { deps } = await getRuntime();

const server = createServer(async (request, response) => {
  const body = await buffer(request);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  const answer = await dispatch(
    deps,
    new Request(`http://127.0.0.1${request.url}`, { method: request.method ?? "GET", headers, body }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") console.log(`port ${address.port}`);
});
