import { isJsonObject } from "@lintel/age";
import { member } from "../bytes.ts";
import { asBytes, asMap, asUint } from "../cbor/decode.ts";
import type { CredentialType } from "../credential-type.ts";
import { accept, type Result, refuse } from "../result.ts";
import type { TrustAnchor } from "../trust/anchor.ts";
import { type Certificate, readCertificate } from "../x509/certificate.ts";

/** Whose status is looked up, where, and what counts when it cannot be. */
export type StatusRules = {
  /** By document type or vct, what counts for it instead. */
  exceptions?: { readonly [type: string]: Partial<Pick<StatusRules, "whenUnreachable" | "whenMissing">> };
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

/**
 * What the look-up needs of a verified credential; dropped afterwards, as its place in a list identifies it.
 */
export type VerifiedCredential = {
  format: CredentialType["format"];
  /** The anchor above its issuer, and so above the signer of its list. */
  anchor: TrustAnchor;
  /** The claim or member `status`, as the issuer signed it; undefined: it has none. */
  status: unknown;
};

/** Where a list gives a credential's status. */
export type StatusReference = {
  uri: string;
  /**
   * ISO/IEC 18013-5:2025 §12.3.6.2: the certificate above the list's signer, where it differs from the one
   * above the credential's; null: it is the same.
   */
  root: Certificate | null;
} & (
  | /** Token Status List §6: the credential's place in a list of all credentials. */ {
      kind: "status_list";
      index: number;
    }
  /** ISO/IEC 18013-5:2025 §12.3.6: an identifier that appears in the list once the credential is revoked. */
  | { kind: "identifier_list"; id: Uint8Array }
);

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

/**
 * The issuer signed it with the rest, so it needs no other proof; undefined: it is present, but not a
 * certificate.
 */
const rootOf = (list: unknown): Certificate | null | undefined => {
  // An SD-JWT VC's claim has no such member: Token Status List §6.2.
  const value = asMap(list)?.get("certificate");
  if (value === undefined) return null;
  const der = asBytes(value);
  const read = der && readCertificate(der);
  return read?.ok ? read.value : undefined;
};

type Reader = (list: unknown) => StatusReference | null;

const placeIn: Reader = (list) => {
  const [uri, root, index] = [uriOf(list), rootOf(list), asUint(at(list, "idx"))];
  return uri === null || root === undefined || index === null
    ? null
    : { kind: "status_list", uri, root, index };
};

const identifierIn: Reader = (list) => {
  const [uri, root, id] = [uriOf(list), rootOf(list), asBytes(at(list, "id"))];
  return uri === null || root === undefined || !id || id.length === 0
    ? null
    : { kind: "identifier_list", uri, root, id };
};

/**
 * The lists that a credential's status names; if it names two, it is looked up in both. Other mechanisms are
 * ignored, and so is an unreadable entry beside a readable one: the EU's profile writes identifiers as text
 * (Annex A §A.10), which ISO/IEC 18013-5:2025 §12.3.6.2 does not provide for.
 */
export const readStatus = (status: unknown): Result<StatusReference[]> => {
  if (status === undefined) return accept([]);
  if (!asMap(status) && !isJsonObject(status)) return refuse("status_malformed");
  const named = [
    [at(status, "status_list"), placeIn],
    [at(status, "identifier_list"), identifierIn],
  ] as const;
  const known = named.filter(([list]) => list !== undefined);
  const references = known.flatMap(([list, read]) => read(list) ?? []);
  return known.length > 0 && references.length === 0 ? refuse("status_malformed") : accept(references);
};
