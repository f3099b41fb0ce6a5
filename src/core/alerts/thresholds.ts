// The bounds of rules that both their beginning and their end are judged by.

/** Of the five days after which an endpoint is turned off. */
export const DISABLING_DAYS = 3;
export const KEY_DAYS = 14;
export const KEY_SOON_DAYS = 3;
/** A key that was not used for so long is nobody's trouble. */
export const KEY_USED_DAYS = 30;

/** Of fewer requests, one that fails is a large share. */
export const LEAST_REQUESTS = 100;
export const ERROR_MINUTES = 5;
/** Longer than the longest pause between two tries of an export. */
export const UNUSED_MINUTES = 120;
