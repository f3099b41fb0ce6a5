import { fieldIn, textIn } from "../request.ts";

// JSON-RPC 2.0 over lines, as the stdio transport of the Model Context Protocol has it (revision 2025-11-25, "Transports"):
// one message a line, UTF-8, nothing else on stdout. The protocol's own package would bring an HTTP server and sixty
// packages for this; tests/sdk/cli/mcp.test.ts has its client as the peer.

/** The revisions that this server speaks; the newest is offered to a client that knows none of them. */
export const PROTOCOL_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

export const RPC = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
};

/** A refusal of a request. A tool's own failure is a result instead, which the model reads. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export type Handlers = Readonly<Record<string, (params: unknown) => unknown>>;

type Id = string | number | null;

/**
 * Answers one line; null stands for one that was too long.
 * @returns the answer's line; null for a notification, which gets none
 */
export async function answerLine(line: string | null, handlers: Handlers): Promise<string | null> {
  if (line === null)
    return failure(null, RPC.invalidRequest, "The line was too long, and was not read. Send less at once.");
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return failure(null, RPC.parseError, "The line is not JSON.");
  }
  const id = idIn(message);
  const method = textIn(message, "method");
  // An answer to a request of ours, which this server never makes.
  if (method === undefined && (fieldIn(message, "result") ?? fieldIn(message, "error")) !== undefined)
    return null;
  if (method === undefined || textIn(message, "jsonrpc") !== "2.0")
    return failure(id ?? null, RPC.invalidRequest, "The line is not a request of JSON-RPC 2.0.");
  if (id === undefined) return null;
  const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
  if (handler === undefined)
    return failure(id, RPC.methodNotFound, `There is no method ${method.slice(0, 100)}.`);
  try {
    return JSON.stringify({ jsonrpc: "2.0", id, result: await handler(fieldIn(message, "params")) });
  } catch (error) {
    if (error instanceof RpcError) return failure(id, error.code, error.message);
    throw error;
  }
}

/** @returns undefined for a notification */
function idIn(message: unknown): Id | undefined {
  const id = fieldIn(message, "id");
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

const failure = (id: Id, code: number, message: string): string =>
  JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });

/** Far more than a tool takes, so that a longer text than it takes is refused by its name, under the request's id. */
const MOST_CHARACTERS = 8 << 20;

/**
 * The lines of a stream, without empty ones. In place of one that is too long comes null, as soon as it is: the rest of it is
 * not kept.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<string | null> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const text = typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    for (const [index, piece] of text.split("\n").entries()) {
      if (index > 0) {
        const line = pieces.join("");
        [pieces, length] = [[], 0];
        if (line.trim() !== "") yield line;
      }
      const isFull = length > MOST_CHARACTERS;
      length += piece.length;
      if (length <= MOST_CHARACTERS) pieces.push(piece);
      else {
        pieces = [];
        if (!isFull) yield null;
      }
    }
  }
  const last = pieces.join("");
  if (last.trim() !== "") yield last;
}
