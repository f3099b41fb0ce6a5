import { ServiceError } from "#core/errors.ts";

const tooLarge = (maxBytes: number): ServiceError =>
  new ServiceError("PAYLOAD_TOO_LARGE", `The body is larger than ${Math.floor(maxBytes / 1024)} KiB.`);

/**
 * The bytes of a body, never more than `maxBytes`: what is announced as larger is refused unread, and what
 * turns out larger is left off where it crosses the line.
 * @throws PAYLOAD_TOO_LARGE
 */
export const readBytes = async (request: Request, maxBytes: number): Promise<Uint8Array> => {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
