import { isWarned, warnedBefore } from "#core/identity/certificate-end.ts";
import { countReaders } from "#data/tenants/reader-certificates.ts";
import { countAnnounced, findAnnounced } from "#data/tenants/registrar-certificates.ts";
import {
  countEnding,
  findCertificate,
  findCertificateByPrint,
  type WalletCertificateRow,
} from "#data/tenants/wallet-certificates.ts";
import type { WalletChannel } from "#data/verifications/wallet-transactions.ts";
import { fromBase64Url } from "#methods/wallet/bytes.ts";
import {
  endOfSigner,
  fingerprintOfClient,
  isInTime,
  type RequestSigner,
  readRequestSigner,
  SignerFault,
  x509HashClientId,
} from "#methods/wallet/openid4vp/request-signer.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { openSealed, sealedFor } from "#services/sealing.ts";

// Which certificate signs a tenant's requests to wallets, and so what wallets show.

/** As it is sealed. */
export type SealedSigner = {
  key: string;
  chain: string;
  registration: string | null;
  /** For Google Wallet, in base64url; absent: sealed before there was any. */
  metadata?: string | null;
};

/** Opens a certificate of any kind. Null if this deployment's key does not open it. */
const opener =
  <Parts>(column: "walletSigner" | "registrarSigner" | "readerSigner") =>
  ({ secrets }: Pick<Deps, "secrets">, row: { id: string; signerSealed: string }): Parts | null => {
    const text = openSealed(secrets, row.signerSealed, sealedFor(column, row.id));
    return text === null ? null : JSON.parse(text);
  };

export const openSigner = opener<SealedSigner>("walletSigner");
export const openRegistrarSigner = opener<SealedSigner>("registrarSigner");
export const openReaderParts = opener<Pick<SealedSigner, "key" | "chain">>("readerSigner");

export type Looking = Pick<Deps, "db" | "secrets" | "now">;

/**
 * Null if it can no longer be opened or read, or has ended: a wallet would refuse what it signs. A
 * registration that has ended is left out: a wallet would stop at it.
 */
const signerOf = (deps: Looking, row: WalletCertificateRow | null): RequestSigner | null => {
  const now = deps.now();
  const opened = row && row.validUntil > now ? openSigner(deps, row) : null;
  const signer = opened && readStored(opened);
  if (!row || !opened || !signer) return null;
  const isRegistered = row.registeredUntil === null || row.registeredUntil > now;
  return { ...signer, registration: isRegistered ? opened.registration : null };
};

type Stored = Pick<SealedSigner, "key" | "chain"> & Partial<Pick<SealedSigner, "metadata">>;

/** Null for one that was set before a rule that it breaks: wallets refuse it, as they did before. */
export const readStored = ({ key, chain, metadata }: Stored): RequestSigner | null => {
  try {
    return { ...readRequestSigner(key, chain), metadata: metadata ? fromBase64Url(metadata) : null };
  } catch (error) {
    if (error instanceof SignerFault) return null;
    throw error;
  }
};

/** The certificate that the operator's registrar issued and announced, while it is valid. */
export const announcedSigner = async (deps: Looking, tenantId: string): Promise<RequestSigner | null> => {
  const row = await findAnnounced(deps.db.orm, tenantId);
  const opened = row && row.validUntil > deps.now() ? openRegistrarSigner(deps, row) : null;
  return opened && readStored(opened);
};

/**
 * What a tenant's requests are signed with now: its own certificate or, where it has none and a browser asks,
 * the one that the operator's registrar issued for Google Wallet, which takes no links; null: the
 * deployment's certificate.
 */
export const tenantSigner = async (
  deps: Looking,
  tenantId: string,
  channel: WalletChannel,
): Promise<RequestSigner | null> => {
  const own = signerOf(deps, await findCertificate(deps.db.orm, tenantId));
  return own ?? (channel === "dc_api" ? announcedSigner(deps, tenantId) : null);
};

/** The deployment's signer, while it is valid; null: there is none. */
export const sharedSigner = ({ wallet, now }: Pick<Deps, "wallet" | "now">): RequestSigner | null =>
  wallet.requestSigner && isInTime(wallet.requestSigner, now()) ? wallet.requestSigner : null;

/**
 * The signer that a request was made for: the client id names the certificate, and only this tenant's or the
 * deployment's is considered. Null: it has since been removed, or has ended.
 */
export const signerOfClient = async (
  deps: Looking & Pick<Deps, "wallet">,
  tenantId: string,
  clientId: string,
): Promise<RequestSigner | null> => {
  const shared = sharedSigner(deps);
  if (shared && x509HashClientId(shared) === clientId) return shared;
  const fingerprint = fingerprintOfClient(clientId);
  return signerOf(deps, await findCertificateByPrint(deps.db.orm, tenantId, fingerprint));
};

/** Certificates in use, tenants', the registrar's and the deployment's, that have ended or get a warning now; null: there are none at all. */
export const endingCertificates = async ({
  deps,
}: Ctx): Promise<{ request: number; registration: number; reader: number } | null> => {
  const { requestSigner } = deps.wallet;
  const now = deps.now();
  const before = warnedBefore(now);
  const [counted, announced, readers] = await Promise.all([
    countEnding(deps.db.orm, before),
    countAnnounced(deps.db.orm, before),
    countReaders(deps.db.orm, before),
  ]);
  if (counted.all + announced.all + readers.all === 0 && !requestSigner) return null;
  const shared = requestSigner !== null && isWarned(endOfSigner(requestSigner), now) ? 1 : 0;
  return {
    request: counted.request + announced.ending + shared,
    registration: counted.registration,
    reader: readers.ending,
  };
};
