/**
 * The whole body of an answer. Leaving its loop ends the connection, so nothing more is read of one that is too long.
 * @throws Error: it has more than so many bytes
 */
export const readBounded = async (
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > maxBytes) throw new Error("the answer is too large");
    parts.push(part);
  }
  return Buffer.concat(parts);
};
