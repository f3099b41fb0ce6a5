import type { MetadataValue, Mode, VerificationStatus } from "#core/verification.ts";

/** A verification as lists show it. */
export type VerificationGlance = {
  verificationId: string;
  mode: Mode;
  status: VerificationStatus;
  method: string | null;
  verified: boolean | null;
  minimumAge: number;
  errorCode: string | null;
  metadata: Readonly<Record<string, MetadataValue>> | null;
  createdAt: Date;
};
