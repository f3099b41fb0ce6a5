import { readPemAnchors } from "#methods/wallet/trust/read-pem.ts";
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
};

/**
 * Trusts the certificates of a PEM text for these types of credential.
 * @throws INVALID_REQUEST_BODY: one of them cannot be read, or is the test issuer's; nothing was stored then
 */
export const importPem = async (ctx: Ctx, input: PemImport): Promise<AnchorView[]> => {
  const { content, label, eku } = input;
  const anchors = input.credentialTypes.flatMap((credentialType) => {
    const read = readPemAnchors(content, {
      credentialType,
      ...(label === undefined ? {} : { label }),
      ...(eku === undefined ? {} : { eku }),
    });
    if (!read.ok) throw contentRefused(read.code);
    return read.value;
  });
  return saveAnchors(ctx, anchors);
};
