// The benchmark's receiver, in a separate process: answers at once, or never at /hang/…, and records when each webhook arrived.
import { createServer } from "node:https";

type Order = { start: { cert: string; key: string } } | { reset: true } | { report: { without: string[] } };
export type ReceiverReport = { count: number; seconds: number; lagsMs: number[] };

let arrivals: { atMs: number; lagMs: number; host: string }[] = [];

const timestampIn = (body: string): number => Date.parse(/"timestamp":"([^"]+)"/.exec(body)?.[1] ?? "");

const listen = ({ cert, key }: { cert: string; key: string }): void => {
  const server = createServer({ cert, key, keepAliveTimeout: 60_000 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.url?.startsWith("/hang/")) return;
      const atMs = Date.now();
      const lagMs = atMs - timestampIn(Buffer.concat(chunks).toString());
      arrivals.push({ atMs, lagMs, host: (request.headers.host ?? "").split(":")[0] ?? "" });
      response.writeHead(204).end();
    });
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address === "object") process.send?.({ port: address.port });
  });
};

const report = (without: readonly string[]): ReceiverReport => {
  const counted = arrivals.filter(({ host }) => !without.includes(host));
  const first = counted[0]?.atMs ?? 0;
  const last = counted.at(-1)?.atMs ?? 0;
  return {
    count: counted.length,
    seconds: (last - first) / 1_000,
    lagsMs: counted.map(({ lagMs }) => lagMs),
  };
};

process.on("message", (order: Order) => {
  if ("start" in order) listen(order.start);
  else if ("reset" in order) {
    arrivals = [];
    process.send?.({ done: true });
  } else process.send?.(report(order.report.without));
});
process.on("disconnect", () => process.exit(0));
