import { toBase64Url } from "./bytes.ts";
import { EU_AGE_VERIFICATION, isMdoc } from "./credential-type.ts";
import {
  type DcApiExpectation,
  type IsoMdocExpectation,
  keptOf,
  type WalletExpectation,
} from "./expectation.ts";
import { proofsFor, proofsInQuery } from "./openid4vp/ask-for-proofs.ts";
import { encryptionInfo, isoMdocRequest } from "./openid4vp/iso-mdoc.ts";
import { euLink, signedLink } from "./openid4vp/link.ts";
import type { Reader } from "./openid4vp/reader-auth.ts";
import { signedDcApiRequest, unsignedDcApiRequest } from "./openid4vp/request.ts";
import { isInTime, type RequestSigner, x509HashClientId } from "./openid4vp/request-signer.ts";
import type { AskedAges } from "./proof.ts";
import { newTransactionKey } from "./transaction-key.ts";
import type { TrustAnchor } from "./trust/anchor.ts";
import { type AskingSettings, type WalletApp, type WalletMode, type WalletWays, waysOf } from "./ways.ts";
import type { ProofPolicy } from "./zk/offer.ts";

// What a wallet is asked, and what is kept for checking its answer.

/** How to reach a wallet: with a link on this device, with a code for another one, or through the browser. */
type Asked = {
  channel: "link" | "qr" | "dc_api";
  /** The kind of app that the link or the code is for: one of `WALLET_APPS`. */
  app?: string;
  /** Unguessable and specific to this question: part of the addresses that the question names. */
  id: string;
  /** After this time, no answer counts. */
  expiresAt: Date;
};

type AskingContext = {
  now: Date;
  /** In years. */
  minimumAge: number;
  /** In years, ascending: to answer beside the minimum age where possible; if absent, none. */
  thresholds?: readonly number[];
  mode: WalletMode;
  /** The site that the page is at, where browsers show it; if absent, it is the one of `publicUrl`. */
  origin?: string;
  /** In whose name the wallet is asked; if absent, in the deployment's. */
  tenantId?: string;
};

/** What is put before a person's wallet, and what its answer is checked against. */
export type WalletQuestion = {
  /** The expectations. They hold private keys: keep them sealed until the answer comes. */
  kept: string;
  /** The address that opens the app, for a link or a code. */
  link: string | null;
  /** For the browser: each is an alternative. */
  requests: readonly { protocol: string; data: object }[];
};

/** What is needed in order to ask. */
export type WalletAsking = {
  settings: AskingSettings;
  /** Without a trailing slash. */
  publicUrl: string;
  random: (bytes: number) => Uint8Array;
  /** Whose signature counts for these types of credential in live mode, at this moment. */
  anchorsFor: (credentialTypes: readonly string[]) => Promise<readonly TrustAnchor[]>;
  /**
   * What signs a tenant's own requests on this channel; null: the deployment's certificate signs them. If
   * absent, no tenant has one.
   */
  signerOf?: (tenantId: string, channel: "link" | "qr" | "dc_api") => Promise<RequestSigner | null>;
  /** The readers that sign a tenant's requests over `org-iso-mdoc` from this host; if absent, there are none. */
  readersOf?: (tenantId: string, host: string) => Promise<readonly Reader[]>;
  /** Whether a tenant wants zero-knowledge proofs; null: it has not said. If absent, no tenant has. */
  walletProofsOf?: (tenantId: string) => Promise<ProofPolicy | null>;
};

const SECRET_BYTES = 32;

/** `origin`: of the page, if it is at a tenant's host. */
type Common = AskedAges & { expiresAt: Date; origin: string | undefined };

/** The link of a kept question; null for one that has none. */
export const linkOf = (
  publicUrl: string,
  id: string,
  expectation: WalletExpectation | undefined,
): { app: WalletApp; link: string } | null => {
  if (expectation?.channel === "eu_link") return { app: "eu", link: euLink(expectation).link };
  if (expectation?.channel !== "signed_link") return null;
  return { app: "openid4vp", link: signedLink(expectation, `${publicUrl}/openid4vp/request/${id}`) };
};

const askByLink = (
  { publicUrl, random }: WalletAsking,
  { types, authorities }: WalletWays,
  signer: RequestSigner | null,
  { app, id, origin, ...asked }: Common & { app: WalletApp; id: string },
): WalletQuestion | null => {
  // Wallets meet the main host, which the certificate names; the browser goes back to where its cookie is.
  const common = {
    ...asked,
    returnTo: origin,
    responseUri: `${publicUrl}/openid4vp/response/${id}`,
    nonce: toBase64Url(random(SECRET_BYTES)),
    state: toBase64Url(random(SECRET_BYTES)),
  };
  const expectation =
    app === "eu"
      ? euLink({ ...common, type: EU_AGE_VERIFICATION }).expectation
      : signer && {
          ...common,
          channel: "signed_link" as const,
          types,
          authorities,
          clientId: x509HashClientId(signer),
          key: newTransactionKey(),
        };
  if (!expectation) return null;
  const link = linkOf(publicUrl, id, expectation)?.link ?? null;
  return { kept: keptOf([expectation]), link, requests: [] };
};

/**
 * The requests that one call of the Digital Credentials API offers, each with its own nonce and key. The wallet answers
 * one of them.
 */
const askBrowser = (
  { publicUrl, random }: WalletAsking,
  { types, authorities, proofs }: WalletWays,
  { signer, readers }: { signer: RequestSigner | null; readers: readonly Reader[] },
  { origin = new URL(publicUrl).origin, ...asked }: Common,
): WalletQuestion => {
  // The site as browsers see it: configured or proven, never what a Host header alone says.
  const common = { ...asked, origin };
  const mdocs = types.filter(isMdoc);
  const openid4vp = (protocol: DcApiExpectation["protocol"]): DcApiExpectation => ({
    ...common,
    ...proofsInQuery(mdocs, asked, proofs),
    channel: "dc_api",
    protocol,
    types,
    authorities,
    nonce: toBase64Url(random(SECRET_BYTES)),
    key: newTransactionKey(),
  });
  // Signed comes first: a wallet that can tell the person who is asking should do so.
  const signed = (signer ? [signer] : []).map((one) => {
    const expectation = openid4vp("openid4vp-v1-signed");
    return { expectation, request: signedDcApiRequest(expectation, one) };
  });
  const unsigned = openid4vp("openid4vp-v1-unsigned");
  // ISO/IEC 18013-5 §8.3.2.1.2.1: all DocRequests of one request are answered, so alternatives are separate
  // requests.
  const isoMdoc = mdocs.map((type) => {
    const key = newTransactionKey();
    const info = encryptionInfo(random(SECRET_BYTES), key.publicJwk);
    const expectation: IsoMdocExpectation = {
      ...common,
      // A proof is of the one type that its request asks for.
      ...proofsFor([type], asked, proofs),
      channel: "iso_mdoc",
      types: mdocs,
      encryptionInfo: info,
      key,
    };
    return { expectation, request: isoMdocRequest(expectation, type, readers) };
  });
  const offered = [
    ...signed,
    { expectation: unsigned, request: unsignedDcApiRequest(unsigned) },
    ...isoMdoc,
  ] as const;
  return {
    kept: keptOf(offered.map(({ expectation }) => expectation)),
    link: null,
    requests: offered.map(({ request }) => request),
  };
};

/** Asks a wallet; null if the channel does not exist. */
export const askWallet = async (
  given: WalletAsking,
  asked: Asked,
  { mode, minimumAge, thresholds, now, tenantId, origin }: AskingContext,
): Promise<WalletQuestion | null> => {
  const shared = given.settings.requestSigner;
  // Test keys are passed around, so none of them may ask real wallets in the company's name.
  const asker = mode === "live" ? tenantId : undefined;
  const own = asker === undefined ? null : await given.signerOf?.(asker, asked.channel);
  const signer = own ?? (shared && isInTime(shared, now) ? shared : null);
  const walletProofs = asker === undefined ? null : await given.walletProofsOf?.(asker);
  const canSign = signer !== null;
  const ways = await waysOf(given, { mode, canSign, minimumAge, thresholds, walletProofs }, now);
  const common = { minimumAge, thresholds, expiresAt: asked.expiresAt, origin };
  if (asked.channel === "dc_api") {
    if (ways.types.length === 0) return null;
    const { hostname } = new URL(origin ?? given.publicUrl);
    const readers = asker === undefined ? [] : ((await given.readersOf?.(asker, hostname)) ?? []);
    return askBrowser(given, ways, { signer, readers }, common);
  }
  const app = ways.apps.find((known) => known === asked.app);
  return app ? askByLink(given, ways, signer, { ...common, app, id: asked.id }) : null;
};
