import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { onTestFinished } from "vitest";

/** A request that a target got. */
export type Got = { headers: IncomingHttpHeaders; body: string };

/** A program on the developer's computer, to which events are forwarded. */
export const startTarget = async (
  answer: (got: Got, index: number) => number | "hang" = () => 200,
): Promise<{ url: string; got: Got[]; close(): void }> => {
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const one = { headers: request.headers, body: Buffer.concat(chunks).toString("utf8") };
    got.push(one);
    const status = answer(one, got.length - 1);
    if (status !== "hang") response.writeHead(status).end("thanks");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return { url: `http://127.0.0.1:${port}/hook`, got, close };
};

/** The verifications of the events that came, each once. */
export const verificationsOf = (got: readonly Got[]): string[] =>
  [...new Set(got.map(({ headers }) => String(headers["x-verification-id"])))].toSorted();
