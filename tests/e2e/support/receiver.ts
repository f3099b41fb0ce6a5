import { once } from "node:events";
import { createServer } from "node:http";

/** The tenant's website: where the browser goes back to. */
export type Receiver = {
  url: string;
  /** The queries of the visits so far. */
  visits: URLSearchParams[];
  close(): Promise<void>;
};

export const openReceiver = async (): Promise<Receiver> => {
  const visits: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/back") visits.push(searchParams);
    response
      .writeHead(200, { "content-type": "text/html" })
      .end("<!doctype html><title>Shop</title><h1>Welcome back</h1>");
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://localhost:${port}/back?order=A-1042`,
    visits,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
