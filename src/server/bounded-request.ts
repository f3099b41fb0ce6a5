import { IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { afterLoopTime } from "#core/loop/loop-time.ts";

const KIB = 1024;

/** RFC 9112 §6: whether a request announces a body. */
export const hasBody = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** What the server takes of a body, and how slowly it may come. */
export type BodyBounds = {
  bytes: number;
  /** For this long from its start, a body may come at any pace. */
  graceSeconds: number;
  /** Its minimum average from then on; null: the body has to be complete when the grace is over. */
  bytesPerSecond: number | null;
};

// Nothing else that a phone sends is as long as 320 KiB, which needs ten seconds at 32 KiB/s: JSON, forms and
// wallets' answers are 1 to 20 KiB and arrive within two seconds at the 10 KiB/s of a phone on EDGE.
const TEXT = { graceSeconds: 10, bytesPerSecond: null } as const;
// A photo takes its time: 1 MB is 100 s on EDGE, which the 120 s of a request allow. The rate is below what GPRS
// still sends (3 KiB/s with two slots), after a grace for a phone that changes cells.
const PHOTO = { graceSeconds: 20, bytesPerSecond: 2 * KIB } as const;

/** Above what the readers of JSON and forms accept, and more than any other address has a use for. */
const SMALL: BodyBounds = { bytes: 128 * KIB, ...TEXT };
const LARGE: BodyBounds = { bytes: 320 * KIB, ...TEXT };
/** A zero-knowledge proof, as the browser hands it over: some 640 KiB, a minute on EDGE. */
const PROVED: BodyBounds = { bytes: 960 * KIB, ...PHOTO };

/** What a wallet answered to the browser. */
const HANDED_OVER = /^\/v\/[^/]+\/wallet\/credential\//;

/**
 * The most that the server reads of a body before anything behind it can keep a copy, by address. Where a
 * body is read at all, the reader's own limit is lower, and that limit applies; this one is for addresses
 * that take no body, for those that do not exist, and for whatever the framework reads by itself.
 */
const BOUNDS: readonly [address: RegExp, bounds: BodyBounds][] = [
  [/^\/api\/trpc\//, LARGE],
  [/^\/openid4vp\/response\//, LARGE],
  [HANDED_OVER, LARGE],
  [/^\/v\/[^/]+\/wallet\/?$/, LARGE],
  // Lists of issuing authorities.
  [/^\/admin\/trust-anchors\/?$/, { bytes: 640 * KIB, ...TEXT }],
  // A photo, as a form.
  [/^\/v\/[^/]+\/document\/?$/, { bytes: 12 * KIB * KIB + SMALL.bytes, ...PHOTO }],
];

/**
 * @param target of the request line (RFC 9112 §3.2.1)
 * @param takesProofs whether the deployment takes zero-knowledge proofs: elsewhere nothing that large comes
 */
export const bodyBounds = (target: string, takesProofs = false): BodyBounds => {
  const [path = ""] = target.split("?");
  if (takesProofs && HANDED_OVER.test(path)) return PROVED;
  return BOUNDS.find(([address]) => address.test(path))?.[1] ?? SMALL;
};

/** For the client to read the answer before the connection is reset (RFC 9112 §9.6). */
const LINGER_MS = 1_000;

/**
 * From this size on, an address takes photos in forms. A browser reads the answer to a form only once the
 * form has been sent, and the user must learn that the photo is too large: the rest is read and dropped, for
 * as long as a request may take.
 */
const TAKES_PHOTOS = 1024 * 1024;

type Refusal = { statusLine: string; code: string; message: string };

const tooLarge = (bytes: number): Refusal => ({
  statusLine: "413 Content Too Large",
  code: "PAYLOAD_TOO_LARGE",
  message: `The body is larger than ${Math.floor(bytes / 1024)} KiB, and no address here takes one like it.`,
});

// RFC 9110 §15.5.9
const TOO_SLOW: Refusal = {
  statusLine: "408 Request Timeout",
  code: "REQUEST_TIMEOUT",
  message: "The body came too slowly. Send it again over a better connection.",
};

type More = { requestId: string; headers: Readonly<Record<string, string>> };

/** The shape of errorBodyOf in src/http. */
export const refusalBody = (
  { code, message }: Pick<Refusal, "code" | "message">,
  requestId: string,
): string => JSON.stringify({ request_id: requestId, requestId, error: { code, message }, code, message });

const answerOf = ({ statusLine, ...refusal }: Refusal, { requestId, headers }: More): string => {
  const body = refusalBody(refusal, requestId);
  const lines = Object.entries({
    ...headers,
    "X-Request-Id": requestId,
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    "Cache-Control": "no-store",
    Connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${statusLine}\r\n${lines.join("")}\r\n${body}`;
};

const hangUp = (socket: Socket): void => {
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
};

/**
 * A request whose body is counted as it comes off the socket, before anything behind can keep a copy: an
 * announced length says nothing about a body that comes in chunks. The body also has to keep a pace.
 */
export class BoundedRequest extends IncomingMessage {
  #left = Number.POSITIVE_INFINITY;
  #received = 0;
  #isAnswered = false;
  /** Whether the next byte, and with it the client, waits for the reader of the body. */
  #isHeldBack = false;
  #refuse = (_refusal: Refusal): void => undefined;
  #onExceeded = (): void => undefined;

  /**
   * Reads no more of the body than this, and waits no longer for it. A longer body is answered with 413 and a
   * late one with 408, not by the handler, which sees a client that hung up. An answer that is under way
   * ends, and the connection with it.
   * @param more for that answer: its request id, and headers
   */
  bound(bounds: BodyBounds, response: ServerResponse, more: More): void {
    // Next's reader destroys a request that is not read to its end, which takes its socket from it.
    const { socket } = this;
    this.#left = bounds.bytes;
    this.#refuse = (refusal) => {
      this.#left = -1; // the handler must not get the whole body after all
      // Without a socket an earlier request of the connection still has to be answered.
      if (response.socket === null || response.headersSent) return hangUp(socket);
      socket.end(answerOf(refusal, more));
      hangUp(socket);
    };
    this.#onExceeded = () => this.#refuse(tooLarge(bounds.bytes));
    response.once("finish", () => {
      this.#isAnswered = true;
    });
    if (!hasBody(this)) return;
    this.#keepPace(bounds, 0);
    // Node closes like this after the last answer; with unread bytes, the client would lose the answer.
    const closeAfterAnswer = socket.destroySoon.bind(socket);
    socket.destroySoon = () => (this.complete ? closeAfterAnswer() : this.#readTheRest(socket, bounds.bytes));
  }

  // In seconds of loop time (core/loop/loop-time.ts), and only those in which this side waited for the client.
  #keepPace(bounds: BodyBounds, seconds: number): void {
    if (this.complete || this.destroyed) return;
    const callOff = afterLoopTime(1_000, () => {
      this.off("close", callOff);
      const waited = this.#isHeldBack ? seconds : seconds + 1;
      const { graceSeconds, bytesPerSecond } = bounds;
      const due = (waited - graceSeconds) * (bytesPerSecond ?? Number.POSITIVE_INFINITY);
      if (!this.complete && waited >= graceSeconds && !(this.#received >= due)) this.#refuse(TOO_SLOW);
      else this.#keepPace(bounds, waited);
    });
    this.once("close", callOff);
  }

  // The handler did not want the rest. It is read and dropped after the answer, and then the connection ends.
  #readTheRest(socket: Socket, bytes: number): void {
    socket.end();
    const drop = (chunk: Uint8Array): void => {
      if (this.complete) return void socket.destroy();
      this.#left -= chunk.byteLength;
      if (this.#left >= 0 || bytes > TAKES_PHOTOS) return;
      socket.off("data", drop).pause();
      hangUp(socket);
    };
    socket.on("data", drop).resume();
  }

  override _read(size: number): void {
    this.#isHeldBack = false;
    super._read(size);
  }

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (this.#left < 0) return false;
    if (!(chunk instanceof Uint8Array)) return super.push(chunk, encoding);
    this.#received += chunk.byteLength;
    // The framework may still be reading, for a copy that is no longer needed.
    if (this.#isAnswered) return true;
    this.#left -= chunk.byteLength;
    if (this.#left >= 0) {
      const wantsMore = super.push(chunk, encoding);
      this.#isHeldBack = !wantsMore;
      return wantsMore;
    }
    this.#onExceeded();
    return false; // Node stops reading the socket.
  }
}
