import { createHash } from "node:crypto";
import { cborDecode, DataItem } from "@owf/mdoc";
import * as x509 from "@peculiar/x509";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { z } from "zod";
import { readRequest, type WalletRequest } from "./read-request.ts";

// What Google Wallet checks of a request before it shows one, as its documentation for verifiers says
// (developers.google.com/wallet/identity/verify). The real wallet could not be asked; this one refuses what the
// documentation says that it refuses, and names the reason.

x509.cryptoProvider.set(crypto);

const REASONS = {
  protocol: "only openid4vp-v1-signed is answered",
  malformed: "the request cannot be read",
  origin: "expected_origins does not name the site that asks",
  signature: "the request's signature or client id is not the certificate's",
  unknown_signer: "no root that the wallet knows vouches for the certificate",
  unbound: "the certificate does not name the relying party's metadata",
  metadata_missing: "client_metadata.gw_rp_metadata_bytes is missing",
  metadata_mismatch: "the metadata is not what the certificate was issued for",
  metadata_malformed: "the metadata is not as the schema has it",
} as const;

export type GoogleReason = keyof typeof REASONS;

/** Why the wallet does not answer. */
export class GoogleRefusal extends Error {
  override readonly name = "GoogleRefusal";
  readonly reason: GoogleReason;

  constructor(reason: GoogleReason) {
    super(REASONS[reason]);
    this.reason = reason;
  }
}

const refuse = (reason: GoogleReason): never => {
  throw new GoogleRefusal(reason);
};

const display = z.strictObject({
  display_name: z.string().min(1),
  logo_uri: z.url({ protocol: /^https$/ }),
  privacy_policy_uri: z.url({ protocol: /^https$/ }),
});
const metadata = z.strictObject({
  schema_version: z.literal("v1"),
  display,
  aggregator_info: display.optional(),
});

/** What the person sees: who asks, and who signs for them. */
export type Shown = { name: string; privacyPolicy: string; aggregator: string | null };

const BINDING = "1.3.6.1.4.1.11129.10.1";

/** An OCTET STRING of 32 bytes in DER. */
const digestIn = (leaf: x509.X509Certificate): Buffer => {
  const extension = leaf.getExtension(BINDING) ?? refuse("unbound");
  const der = Buffer.from(extension.value);
  if (extension.critical || der.length !== 34 || der[0] !== 4 || der[1] !== 32) return refuse("unbound");
  return der.subarray(2);
};

const shownIn = (given: unknown, leaf: x509.X509Certificate): Shown => {
  const digest = digestIn(leaf);
  if (typeof given !== "string" || !/^[\w-]+$/.test(given)) return refuse("metadata_missing");
  const bytes = Buffer.from(given, "base64url");
  if (!createHash("sha256").update(bytes).digest().equals(digest)) return refuse("metadata_mismatch");
  const { data } = metadata.safeParse(plainIn(new Uint8Array(bytes)));
  if (!data) return refuse("metadata_malformed");
  return {
    name: data.display.display_name,
    privacyPolicy: data.display.privacy_policy_uri,
    aggregator: data.aggregator_info?.display_name ?? null,
  };
};

/** The map in a byte string with the tag 24; null for anything else. */
const plainIn = (bytes: Uint8Array): unknown => {
  try {
    const item: unknown = cborDecode(bytes, { unwrapTopLevelDataItem: false });
    return item instanceof DataItem ? toPlain(item.data) : null;
  } catch {
    return null;
  }
};

const toPlain = (value: unknown): unknown =>
  value instanceof Map ? Object.fromEntries([...value].map(([key, inner]) => [key, toPlain(inner)])) : value;

/** Whether a chain, leaf first, leads to one of the roots, each certificate valid and signed by the next. */
const leadsTo = async (
  chain: readonly x509.X509Certificate[],
  roots: readonly x509.X509Certificate[],
  date: Date,
): Promise<boolean> => {
  for (const [index, certificate] of chain.entries()) {
    const above = index + 1 < chain.length ? [...roots, ...chain.slice(index + 1, index + 2)] : roots;
    const isCa = index === 0 || certificate.getExtension(x509.BasicConstraintsExtension)?.ca === true;
    if (!isCa) return false;
    const issuers = await Promise.all(
      above.map(async (issuer) =>
        issuer.subject === certificate.issuer && (await certificate.verify({ publicKey: issuer, date }))
          ? issuer
          : null,
      ),
    );
    const issuer = issuers.find((found) => found !== null);
    if (!issuer) return false;
    if (roots.includes(issuer)) return issuer.notBefore <= date && date <= issuer.notAfter;
  }
  return false;
};

const P256_KEY = { name: "ECDSA", namedCurve: "P-256" };

/**
 * Reads a request of the Digital Credentials API as Google Wallet does.
 * @param options.roots DER, the roots that Google added to its trust store
 * @throws GoogleRefusal with the reason
 */
export const readAsGoogle = async (
  { protocol, data }: { protocol: string; data: Record<string, unknown> },
  options: { origin: string; roots: readonly Uint8Array[]; now: Date },
): Promise<{ request: WalletRequest; shown: Shown }> => {
  if (protocol !== "openid4vp-v1-signed") return refuse("protocol");
  const jwt = String(data.request ?? "");
  const { claims, x5c } = partsOf(jwt) ?? refuse("malformed");
  const origins: unknown = claims.expected_origins;
  if (!Array.isArray(origins) || !origins.includes(options.origin)) return refuse("origin");
  const request = await readRequest(data, { origin: options.origin }).catch(() => refuse("signature"));
  const chain = x5c.map((der) => new x509.X509Certificate(der));
  const [leaf] = chain;
  const roots = options.roots.map((der) => new x509.X509Certificate(new Uint8Array(der)));
  if (!leaf || !(await leadsTo(chain, roots, options.now))) return refuse("unknown_signer");
  const { name, namedCurve } = leaf.publicKey.algorithm as typeof P256_KEY;
  if (name !== P256_KEY.name || namedCurve !== P256_KEY.namedCurve) return refuse("unknown_signer");
  const client = z.looseObject({}).safeParse(claims.client_metadata).data ?? {};
  return { request, shown: shownIn(client.gw_rp_metadata_bytes, leaf) };
};

const partsOf = (jwt: string) => {
  try {
    return { claims: decodeJwt(jwt), x5c: decodeProtectedHeader(jwt).x5c ?? [] };
  } catch {
    return null;
  }
};
