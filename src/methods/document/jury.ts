/** One reading of a symbol that its error correction could complete. */
export type Decode = {
  bytes: Uint8Array;
  /** The share of the error correction that was not needed, 0 to 1. */
  spare: number;
  /** The view of the picture that it was read from. */
  look: string;
};

export type Jury = {
  /** Whether these bytes may be believed, by themselves or by what was read before. */
  accepts: (decode: Decode) => boolean;
  /** Zeroes what it kept. */
  dismiss: () => void;
};

const areEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/**
 * Decides which readings of a symbol are believed. A Reed-Solomon code that is used up to its last codeword completes
 * nonsense as well (ISO/IEC 15438 §5.10 keeps two codewords back against that; the decoder does not, and tries many readings
 * of doubtful codewords until one fits): such a reading counts when its own redundancy rules out chance, or when
 * another view of the picture gives the very same bytes.
 */
export const createJury = (isBeyondChance: (bytes: Uint8Array) => boolean): Jury => {
  const heard: Decode[] = [];
  return {
    accepts: (decode) => {
      if (decode.spare > 0 || isBeyondChance(decode.bytes)) return true;
      if (heard.some(({ bytes, look }) => look !== decode.look && areEqual(bytes, decode.bytes))) return true;
      heard.push({ ...decode, bytes: Uint8Array.from(decode.bytes) });
      return false;
    },
    dismiss: () => {
      for (const { bytes } of heard) bytes.fill(0);
      heard.length = 0;
    },
  };
};
