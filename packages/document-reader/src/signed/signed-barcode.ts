import type { Signature } from "../document.ts";
import type { Scheme, SignerKey } from "./signer-keys.ts";

/**
 * What an issuer's plug-in makes of a barcode's bytes: it is not of this kind, or the operator has no key for
 * it; it is signed; or it claims to be signed but cannot be believed. Never an exception, whatever the bytes.
 */
export type Verdict<T> =
  | { kind: "unsigned" }
  | { kind: "signed"; signature: Signature; document: T }
  | { kind: "refused"; why: "malformed" | "unknown_key" | "wrong_signature" };

export const UNSIGNED = { kind: "unsigned" } as const;
export const refused = (why: Extract<Verdict<unknown>, { kind: "refused" }>["why"]) =>
  ({ kind: "refused", why }) as const;

/** The keys of one scheme. */
export const keysOf = (keys: readonly SignerKey[], scheme: Scheme): readonly SignerKey[] =>
  keys.filter((key) => key.scheme === scheme);
