/**
 * A process without a sign of life for so long is silent: for the operator's console, for alerts, for those that stand in for
 * workers, and for the doctor. Above what a restart takes.
 */
export const SILENT_MINUTES = 3;
