import type { Socket } from "node:net";
import type { Dispatcher } from "undici";
import { type ExchangeEnd, isBrokenConnection, SendFailure } from "./send-result.ts";

const STATUS_LINE = "HTTP/1.1 1";
const STATUS_END = 12;
const HEAD_END = "\r\n\r\n";
const MAX_HEAD_BYTES = 16_384;

/** Whether the bytes, as far as they go, may begin an interim answer. 101 is not one: no HTTP follows it. */
const mayBeInterim = (bytes: Buffer): boolean => {
  const start = bytes.toString("latin1", 0, STATUS_END).replace("HTTP/1.0", "HTTP/1.1");
  return start.length < STATUS_LINE.length
    ? STATUS_LINE.startsWith(start)
    : start.startsWith(STATUS_LINE) && !start.endsWith("101");
};

/** What follows the interim answers that the bytes begin with; null while that is unknown. */
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
 * Removes interim answers from what a socket reads before an answer. A client must accept those that it did not ask for
 * (RFC 9110 §15.2), but undici closes the connection at a 100 Continue. A request is written as a whole before its
 * answer is read, so a write marks where an answer begins.
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
    // 0 asks the stream to fetch more, and returns nothing.
    read: (size?: number) => (size === 0 ? read(0) : filter(read(size))),
    write: (...given: Parameters<typeof write>) => {
      isBeforeAnswer = true;
      return write(...given);
    },
  });
  return socket;
};

const MAX_BODY_BYTES = 16_384;
const SNIPPET_BYTES = 1_024;

// Control characters except tab and line feed, and those that reverse the direction of text: an answer is
// shown in a console and kept in PostgreSQL, whose text cannot hold NUL.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The start of an answer as text; a character cut at its end is left out. */
const textOf = (body: Uint8Array): string =>
  new TextDecoder().decode(body, { stream: true }).replaceAll("\r\n", "\n").replace(UNSAFE, "\ufffd");

/** Whether a client's present connection has carried a request before. */
export type ConnectionUse = { hasCarriedRequest: boolean };

/** One request and its answer, which is read to its end or to 16 KiB. `ended` never rejects. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #ending = Promise.withResolvers<ExchangeEnd>();
  readonly ended = this.#ending.promise;
  #connection: ConnectionUse | null = null;
  #isOnReusedConnection = false;
  #isOver = false;
  #controller: Dispatcher.DispatchController | null = null;
  #hasAnswerBytes = false;
  #status = 0;
  #snippet = Buffer.alloc(0);
  #bodyBytes = 0;

  /** A client has taken it. */
  assignTo(connection: ConnectionUse): void {
    this.#connection = connection;
  }

  /**
   * Ends it now. A request whose connection is still being made cannot be taken back; it is aborted once
   * there is one.
   */
  abort(reason: Error): void {
    this.#end({ error: reason });
    this.#controller?.abort(reason);
  }

  /** Whether a kept-alive connection broke before any byte of an answer: the receiver may have given it up long ago. */
  hitStaleConnection(error: unknown): boolean {
    return this.#isOnReusedConnection && !this.#hasAnswerBytes && isBrokenConnection(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#connection !== null) {
      this.#isOnReusedConnection = this.#connection.hasCarriedRequest;
      this.#connection.hasCarriedRequest = true;
    }
    if (this.#isOver) controller.abort(new SendFailure("TIMEOUT", "Ended while it was queued."));
  }

  onResponseStarted(): void {
    this.#hasAnswerBytes = true;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bodyBytes += chunk.length;
    const missing = SNIPPET_BYTES - this.#snippet.length;
    if (missing > 0) this.#snippet = Buffer.concat([this.#snippet, chunk.subarray(0, missing)]);
    if (this.#bodyBytes <= MAX_BODY_BYTES) return;
    this.#endAnswered();
    controller.abort(new Error("The answer is longer than is read."));
  }

  onResponseEnd(): void {
    this.#endAnswered();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#end({ error });
  }

  #endAnswered(): void {
    this.#end({ answer: { status: this.#status, snippet: textOf(this.#snippet) } });
  }

  #end(end: ExchangeEnd): void {
    this.#isOver = true;
    this.#ending.resolve(end);
  }
}
