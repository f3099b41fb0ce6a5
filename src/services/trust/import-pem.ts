import { invalid } from "#core/errors.ts";
import { ANCHOR_TYPES } from "#methods/wallet/trust/anchor.ts";
import { readPemAnchors } from "#methods/wallet/trust/read-pem.ts";
import { VICAL_TYPE } from "#methods/wallet/trust/vical-type.ts";
import type { Ctx } from "../context.ts";
import { contentRefused } from "./refusal.ts";
import { saveAnchors } from "./save.ts";
import type { AnchorView } from "./view.ts";

export type PemImport = {
  format: "pem";
  /** One or more certificates (RFC 7468). */
  content: string;
  credentialTypes: string[];
  label?: string | undefined;
  /** Absent: the usual one of the type; null: none is asked for. */
  eku?: string | null | undefined;
  /** Several, of which a signer needs one; in place of `eku`. */
  ekus?: string[] | undefined;
  /** Of providers of lists: the types that their lists may vouch for. Absent: licences. */
  vouchesFor?: string[] | undefined;
};

// What nothing here asks for would never count, and a misspelt type would pass for one that does.
const checkKnown = (path: string, types: readonly string[], known: readonly string[]): void => {
  const at = types.findIndex((type) => !known.includes(type));
  if (at >= 0) throw invalid(`${path}.${at}`, `expected one of ${known.join(", ")}`);
};

const ekusOf = ({ eku, ekus }: PemImport): { ekus?: string[] } => {
  if (ekus === undefined) return eku === undefined ? {} : { ekus: eku === null ? [] : [eku] };
  if (eku !== undefined) throw invalid("ekus", "expected eku or ekus, not both");
  return { ekus };
};

/**
 * Trusts the certificates of a PEM text for these types of credential.
 * @throws INVALID_REQUEST_BODY: one of them cannot be read, can be no anchor, or is the test issuer's, or a type is not
 *   known; nothing was stored then
 */
export const importPem = async (ctx: Ctx, input: PemImport): Promise<AnchorView[]> => {
  const { content, credentialTypes, label, vouchesFor } = input;
  checkKnown("credentialTypes", credentialTypes, ANCHOR_TYPES);
  if (vouchesFor !== undefined) {
    if (credentialTypes.some((type) => type !== VICAL_TYPE)) {
      throw invalid("vouchesFor", `expected it for the type ${VICAL_TYPE} alone`);
    }
    checkKnown(
      "vouchesFor",
      vouchesFor,
      ANCHOR_TYPES.filter((type) => type !== VICAL_TYPE),
    );
  }
  const anchors = credentialTypes.flatMap((credentialType) => {
    const read = readPemAnchors(content, {
      credentialType,
      ...ekusOf(input),
      ...(label === undefined ? {} : { label }),
      ...(vouchesFor === undefined ? {} : { vouchesFor }),
    });
    if (!read.ok) throw contentRefused(read.code);
    return read.value;
  });
  return saveAnchors(ctx, anchors);
};
