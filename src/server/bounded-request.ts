import { IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** For the client to read the answer before the connection is reset (RFC 9112 §9.6). */
const LINGER_MS = 1_000;

/**
 * From this on an address takes photos, as forms. A browser reads the answer to a form only when the form is sent, and
 * somebody whose photo is too large is to read that: the rest goes by unseen, for as long as a request may take.
 */
const TAKES_PHOTOS = 1024 * 1024;

const refusalOf = (bytes: number, headers: Readonly<Record<string, string>>): string => {
  const code = "PAYLOAD_TOO_LARGE";
  const message = `The body is larger than ${Math.floor(bytes / 1024)} KiB, and no address here takes one like it.`;
  const body = JSON.stringify({ error: { code, message }, code, message });
  const lines = Object.entries({
    ...headers,
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    "Cache-Control": "no-store",
    Connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 413 Content Too Large\r\n${lines.join("")}\r\n${body}`;
};

const hangUp = (socket: Socket): void => {
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
};

/**
 * A request whose body is counted as it comes off the socket, before anything behind can keep a copy: a length that
 * is announced says nothing about one that comes in chunks.
 */
export class BoundedRequest extends IncomingMessage {
  #left = Number.POSITIVE_INFINITY;
  #isAnswered = false;
  #onExceeded = (): void => undefined;

  /**
   * Reads no more than this of the body. What is over is answered 413 in the place of whoever was to answer, who
   * sees a client that hung up; where an answer is under way already, it ends and the connection with it.
   * @param headers of that answer
   */
  bound(bytes: number, response: ServerResponse, headers: Readonly<Record<string, string>>): void {
    this.#left = bytes;
    this.#onExceeded = () => {
      const { socket } = this;
      // Without a socket an earlier request of the connection has still to be answered.
      if (response.socket === null || response.headersSent) return hangUp(socket);
      socket.end(refusalOf(bytes, headers));
      hangUp(socket);
    };
    response.once("finish", () => this.#countTheRest(bytes));
  }

  // Whoever answered did not want the rest. Node reads and drops it unseen, so that the connection can be kept.
  #countTheRest(bytes: number): void {
    this.#isAnswered = true;
    if (this.complete || bytes > TAKES_PHOTOS) return;
    const { socket } = this;
    const count = (chunk: Uint8Array): void => {
      this.#left -= chunk.byteLength;
      if (this.#left >= 0) return;
      socket.off("data", count).pause();
      hangUp(socket);
    };
    socket.on("data", count);
    this.once("close", () => socket.off("data", count));
  }

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (this.#left < 0) return false;
    if (!(chunk instanceof Uint8Array)) return super.push(chunk, encoding);
    // The framework may be reading still, for a copy that nobody needs any more.
    if (this.#isAnswered) return true;
    this.#left -= chunk.byteLength;
    if (this.#left >= 0) return super.push(chunk, encoding);
    this.#onExceeded();
    return false; // Node stops reading the socket.
  }
}
