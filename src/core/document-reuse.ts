/** Bounds of what a tenant may set: days that a document's keyed hash is kept, and verifications before it is flagged. */
export const DOCUMENT_REUSE = { maxDays: 365, maxLimit: 100 } as const;
