import { createServer } from "node:net";

/** Whether a server could listen there now. */
export function isFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** The preferred port, or the first free one of the twenty after it, or any. */
export async function freePort(preferred: number, host?: string): Promise<number> {
  for (let port = preferred; port <= Math.min(preferred + 20, 65_535); port++) {
    // Some systems let a server take 0.0.0.0 while another holds 127.0.0.1; who then answers is a matter of luck.
    if ((await isFree(port, host)) && (await isFree(port, "127.0.0.1"))) return port;
  }
  return anyPort();
}

export function anyPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port: 0, host: "127.0.0.1" }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
