import type { Verification } from "#core/verification.ts";

export type VerificationResult = { verified: boolean; verifiedAge?: number };

/** The `result` of a completed verification as the interface shows it. */
export const resultOf = ({
  verified,
  verifiedAge,
}: Pick<Verification, "verified" | "verifiedAge">): VerificationResult => ({
  verified: verified === true,
  ...(verifiedAge === null ? {} : { verifiedAge }),
});
