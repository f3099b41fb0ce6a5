import type { Verification } from "#core/verification.ts";

export type VerificationResult = { verified: boolean; verifiedAge?: number; documentReused?: boolean };

/** The `result` of a completed verification as the interface shows it. */
export const resultOf = ({
  verified,
  verifiedAge,
  documentReused,
}: Pick<Verification, "verified" | "verifiedAge" | "documentReused">): VerificationResult => ({
  verified: verified === true,
  ...(verifiedAge === null ? {} : { verifiedAge }),
  ...(documentReused === null ? {} : { documentReused }),
});
