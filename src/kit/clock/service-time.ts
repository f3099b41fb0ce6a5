import { createListeners } from "#kit/listeners.ts";

// A computer's clock can be hours off. What the service dates or ends is compared with the service's clock.

/** How far the service's clock is ahead of this computer's, as its last answers say. */
let aheadMs = 0;

const listeners = createListeners();

/** The time by the service's clock, in milliseconds since 1970; until an answer says otherwise, by the computer's. */
export const serviceNow = (): number => Date.now() + aheadMs;

/** The time by this computer's clock, in milliseconds since 1970: for what it writes and reads itself. */
export const computerNow = (): number => Date.now();

/** The service's time as a date. */
export const serviceDate = (): Date => new Date(serviceNow());

/** A time by this computer's clock, in milliseconds since 1970, by the service's. */
export const asServiceTime = (computerMs: number): number => computerMs + aheadMs;

/** A time by the service's clock, in milliseconds since 1970, by this computer's. */
export const asComputerTime = (serviceMs: number): number => serviceMs - aheadMs;

/** Calls back when the clocks turn out to differ by something other than before. @returns stops it */
export const onServiceTime = listeners.add;

// A date in a header has whole seconds, and both clocks drift.
const SLACK_MS = 1_500;
const HALF_A_SECOND_MS = 500;

/**
 * Learns from one answer how far the clocks differ. What fits the answer stays, so that times do not jump with every
 * call; a computer whose clock fits is believed.
 * @param serviceMs when the service answered, by its clock
 * @param sentAt when the service was asked, by the computer's clock
 * @param receivedAt when the answer was there, by the computer's clock
 */
export const learnServiceTime = (
  serviceMs: number,
  sentAt: number,
  receivedAt: number = Date.now(),
): void => {
  const measuredMs = serviceMs - (sentAt + receivedAt) / 2;
  const doubtMs = SLACK_MS + Math.abs(receivedAt - sentAt) / 2;
  const fits = (ms: number): boolean => Math.abs(measuredMs - ms) <= doubtMs;
  if (!Number.isFinite(measuredMs) || fits(aheadMs)) return;
  aheadMs = fits(0) ? 0 : Math.round(measuredMs);
  listeners.tell();
};

/** Asks the service, and learns its time from the answer's `Date` (RFC 9110 §6.6.1). */
export const timedFetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  const sentAt = Date.now();
  const response = await fetch(input, init);
  learnServiceTime(Date.parse(response.headers.get("date") ?? "") + HALF_A_SECOND_MS, sentAt);
  return response;
};
