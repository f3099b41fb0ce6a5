import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { dispatch } from "#http/dispatch.ts";
import { answerGate } from "#http/gates/answer.ts";
import { inTime } from "#http/json-lines.ts";
import type { Answer, Incoming } from "#http/respond.ts";
import { answerScim } from "#http/scim/answer.ts";
import type { Runtime } from "#runtime/runtime.ts";
import { hasBody } from "./bounded-request.ts";

// The public interface straight from node:http. Next's router takes several times the processor time of the
// work behind these addresses; its route files answer addresses spelt differently (docs/adr/0028).

/** A reader that stops, because there is too much, still answers: by itself Node would cut the connection. */
const bytesOf = (request: IncomingMessage): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }),
});

/** Aborted when the connection closes before the answer. */
const goneSignal = (response: ServerResponse): AbortSignal => {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  return gone.signal;
};

/** The request as the endpoints read it: with the headers that createHttpServer has ensured. */
export const incomingOf = (request: IncomingMessage, response?: ServerResponse): Incoming => {
  const { method = "GET", url = "/", headers } = request;
  const header = (name: string): string | null => headers[name]?.toString() ?? null;
  return {
    method,
    url: `http://localhost${url}`,
    headers: { get: header, has: (name) => header(name) !== null },
    body: hasBody(request) ? bytesOf(request) : null,
    // Made when it is read: hardly any request waits for anything.
    get signal() {
      return response && goneSignal(response);
    },
  };
};

/** RFC 9110 §8.6: these have no length of a body. */
const NO_BODY: readonly number[] = [204, 304];

/** Writes an answer as it is. @param withinMs how long the receiver of a stream may take for a piece; a minute unless given */
export const write = (
  response: ServerResponse,
  { status, headers, body, stream, cookies }: Answer,
  withinMs?: number,
): void | Promise<void> => {
  if (stream) {
    response.writeHead(status, { ...headers });
    // A failure, or a receiver that is gone, ends both: the connection is cut before the last chunk (RFC 9112 §8).
    const pieces: Readable = Readable.from(inTime(stream, (error) => pieces.destroy(error), withinMs));
    return pipeline(pieces, response).catch(() => undefined);
  }
  const more = {
    ...(cookies && { "set-cookie": [...cookies] }),
    ...(!NO_BODY.includes(status) && { "content-length": Buffer.byteLength(body) }),
  };
  response.writeHead(status, { ...headers, ...more }).end(body);
};

/**
 * A part of the service that Next has nothing to do with.
 * @param start what its addresses begin with
 * @returns null: the address is not one of its
 */
const part =
  (
    start: string,
    answer: (deps: Runtime["deps"], target: string, request: Incoming) => Promise<Answer> | null,
  ) =>
  (deps: Runtime["deps"]) =>
  (request: IncomingMessage, response: ServerResponse): Promise<void> | null => {
    const { url = "/" } = request;
    const answering = url.startsWith(start) ? answer(deps, url, incomingOf(request, response)) : null;
    return answering && answering.then((answered) => write(response, answered));
  };

/** Answers requests of the public interface. */
export const createRest = part("", (deps, url, request) =>
  dispatch(deps, url.split("?", 1)[0] ?? "", request),
);

/** Answers requests of tenants' directories (SCIM). */
export const createScim = part("/scim/", answerScim);

/** Answers requests at the addresses of gates. */
export const createGates = part("/gate/", answerGate);
