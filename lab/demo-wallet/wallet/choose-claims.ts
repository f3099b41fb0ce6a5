import type { DcqlQuery } from "dcql";
import type { HeldMdoc } from "./mdoc.ts";
import type { HeldSdJwt } from "./sd-jwt.ts";

/** One attestation in the wallet. */
export type Held = { mdoc: HeldMdoc } | { sdJwt: HeldSdJwt };

export type CredentialQuery = DcqlQuery["credentials"][number];
type Claim = { id?: string | undefined; path?: readonly unknown[] };
export type Path = readonly unknown[];

/**
 * OpenID4VP 1.0 §6.4.1: the claims of the first set that the credential can satisfy.
 * @returns null when it has none of the sets
 */
export const claimsToShow = (query: CredentialQuery, has: (path: Path) => boolean): Path[] | null => {
  const claims: readonly Claim[] = query.claims ?? [];
  const sets: readonly (readonly string[])[] = query.claim_sets ?? [claims.map(({ id }) => id ?? "")];
  const set = sets.find((ids) =>
    ids.every((id) => claims.some((claim) => claim.id === id && has(claim.path ?? []))),
  );
  if (!set) return null;
  return claims.flatMap(({ id, path }) => (path && set.includes(id ?? "") ? [path] : []));
};

/** The document type or vct that a query asks for. */
export const typeAskedFor = ({ format, meta }: CredentialQuery): string => {
  if (format === "mso_mdoc") return meta && "doctype_value" in meta ? String(meta.doctype_value) : "";
  return meta && "vct_values" in meta ? String(meta.vct_values?.[0]) : "";
};
