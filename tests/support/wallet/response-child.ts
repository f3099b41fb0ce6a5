import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { getRuntime } from "#runtime/runtime.ts";
import { walletResponse } from "../http/handlers.ts";

// Where wallets post to, alone in a process of its own: answers on the port that it prints.

const { deps } = await getRuntime();

const server = createServer(async (request, response) => {
  const body = await buffer(request);
  const headers = { "content-type": String(request.headers["content-type"]) };
  const posted = new Request(`http://127.0.0.1${request.url}`, { method: "POST", headers, body });
  const id = request.url?.split("/").at(-1) ?? "";
  const answer = await walletResponse(deps, posted, { id });
  response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") console.log(`port ${address.port}`);
});
