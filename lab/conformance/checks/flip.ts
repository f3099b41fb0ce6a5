/** The same bytes but for one bit near the end. */
export const flip = (bytes: Uint8Array | null): Uint8Array => {
  const copy = new Uint8Array(bytes ?? []);
  const at = copy.length - 5;
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};
