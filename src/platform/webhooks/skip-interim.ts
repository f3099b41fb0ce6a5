import type { Socket } from "node:net";

const STATUS_LINE = "HTTP/1.1 1";
const STATUS_END = 12;
const HEAD_END = "\r\n\r\n";
const MAX_HEAD_BYTES = 16_384;

/** Whether the bytes, as far as they go, begin an interim answer. 101 is none: what follows it is no HTTP any more. */
const mayBeInterim = (bytes: Buffer): boolean => {
  const start = bytes.toString("latin1", 0, STATUS_END).replace("HTTP/1.0", "HTTP/1.1");
  return start.length < STATUS_LINE.length
    ? STATUS_LINE.startsWith(start)
    : start.startsWith(STATUS_LINE) && !start.endsWith("101");
};

/** What follows the interim answers that the bytes begin with; null while that cannot be told. */
const afterInterim = (bytes: Buffer): Buffer | null => {
  let rest = bytes;
  while (rest.length > 0 && mayBeInterim(rest)) {
    const end = rest.indexOf(HEAD_END);
    if (end === -1) return rest.length > MAX_HEAD_BYTES ? rest : null;
    rest = rest.subarray(end + HEAD_END.length);
  }
  return rest.length > 0 ? rest : null;
};

/**
 * Takes interim answers out of what a socket reads before an answer. A client must be able to take those that it did not
 * ask for (RFC 9110 §15.2), and undici closes the connection at a 100 Continue. A request is written as a whole before
 * its answer is read, so a write tells where an answer begins.
 */
export const skipInterim = <S extends Socket>(socket: S): S => {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  let isBeforeAnswer = true;
  let held: Buffer = Buffer.alloc(0);
  const filter = (chunk: unknown): unknown => {
    if (!isBeforeAnswer || !Buffer.isBuffer(chunk)) return chunk;
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const rest = afterInterim(held);
    if (rest === null) return null;
    held = Buffer.alloc(0);
    isBeforeAnswer = false;
    return rest;
  };
  Object.assign(socket, {
    // 0 asks the stream to fetch more, and gives nothing out.
    read: (size?: number) => (size === 0 ? read(0) : filter(read(size))),
    write: (...given: Parameters<typeof write>) => {
      isBeforeAnswer = true;
      return write(...given);
    },
  });
  return socket;
};
