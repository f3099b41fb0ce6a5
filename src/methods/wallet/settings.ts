import {
  CREDENTIAL_TYPES,
  type CredentialType,
  MAX_PROVED_RESPONSE_BYTES,
  MAX_RESPONSE_BYTES,
  type OwnType,
  ownType,
  type ProofSettings,
  type StatusRules,
} from "@lintel/wallet-verifier";
import type { RequestSigner } from "@lintel/wallet-verifier/certificates";

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
  /** If null or absent, no zero-knowledge proof is asked for; a tenant that requires them then has no way to a wallet. */
  readonly proofs?: ProofSettings | null;
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
  /** Null or absent: a proof could not be verified here. */
  proofs?: Omit<ProofSettings, "typesWithStatus"> | null;
};

type Choice = StatusRules["whenMissing"];
type Choices = { otherwise: Choice; byCredential: { readonly [name: string]: Choice } };

export const walletSettings = (options: Options): WalletSettings => {
  const presets = options.credentials.map((name) => [name, CREDENTIAL_TYPES[name]] as const);
  const own = Object.entries(options.own).map(([name, given]) => [name, ownType(name, given)] as const);
  const named = new Map<string, CredentialType>([...presets, ...own]);
  const status = statusRules(options.status, named);
  return {
    types: [...named.values()],
    requestSigner: options.requestSigner,
    demoUrl: options.demoUrl,
    status,
    proofs: options.proofs ? { ...options.proofs, typesWithStatus: typesWithStatus(status) } : null,
  };
};

/** Types of which a credential without a status is refused, as one that only proves something has none to show. */
const typesWithStatus = (rules: StatusRules | null): string[] =>
  (rules?.types ?? []).filter(
    (type) => (rules?.exceptions?.[type]?.whenMissing ?? rules?.whenMissing) !== "accept",
  );

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

/** The most bytes that anything hands over here. */
export const maxResponseBytes = ({ proofs }: Pick<WalletSettings, "proofs">): number =>
  proofs ? MAX_PROVED_RESPONSE_BYTES : MAX_RESPONSE_BYTES;
