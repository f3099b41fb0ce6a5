import { once } from "node:events";
import { connect, type Socket } from "node:net";

// A client that costs as little as one can, because it shares the machine with what it measures: kept-alive sockets,
// requests made beforehand, answers read only as far as they say where they end.

export type LoadResult = { perSecond: number; p50: number; p99: number; failures: number };

const HEADERS_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/** The bytes of the first whole answer, or null while it is not all there. */
const answerLength = (received: Buffer): number | null => {
  const headersEnd = received.indexOf(HEADERS_END);
  if (headersEnd === -1) return null;
  const bodyAt = headersEnd + HEADERS_END.length;
  const [, length] = /content-length: (\d+)/i.exec(received.toString("latin1", 0, headersEnd)) ?? [];
  if (length !== undefined)
    return received.length >= bodyAt + Number(length) ? bodyAt + Number(length) : null;
  const end = received.indexOf(LAST_CHUNK, bodyAt);
  return end === -1 ? null : end + LAST_CHUNK.length;
};

const isSuccess = (answer: Buffer): boolean => answer.toString("latin1", 9, 12) === "200";

/**
 * Sends one request after the other on each connection for a while.
 * @param requests sent in turn, as bytes
 * @returns requests per second, the latency in milliseconds, and how many were not answered with 200
 */
export const load = async (
  port: number,
  requests: readonly Buffer[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> => {
  const latencies: number[] = [];
  let failures = 0;
  let next = Math.floor(Math.random() * requests.length);
  let isOver = false;

  const drive = async (socket: Socket): Promise<void> => {
    const done = Promise.withResolvers<void>();
    let received = Buffer.alloc(0);
    let sentMs = 0;
    const send = (): void => {
      next = (next + 1) % requests.length;
      sentMs = performance.now();
      socket.write(requests[next] ?? "");
    };
    socket.on("data", (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const length = answerLength(received);
      if (length === null) return;
      latencies.push(performance.now() - sentMs);
      if (!isSuccess(received)) failures += 1;
      received = received.subarray(length);
      if (isOver) done.resolve();
      else send();
    });
    socket.once("error", done.reject).once("close", () => done.reject(new Error("The server hung up.")));
    send();
    await done.promise;
    socket.removeAllListeners("close").destroy();
  };

  const sockets = Array.from({ length: connections }, () =>
    connect({ port, host: "127.0.0.1", noDelay: true }),
  );
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  const startedMs = performance.now();
  const driven = sockets.map(drive);
  setTimeout(() => {
    isOver = true;
  }, seconds * 1000);
  await Promise.all(driven);
  const elapsed = (performance.now() - startedMs) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor(share * (latencies.length - 1))] ?? Number.NaN;
  return { perSecond: latencies.length / elapsed, p50: at(0.5), p99: at(0.99), failures };
};
