import type { Dispatcher } from "undici";
import { isBrokenConnection, SendFailure } from "./send-failure.ts";

const MAX_BODY_BYTES = 16_384;
const SNIPPET_BYTES = 1_024;

// Control characters but tab and line feed, and what turns the direction of text around: an answer is shown in a
// console and kept in PostgreSQL, whose text takes no NUL.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The start of an answer as text; a character cut at its end is left out. */
const textOf = (body: Uint8Array): string =>
  new TextDecoder().decode(body, { stream: true }).replaceAll("\r\n", "\n").replace(UNSAFE, "\ufffd");

export type Answer = { status: number; snippet: string };
/** Whether a client's present connection has carried a request before. */
export type ConnectionUse = { hasCarriedRequest: boolean };

export type ExchangeEnd = { answer: Answer } | { error: unknown };

/** One request and its answer, which is read to its end or to 16 KiB. `ended` settles once and never rejects. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly ended: Promise<ExchangeEnd>;
  #connection: ConnectionUse | null = null;
  #isOnReusedConnection: boolean;
  #settle: ((end: ExchangeEnd) => void) | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  #hasAnswerBytes = false;
  #status = 0;
  #snippet = Buffer.alloc(0);
  #bodyBytes = 0;

  constructor() {
    this.#isOnReusedConnection = false;
    this.ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** A client has taken it. */
  assignTo(connection: ConnectionUse): void {
    this.#connection = connection;
  }

  /** Ends it now. A request whose connection is still being made cannot be taken back; it is aborted when there is one. */
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
    if (this.#settle === null) controller.abort(new SendFailure("TIMEOUT", "Ended while it was queued."));
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
    this.#settle?.(end);
    this.#settle = null;
  }
}
