/**
 * A process cannot go on with its settings, and no other one with the same could (EX_CONFIG of sysexits.h). Said to the process that
 * started it, which would start it again after anything else.
 */
export const WRONG_SETTINGS = 78;
