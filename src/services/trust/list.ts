import { listAnchors } from "#data/trust-anchors.ts";
import type { Ctx } from "../context.ts";
import { type AnchorView, anchorView } from "./view.ts";

/** Everything that is trusted, by credential type. The test issuer is not among it: nobody imported it. */
export const listTrustAnchors = async ({ deps }: Ctx): Promise<AnchorView[]> => {
  const rows = await listAnchors(deps.db.orm);
  return rows.map((row) => anchorView(row, deps.now()));
};
