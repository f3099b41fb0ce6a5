import type { KeyObject } from "node:crypto";
import { fromBase64 } from "../bytes.ts";
import { JOSE_ISSUER_ALGORITHMS } from "../cose/algorithms.ts";
import { member } from "../json.ts";
import { accept, type Result, refuse } from "../result.ts";
import type { TrustAnchor } from "../trust/anchor.ts";
import { type ChainContext, checkChain } from "../x509/check-chain.ts";
import { checkJws, type Jws } from "./jws.ts";

/** SD-JWT VC §3.2.1; `vc+sd-jwt` was its name until 2024 and some wallets still hold it. */
const TYPES = new Set<unknown>(["dc+sd-jwt", "vc+sd-jwt"]);

export type IssuerKey = { key: KeyObject; anchor: TrustAnchor };

/** RFC 7515 §4.1.6: the chain in the header, signer first. HAIP 1.0 §6.1.1 prescribes it. */
export const issuerKeyFromChain = (jws: Jws, context: ChainContext): Result<IssuerKey> => {
  const x5c = member(jws.header, "x5c");
  const texts: unknown[] = Array.isArray(x5c) ? x5c : [];
  const chain = texts.flatMap((text) => (typeof text === "string" ? (fromBase64(text) ?? []) : []));
  if (chain.length === 0 || chain.length !== texts.length) return refuse("x5chain_malformed");
  const signer = checkChain(chain, context);
  if (!signer.ok) return signer;
  return accept({ key: signer.value.certificate.x509.publicKey, anchor: signer.value.anchor });
};

/** Who issued the credential, and that nobody changed it. */
export const checkIssuerJwt = (jws: Jws, findKey: (jws: Jws) => Result<IssuerKey>): Result<TrustAnchor> => {
  if (!TYPES.has(member(jws.header, "typ"))) return refuse("sd_jwt_type");
  const found = findKey(jws);
  if (!found.ok) return found;
  const { key, anchor } = found.value;
  const signed = checkJws(jws, { key, algorithms: JOSE_ISSUER_ALGORITHMS, code: "issuer_signature" });
  return signed.ok ? accept(anchor) : signed;
};
