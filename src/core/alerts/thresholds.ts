// The bounds of rules that both their beginning and their end are judged by; those that others than alerts ask for are in
// core/operator/findings.ts.

/** Of the five days after which an endpoint is turned off. */
export const DISABLING_DAYS = 3;
export const KEY_DAYS = 14;
export const KEY_SOON_DAYS = 3;
/** A key that was not used for so long gives no cause for alarm. */
export const KEY_USED_DAYS = 30;

/** Longer than the longest pause between two tries of an export. */
export const UNUSED_MINUTES = 120;
