import { warnedBefore } from "#core/identity/certificate-end.ts";
import {
  countEnding,
  findCertificate,
  findCertificateByPrint,
  type WalletCertificateRow,
} from "#data/tenants/wallet-certificates.ts";
import {
  fingerprintOfClient,
  type RequestSigner,
  readRequestSigner,
  x509HashClientId,
} from "#methods/wallet/openid4vp/request-signer.ts";
import { readCertificate } from "#methods/wallet/x509/certificate.ts";
import { type Ctx, type Deps, openSealed } from "#services/context.ts";

// With which certificate a tenant's requests to wallets are signed, and what wallets thereby show.

/** As it is sealed. */
export type SealedSigner = { key: string; chain: string; registration: string | null };

export const certificateContext = (id: string): string => `wallet-certificate:${id}`;

/** Null if this deployment's key does not open it. */
export const openSigner = (
  { secrets }: Pick<Deps, "secrets">,
  row: WalletCertificateRow,
): SealedSigner | null => {
  const text = openSealed(secrets, row.signerSealed, certificateContext(row.id));
  return text === null ? null : JSON.parse(text);
};

export type Looking = Pick<Deps, "db" | "secrets" | "now">;

/** A registration that has ended is left out: a wallet would stop at it. */
const signerOf = (deps: Looking, row: WalletCertificateRow | null): RequestSigner | null => {
  const opened = row && openSigner(deps, row);
  if (!row || !opened) return null;
  const isRegistered = row.registeredUntil === null || row.registeredUntil > deps.now();
  const registration = isRegistered ? opened.registration : null;
  return { ...readRequestSigner(opened.key, opened.chain), registration };
};

/** What a tenant's requests are signed with now; null: the deployment's certificate is. */
export const ownSigner = async (deps: Looking, tenantId: string): Promise<RequestSigner | null> => {
  const row = await findCertificate(deps.db.orm, tenantId);
  return row && row.validUntil > deps.now() ? signerOf(deps, row) : null;
};

/**
 * What a request was made for when it was asked: the client id names the certificate, and only this tenant's or the
 * deployment's is looked at. Null: it was removed since.
 */
export const signerOfClient = async (
  deps: Looking & Pick<Deps, "wallet">,
  tenantId: string,
  clientId: string,
): Promise<RequestSigner | null> => {
  const shared = deps.wallet.requestSigner;
  if (shared && x509HashClientId(shared) === clientId) return shared;
  const fingerprint = fingerprintOfClient(clientId);
  return signerOf(deps, await findCertificateByPrint(deps.db.orm, tenantId, fingerprint));
};

/** Certificates in use, tenants' and the deployment's, that end within 30 days or have ended; null: there are none at all. */
export const endingCertificates = async ({
  deps,
}: Ctx): Promise<{ request: number; registration: number } | null> => {
  const { requestSigner } = deps.wallet;
  const before = warnedBefore(deps.now());
  const counted = await countEnding(deps.db.orm, before);
  const shared = requestSigner ? readCertificate(requestSigner.chain[0]) : null;
  if (counted.all === 0 && !shared?.ok) return null;
  const isSharedEnding = shared?.ok === true && shared.value.notAfter < before;
  return { request: counted.request + (isSharedEnding ? 1 : 0), registration: counted.registration };
};
