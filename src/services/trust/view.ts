import type { AnchorRow } from "#data/trust-anchors.ts";

/** An anchor as admins see it. */
export type AnchorView = Omit<AnchorRow, "certificate"> & {
  /** Whether it counts now: its time has come and is not over. */
  isValid: boolean;
};

export const anchorView = ({ certificate: _certificate, ...anchor }: AnchorRow, now: Date): AnchorView => ({
  ...anchor,
  isValid: anchor.validFrom.getTime() <= now.getTime() && now.getTime() <= anchor.validUntil.getTime(),
});
