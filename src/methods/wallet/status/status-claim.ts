import { isJsonObject } from "#core/json.ts";
import { member } from "#methods/wallet/bytes.ts";
import { asBytes, asMap, asUint } from "#methods/wallet/cbor/decode.ts";
import { accept, type Result, refuse } from "#methods/wallet/result.ts";
import type { TrustAnchor } from "#methods/wallet/trust/anchor.ts";

/** Whose status is looked up, where, and what counts when it cannot be. */
export type StatusRules = {
  /** Document types and vcts. */
  types: readonly string[];
  /** As in an address, with its port where that is not 443. */
  hosts: readonly string[];
  whenUnreachable: "refuse" | "accept";
  /** For a credential whose issuer gave it no status that is known here. */
  whenMissing: "refuse" | "accept";
  /** A copy is never used for longer, whatever its issuer allows: so a change counts this soon. */
  maxAgeMs: number;
};

/** A credential that was verified, as far as its status goes. Its place in a list names it: it is dropped after the look-up. */
export type VerifiedCredential = {
  /** The anchor above its issuer, and so above the signer of its list. */
  anchor: TrustAnchor;
  /** The claim or member `status`, as the issuer signed it; undefined: it has none. */
  status: unknown;
};

/** Where a list says how a credential stands. */
export type StatusReference =
  /** Token Status List §6: the place in a list of all credentials. */
  | { kind: "status_list"; uri: string; index: number }
  /** ISO/IEC 18013-5:2025 §12.3.6: an identifier, in hexadecimal, that is in the list once it is revoked. */
  | { kind: "identifier_list"; uri: string; id: string };

/** A member of a claim (JSON) or of a mobile security object (CBOR). */
const at = (value: unknown, name: string): unknown => {
  const map = asMap(value);
  if (map) return map.get(name);
  return isJsonObject(value) ? member(value, name) : undefined;
};

const MAX_URI_CHARACTERS = 2_048;

const uriOf = (value: unknown): string | null => {
  const uri = at(value, "uri");
  return typeof uri === "string" && uri.length <= MAX_URI_CHARACTERS ? uri : null;
};

const placeIn = (list: unknown): StatusReference | null => {
  const [uri, index] = [uriOf(list), asUint(at(list, "idx"))];
  return uri === null || index === null ? null : { kind: "status_list", uri, index };
};

const identifierIn = (list: unknown): StatusReference | null => {
  const [uri, id] = [uriOf(list), asBytes(at(list, "id"))];
  return uri === null || !id || id.length === 0
    ? null
    : { kind: "identifier_list", uri, id: Buffer.from(id).toString("hex") };
};

/**
 * The lists that a credential's status names; one that names two is looked up in both. Other mechanisms are as if they
 * were not there.
 */
export const readStatus = (status: unknown): Result<StatusReference[]> => {
  if (status === undefined) return accept([]);
  if (!asMap(status) && !isJsonObject(status)) return refuse("status_malformed");
  const references: StatusReference[] = [];
  for (const [name, read] of [
    ["status_list", placeIn],
    ["identifier_list", identifierIn],
  ] as const) {
    const list = at(status, name);
    if (list === undefined) continue;
    const reference = read(list);
    if (!reference) return refuse("status_malformed");
    references.push(reference);
  }
  return accept(references);
};
