import type { RequestSigner } from "#methods/wallet/openid4vp/request-signer.ts";
import type { StatusRules } from "#methods/wallet/status/status-claim.ts";
import { CREDENTIAL_TYPES, type CredentialType, type OwnType, ownType } from "./credential-type.ts";

/** What wallets are asked for, and how. */
export type WalletSettings = {
  /** The credential types that this deployment asks for, in order of preference. */
  readonly types: readonly CredentialType[];
  /** Signs requests under the high assurance profile, which is not offered without it. */
  readonly requestSigner: RequestSigner | null;
  /** Where the demo wallet is, for test mode's pages. */
  readonly demoUrl: string | null;
  /** If absent, no status is looked up. */
  readonly status?: StatusRules | null;
};

type Options = {
  credentials: readonly (keyof typeof CREDENTIAL_TYPES)[];
  /** The types that the deployment itself describes, by name. They are requested after the others. */
  own: { readonly [name: string]: OwnType };
  requestSigner: RequestSigner | null;
  demoUrl: string | null;
  /** `types` by their names in the configuration; if empty, no status is looked up. */
  status: Pick<StatusRules, "hosts" | "maxAgeMs"> & {
    credentials: readonly string[];
    whenUnreachable: Choices;
    whenMissing: Choices;
  };
};

type Choice = StatusRules["whenMissing"];
type Choices = { otherwise: Choice; byCredential: { readonly [name: string]: Choice } };

export const walletSettings = (options: Options): WalletSettings => {
  const presets = options.credentials.map((name) => [name, CREDENTIAL_TYPES[name]] as const);
  const own = Object.entries(options.own).map(([name, given]) => [name, ownType(name, given)] as const);
  const named = new Map<string, CredentialType>([...presets, ...own]);
  return {
    types: [...named.values()],
    requestSigner: options.requestSigner,
    demoUrl: options.demoUrl,
    status: statusRules(options.status, named),
  };
};

const statusRules = (
  { credentials, hosts, maxAgeMs, whenUnreachable, whenMissing }: Options["status"],
  named: ReadonlyMap<string, CredentialType>,
): StatusRules | null => {
  const known = credentials.flatMap((name) => {
    const type = named.get(name)?.type;
    return type === undefined ? [] : [[name, type] as const];
  });
  if (known.length === 0) return null;
  const exceptions = known.map(([name, type]) => [
    type,
    {
      whenUnreachable: whenUnreachable.byCredential[name] ?? whenUnreachable.otherwise,
      whenMissing: whenMissing.byCredential[name] ?? whenMissing.otherwise,
    },
  ]);
  return {
    types: known.map(([, type]) => type),
    hosts,
    maxAgeMs,
    whenUnreachable: whenUnreachable.otherwise,
    whenMissing: whenMissing.otherwise,
    exceptions: Object.fromEntries(exceptions),
  };
};

/** Bytes of a DeviceResponse or an SD-JWT. Real ones have 1 to 4 KiB, or up to 60 with a portrait. */
export const MAX_PRESENTATION_BYTES = 128 * 1024;

/**
 * Documents in one answer over `org-iso-mdoc`: one of each type that can be requested (credential-type.ts).
 */
export const MAX_DOCUMENTS = 4;

/** Bytes that a wallet posts: an encrypted presentation in base64url. */
export const MAX_RESPONSE_BYTES = 256 * 1024;

/** How far a wallet's or an issuer's clock may be off. */
export const CLOCK_SKEW_MS = 60_000;

/** Certificates in a chain, not counting the anchor. ISO/IEC 18013-5 issuers use one. */
export const MAX_CHAIN_LENGTH = 4;
