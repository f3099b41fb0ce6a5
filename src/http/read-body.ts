import { ServiceError } from "#core/errors.ts";

const tooLarge = (maxBytes: number): ServiceError =>
  new ServiceError("PAYLOAD_TOO_LARGE", `The body is larger than ${Math.floor(maxBytes / 1024)} KiB.`);

// A caller that hangs up is no fault of ours, nor of the database, whose lost connections look the same.
const brokenOff = (): ServiceError => {
  const message = "The body broke off before its end.";
  return new ServiceError("INVALID_REQUEST_BODY", message, { issues: [{ path: "", message }] });
};

const readChunks = async (stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array[]> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return chunks;
};

/**
 * The bytes of a body, never more than `maxBytes`: what is announced as larger is refused unread, and what
 * turns out larger is left off where it crosses the line.
 * @throws PAYLOAD_TOO_LARGE, INVALID_REQUEST_BODY
 */
export const readBytes = async (request: Request, maxBytes: number): Promise<Uint8Array> => {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (!request.body) return new Uint8Array();
  const chunks = await readChunks(request.body, maxBytes).catch((error: unknown) => {
    throw error instanceof ServiceError ? error : brokenOff();
  });
  return Buffer.concat(chunks);
};
