import { ServiceError } from "#core/errors.ts";

/** Bodies being read at once in this process: a flood of uploads slows uploads, not the API. */
const PLACES = 32;
/** Of one page: a second try while the first hangs in a bad line, but never the places of everybody else. */
const OF_ONE_PAGE = 2;
/** Of one address, which many people may share behind a company's or a carrier's wall. */
const OF_ONE_ADDRESS = PLACES / 2;

let taken = 0;
const ofPage = new Map<string, number>();
const ofAddress = new Map<string, number>();

const add = (counts: Map<string, number>, key: string, change: number): void => {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
};

/**
 * Takes a place among the uploads that are read at once.
 * @returns gives it back
 * @throws CHECK_IN_PROGRESS when the page has its uploads under way; SERVICE_UNAVAILABLE when its address, or everybody
 *   together, has too many
 */
export const takeUploadPlace = (page: string, address: string): (() => void) => {
  if ((ofPage.get(page) ?? 0) >= OF_ONE_PAGE) throw new ServiceError("CHECK_IN_PROGRESS");
  if (taken >= PLACES || (ofAddress.get(address) ?? 0) >= OF_ONE_ADDRESS) {
    throw new ServiceError("SERVICE_UNAVAILABLE", "Many people are uploading right now. Try again.", {
      retryAfterSeconds: 2,
    });
  }
  const change = (by: 1 | -1): void => {
    taken += by;
    add(ofPage, page, by);
    add(ofAddress, address, by);
  };
  change(1);
  return () => change(-1);
};
