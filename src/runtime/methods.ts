import { readFileSync } from "node:fs";
import { readSignerKeys } from "@lintel/document-reader";
import {
  circuitsFrom,
  createReferenceVerifier,
  createStatusLists,
  REFERENCE_VERIFIER,
} from "@lintel/wallet-verifier";
import {
  bindingOfSigner,
  endOfSigner,
  isInTime,
  metadataFor,
  type RequestSigner,
  readRequestSigner,
} from "@lintel/wallet-verifier/certificates";
import type { Config } from "#config/config.ts";
import { ofSetting } from "#config/faults.ts";
import type { MethodId } from "#core/policy/method-id.ts";
import type { Database } from "#data/service/client.ts";
import { findWalletProofs } from "#data/tenants/tenants.ts";
import { createAgeKeyMethod } from "#methods/age-key/age-key-method.ts";
import { createDocumentMethod } from "#methods/document/document-method.ts";
import type { Method } from "#methods/method.ts";
import { createOidcMethod } from "#methods/oidc/oidc-method.ts";
import { createSandboxMethod } from "#methods/sandbox/sandbox-method.ts";
import { createVendorMethod, type createVendors } from "#methods/vendor/vendor-method.ts";
import { createVoucherMethod } from "#methods/voucher/voucher-method.ts";
import { createCoolDown } from "#methods/wallet/cool-down.ts";
import { walletSettings } from "#methods/wallet/settings.ts";
import { createWalletMethod } from "#methods/wallet/wallet-method.ts";
import type { AskHttp } from "#platform/http.ts";
import type { Logger } from "#platform/log.ts";
import { createLoopbackHttp } from "#platform/loopback-http.ts";
import { randomBytes } from "#platform/random.ts";
import type { Secrets } from "#platform/secrets.ts";
import type { TenantHttp } from "#platform/webhooks/tenant-http.ts";
import { anchorsFor } from "#services/trust/anchors.ts";
import { readersOf } from "#services/wallet/readers.ts";
import { tenantSigner } from "#services/wallet/signers.ts";

// Searches have a limit on work (scan.ts), about 4 s at most; this one is for a hung process, even on a busy
// machine.
const DOCUMENT_TIMEOUT_MS = 12_000;

/** @throws ConfigError where a file cannot be read, or the files are not a key, its chain and its metadata */
const requestSignerOf = (config: Config): RequestSigner | null => {
  const { WALLET_REQUEST_KEY_FILE: keyFile, WALLET_REQUEST_CHAIN_FILE: chainFile } = config;
  if (keyFile === undefined || chainFile === undefined) return null;
  const key = ofSetting("WALLET_REQUEST_KEY_FILE", () => readFileSync(keyFile, "utf8"));
  const chain = ofSetting("WALLET_REQUEST_CHAIN_FILE", () => readFileSync(chainFile, "utf8"));
  const signer = ofSetting("WALLET_REQUEST_KEY_FILE", () => readRequestSigner(key, chain));
  const { WALLET_REQUEST_METADATA_FILE: metadataFile } = config;
  if (metadataFile === undefined) return signer;
  const metadata = ofSetting("WALLET_REQUEST_METADATA_FILE", () =>
    metadataFor(signer, new Uint8Array(readFileSync(metadataFile))),
  );
  return { ...signer, metadata };
};

/** What this deployment asks wallets for and believes of their answers. @throws ConfigError */
export const walletOf = (config: Config) =>
  walletSettings({
    credentials: config.WALLET_CREDENTIALS,
    own: config.WALLET_OWN_CREDENTIALS,
    requestSigner: requestSignerOf(config),
    demoUrl: config.DEMO_WALLET_URL ?? null,
    proofs:
      config.WALLET_ZK_CIRCUITS.length === 0 || config.WALLET_ZK_VERIFIER_URL === undefined
        ? null
        : {
            policy: config.WALLET_ZK,
            verifier: REFERENCE_VERIFIER,
            circuits: ofSetting("WALLET_ZK_CIRCUITS", () => circuitsFrom(config.WALLET_ZK_CIRCUITS)),
          },
    status: {
      credentials: config.WALLET_STATUS_CREDENTIALS,
      hosts: config.WALLET_STATUS_HOSTS,
      whenUnreachable: config.WALLET_STATUS_UNREACHABLE,
      whenMissing: config.WALLET_STATUS_MISSING,
      maxAgeMs: config.WALLET_STATUS_MAX_AGE_SECONDS * 1000,
    },
  });

/**
 * Reports at start what would go unnoticed: wallets refuse what a certificate signs outside its validity, so
 * it is not used; and Google Wallet refuses requests without the metadata that their certificate names.
 */
export const warnOfSigner = (
  { requestSigner }: ReturnType<typeof walletOf>,
  now: Date,
  log: Logger,
): void => {
  if (!requestSigner) return;
  if (bindingOfSigner(requestSigner) === "missing")
    log.warn("WALLET_REQUEST_CHAIN_FILE is for Google Wallet, which needs WALLET_REQUEST_METADATA_FILE too");
  if (isInTime(requestSigner, now)) return;
  const until = endOfSigner(requestSigner).toISOString();
  log.error("WALLET_REQUEST_CHAIN_FILE is not valid now: signed requests to wallets are not offered", {
    until,
  });
};

/** Reports at start that proofs are wanted, or half set up, and cannot be had. */
export const warnOfProofs = (
  {
    WALLET_ZK: policy,
    WALLET_ZK_CIRCUITS: circuits,
    WALLET_ZK_VERIFIER_URL: url,
  }: Pick<Config, "WALLET_ZK" | "WALLET_ZK_CIRCUITS" | "WALLET_ZK_VERIFIER_URL">,
  { proofs }: ReturnType<typeof walletOf>,
  log: Logger,
): void => {
  const isHalfSet = circuits.length > 0 !== (url !== undefined);
  if (proofs || (policy === "off" && !isHalfSet)) return;
  log.error("WALLET_ZK needs WALLET_ZK_CIRCUITS and WALLET_ZK_VERIFIER_URL: no proof is asked for", {
    policy,
  });
};

type Given = {
  wallet: ReturnType<typeof walletOf>;
  vendors: ReturnType<typeof createVendors>;
  db: Database;
  /** Open the tenants' own keys. */
  secrets: Secrets;
  /** Reaches what tenants name. */
  http: AskHttp;
  /** Fetches status lists; null: no list is fetched. */
  listHttp: TenantHttp | null;
  now: () => Date;
  log: Logger;
};

/** A person waits. An honest answer has a few hundred bytes, and a proof keeps one processor busy. */
const PROOF_BOUNDS = {
  timeoutMs: 10_000,
  maxBytes: 64 * 1024,
  maxConcurrent: 4,
  maxWaiting: 8,
  maxWaitMs: 5000,
} as const;

/** The verifier on this machine, and how to close its connections; null: the deployment has none. */
const proofVerifierOf = (
  config: Config,
  { wallet: { proofs }, now, log }: Pick<Given, "wallet" | "now" | "log">,
) => {
  const { WALLET_ZK_VERIFIER_URL: url } = config;
  if (!proofs || url === undefined) return null;
  const http = createLoopbackHttp(url, PROOF_BOUNDS);
  const trouble = createCoolDown();
  const verifier = createReferenceVerifier({
    post: http.post,
    note: (outcome) => {
      if (outcome === "answered") log.debug("the verifier of proofs answered", { outcome });
      else if (trouble.begin(now())) log.warn("the verifier of proofs gave no usable answer", { outcome });
    },
  });
  return { verifier, close: http.close };
};

/** Every method of this version; they are listed nowhere else. */
export const methodsOf = (
  config: Config,
  { wallet, vendors, db, secrets, http, listHttp, now, log }: Given,
): Method[] => {
  const { DOCUMENT_SIGNER_KEYS: signerKeys } = config;
  const proofs = proofVerifierOf(config, { wallet, now, log });
  const made = {
    document: createDocumentMethod({
      processes: config.DOCUMENT_PROCESSES,
      queueLimit: config.DOCUMENT_QUEUE_LIMIT,
      timeoutMs: DOCUMENT_TIMEOUT_MS,
      signerKeys:
        signerKeys === undefined ? [] : ofSetting("DOCUMENT_SIGNER_KEYS", () => readSignerKeys(signerKeys)),
      acceptSamples: config.LINTEL_ENV === "development",
    }),
    sandbox: createSandboxMethod(),
    wallet: createWalletMethod({
      settings: wallet,
      proofVerifier: proofs?.verifier ?? null,
      close: proofs?.close,
      publicUrl: config.PUBLIC_URL,
      random: randomBytes,
      anchorsFor: (types) => anchorsFor({ db }, types),
      walletProofsOf: (tenantId) => findWalletProofs(db.orm, tenantId),
      signerOf: (tenantId, channel) => tenantSigner({ db, secrets, now }, tenantId, channel),
      readersOf: (tenantId, host) => readersOf({ db, secrets, now }, tenantId, host),
      statusLists:
        wallet.status && listHttp
          ? createStatusLists({
              rules: wallet.status,
              http: listHttp.ask,
              now,
              note: (host, outcome) => {
                if (outcome === "fetched") log.debug("a status list was fetched", { host });
                else log.warn("a status list was not used", { host, outcome });
              },
            })
          : null,
    }),
    voucher: createVoucherMethod(),
    oidc: createOidcMethod({
      http,
      publicUrl: config.PUBLIC_URL,
      random: randomBytes,
      now,
    }),
    vendor: createVendorMethod(vendors, config.PUBLIC_URL),
    age_key: createAgeKeyMethod(config.PUBLIC_URL),
  } satisfies Record<MethodId, Method>;
  return Object.values(made);
};
