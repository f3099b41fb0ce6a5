import { trust } from "#contracts/index.ts";
import { importTrustAnchors } from "#services/trust/import.ts";
import { listTrustAnchors } from "#services/trust/list.ts";
import { removeTrustAnchor } from "#services/trust/remove.ts";
import { route } from "../route.ts";

export const anchorsList = route(trust.listTrustAnchors)(({ ctx }) => listTrustAnchors(ctx));

export const anchorsImport = route(trust.importTrustAnchors)(({ ctx, body }) =>
  importTrustAnchors(ctx, body),
);

export const anchorsRemove = route(trust.removeTrustAnchor)(({ ctx, params }) =>
  removeTrustAnchor(ctx, params.id),
);
