import { unreachable } from "#core/unreachable.ts";
import type { Ctx } from "../context.ts";
import { type AnchorCandidate, type EuListImport, importEuList } from "./import-eu-list.ts";
import { importPem, type PemImport } from "./import-pem.ts";
import { importVical, type VicalImport } from "./import-vical.ts";
import type { AnchorView } from "./view.ts";

export type TrustImport = PemImport | VicalImport | EuListImport;

export type TrustImported = {
  /** What counts from now on. */
  anchors: AnchorView[];
  /** What a list holds that has to be confirmed before it counts. */
  candidates: AnchorCandidate[];
  /** Entries of a list that could not be read, or that can be no anchor. */
  skipped: number;
  /** Types in a list for which its provider does not vouch here. */
  outside: number;
};

/** @throws INVALID_REQUEST_BODY; nothing was stored then */
export const importTrustAnchors = async (ctx: Ctx, input: TrustImport): Promise<TrustImported> => {
  switch (input.format) {
    case "pem":
      return { anchors: await importPem(ctx, input), candidates: [], skipped: 0, outside: 0 };
    case "vical":
      return { ...(await importVical(ctx, input)), candidates: [] };
    case "eu_trusted_list":
      return { ...(await importEuList(ctx, input)), outside: 0 };
    default:
      return unreachable(input);
  }
};
