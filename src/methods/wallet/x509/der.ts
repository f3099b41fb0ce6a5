/** One DER element (ITU-T X.690 §8.1): its tag byte and its content. */
export type DerElement = { tag: number; content: Uint8Array };

type Read = { element: DerElement; end: number };

const readOne = (bytes: Uint8Array, offset: number): Read | null => {
  const tag = bytes[offset];
  const first = bytes[offset + 1];
  // Tags of more than one byte occur in no certificate.
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return null;
  let length = first;
  let start = offset + 2;
  if (first >= 0x80) {
    const size = first & 0x7f;
    if (size < 1 || size > 3) return null;
    length = 0;
    for (let index = 0; index < size; index += 1) length = length * 256 + (bytes[start + index] ?? 0);
    start += size;
  }
  const end = start + length;
  return end <= bytes.length ? { element: { tag, content: bytes.subarray(start, end) }, end } : null;
};

/** The elements that a constructed element consists of; null when the bytes are anything else. */
export const derElements = (bytes: Uint8Array): DerElement[] | null => {
  const elements: DerElement[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    const read = readOne(bytes, offset);
    if (!read) return null;
    elements.push(read.element);
    offset = read.end;
  }
  return elements;
};

/** §8.19: the object identifier in its dotted form. */
export const derOid = (content: Uint8Array): string => {
  const numbers: number[] = [];
  let value = 0;
  for (const byte of content) {
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      numbers.push(value);
      value = 0;
    }
  }
  const [first = 0, ...rest] = numbers;
  const top = Math.min(2, Math.floor(first / 40));
  return [top, first - top * 40, ...rest].join(".");
};
