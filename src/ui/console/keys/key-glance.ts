import type { Mode } from "#core/verification.ts";

/** A key as lists show it: never its value. */
export type KeyGlance = {
  id: string;
  mode: Mode;
  name: string;
  /** As it begins and ends. */
  hint: string;
  state: "active" | "expiring" | "expired" | "revoked";
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
};

export const isWorking = ({ state }: KeyGlance): boolean => state === "active" || state === "expiring";
