import { ServiceError } from "#core/errors.ts";

type Kind = keyof typeof LIMITS;

/**
 * Bodies being read at once in this process, by what they are: a flood of uploads slows uploads, not the API, and photos
 * never take the places of wallets. A wallet's answer is 256 KiB at most, and there within seconds; a photo is 12 MiB.
 */
const LIMITS = {
  /** Of one verification two: a second try while the first hangs in a bad line. */
  photo: { places: 32, ofOneVerification: 2, ofOneAddress: 8 },
  /** Of one verification four: whoever saw its code can send something, too. */
  wallet: { places: 128, ofOneVerification: 4, ofOneAddress: 16 },
} as const;

// An address may be that of many people behind a company's or a carrier's wall, so it gets a part, and not one place.

type Counts = { taken: number; ofVerification: Map<string, number>; ofAddress: Map<string, number> };

const none = (): Counts => ({ taken: 0, ofVerification: new Map(), ofAddress: new Map() });

const COUNTS: Readonly<Record<Kind, Counts>> = { photo: none(), wallet: none() };

const add = (counts: Map<string, number>, key: string, change: number): void => {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
};

/**
 * Takes a place among the bodies that are read at once.
 * @param address of the client
 * @returns gives it back
 * @throws CHECK_IN_PROGRESS when the verification has its share under way; SERVICE_UNAVAILABLE when the address, or
 *   everybody together, has too many
 */
export const takeUploadPlace = (kind: Kind, verificationId: string, address: string): (() => void) => {
  const limits = LIMITS[kind];
  const counts = COUNTS[kind];
  if ((counts.ofVerification.get(verificationId) ?? 0) >= limits.ofOneVerification) {
    throw new ServiceError("CHECK_IN_PROGRESS");
  }
  if (counts.taken >= limits.places || (counts.ofAddress.get(address) ?? 0) >= limits.ofOneAddress) {
    throw new ServiceError("SERVICE_UNAVAILABLE", "Many people are uploading right now. Try again.", {
      retryAfterSeconds: 2,
    });
  }
  const change = (by: 1 | -1): void => {
    counts.taken += by;
    add(counts.ofVerification, verificationId, by);
    add(counts.ofAddress, address, by);
  };
  change(1);
  return () => change(-1);
};
