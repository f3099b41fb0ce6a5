import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from "node:http";
import type { Answer } from "#http/respond.ts";
import { hasBody } from "./bounded-request.ts";

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];
type Done = (error?: Error | null) => void;

/** An answer to replace the one under way, chosen by its status; null: the original stands. */
export type Instead = (status: number, allow: string | undefined) => Promise<Answer> | null;

/** Headers that this server sets itself, whatever the answer. */
const OWN_HEADERS: readonly string[] = ["strict-transport-security", "content-security-policy"];

/**
 * An answer of the HTTP server. One that begins before the body was read to its end is the last on its connection
 * (RFC 9112 §9.6).
 */
export class HttpResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  #instead: Instead | null = null;
  /** The framework goes on writing what it has; none of it is sent. */
  #isReplaced = false;

  /** Replaces an answer of the framework that is not JSON. */
  replaceBy(instead: Instead): void {
    this.#instead = instead;
  }

  override writeHead(status: number, message?: string | Headers, headers?: Headers): this {
    if (this.#replaces(status)) return this;
    // Node writes it as `Connection: close`, and reads no further request.
    if (hasBody(this.req) && !this.req.complete) this.shouldKeepAlive = false;
    return typeof message === "string"
      ? super.writeHead(status, message, headers)
      : super.writeHead(status, message ?? headers);
  }

  override flushHeaders(): void {
    if (!this.#replaces()) super.flushHeaders();
  }

  override write(chunk: unknown, encoding?: BufferEncoding | Done, done?: Done): boolean {
    if (!this.#replaces())
      return typeof encoding === "function"
        ? super.write(chunk, encoding)
        : super.write(chunk, encoding ?? "utf8", done);
    process.nextTick(typeof encoding === "function" ? encoding : (done ?? (() => undefined)));
    return true;
  }

  override end(chunk?: unknown, encoding?: BufferEncoding | (() => void), done?: () => void): this {
    if (!this.#replaces())
      return typeof encoding === "function"
        ? super.end(chunk, encoding)
        : typeof chunk === "function"
          ? super.end(() => void chunk())
          : super.end(chunk, encoding ?? "utf8", done);
    for (const callback of [chunk, encoding, done])
      if (typeof callback === "function") this.once("finish", () => void callback());
    return this;
  }

  #replaces(status = this.statusCode): boolean {
    if (this.#isReplaced) return true;
    const instead = this.#instead;
    this.#instead = null; // it is decided once, by the first byte
    if (instead === null || this.headersSent) return false;
    if (String(this.getHeader("content-type")).startsWith("application/json")) return false;
    const answering = instead(status, this.getHeader("allow")?.toString());
    if (answering === null) return false;
    this.#isReplaced = true;
    void answering.then((answer) => this.#send(answer));
    return true;
  }

  #send({ status, headers, body }: Answer): void {
    for (const name of this.getHeaderNames()) if (!OWN_HEADERS.includes(name)) this.removeHeader(name);
    this.#isReplaced = false;
    this.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
    super.end(body);
    this.#isReplaced = true;
  }
}
