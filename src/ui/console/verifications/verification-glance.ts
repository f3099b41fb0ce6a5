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

/** What the tenant calls it; undefined where no key is chosen, or this one has no such value. */
export const nameOf = (
  { metadata }: Pick<VerificationGlance, "metadata">,
  key: string | null,
): string | undefined => {
  const value = key === null ? null : (metadata?.[key] ?? null);
  return value === null || value === "" ? undefined : String(value);
};
