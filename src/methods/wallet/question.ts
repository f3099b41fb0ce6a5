import type { WalletProofs } from "#core/tenant.ts";
import type { Mode } from "#core/verification.ts";
import type { Asked, MethodContext, ProvableAges, Question, Trusted, TrustedFor } from "#methods/method.ts";
import {
  answerable,
  asksForProof,
  proofsFor,
  proofsInQuery,
  whyNoType,
} from "#methods/wallet/openid4vp/ask-for-proofs.ts";
import { encryptionInfo, isoMdocRequest } from "#methods/wallet/openid4vp/iso-mdoc.ts";
import { euLink, signedLink } from "#methods/wallet/openid4vp/link.ts";
import type { Reader } from "#methods/wallet/openid4vp/reader-auth.ts";
import { signedDcApiRequest, unsignedDcApiRequest } from "#methods/wallet/openid4vp/request.ts";
import { isInTime, type RequestSigner, x509HashClientId } from "#methods/wallet/openid4vp/request-signer.ts";
import type { StatusLists } from "#methods/wallet/status/status-lists.ts";
import { keyIdsOf, type TrustAnchor, type TrustedAuthorities } from "#methods/wallet/trust/anchor.ts";
import { testAnchorsFor } from "#methods/wallet/trust/test-anchors.ts";
import { toBase64Url } from "./bytes.ts";
import { type CredentialType, canProve, EU_AGE_VERIFICATION, isMdoc } from "./credential-type.ts";
import {
  type DcApiExpectation,
  type IsoMdocExpectation,
  keptOf,
  type WalletExpectation,
} from "./expectation.ts";
import type { AskedAges } from "./proof.ts";
import type { WalletSettings } from "./settings.ts";
import { newTransactionKey } from "./transaction-key.ts";
import { type ProofAsking, proofAsking } from "./zk/offer.ts";
import type { ProofVerifier } from "./zk/proof-verifier.ts";

// What a wallet is asked, and what is kept for checking its answer.

/**
 * The kinds of wallet that take a link: the EU's age verification app, and those that follow the high
 * assurance profile.
 */
export const WALLET_APPS = ["eu", "openid4vp"] as const;
export type WalletApp = (typeof WALLET_APPS)[number];

/** What a wallet can be asked for. Without any type, there is no wallet to ask. */
export type WalletWays = {
  types: readonly CredentialType[];
  apps: readonly WalletApp[];
  /** For the types that are trusted only through CAs. */
  authorities: TrustedAuthorities;
  /** Whether zero-knowledge proofs are asked for. */
  proofs: ProofAsking | null;
};

export const NO_WAYS: WalletWays = { types: [], apps: [], authorities: {}, proofs: null };

/** What the method needs in order to ask. */
export type WalletAsking = {
  settings: Pick<WalletSettings, "types" | "requestSigner" | "proofs">;
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
  walletProofsOf?: (tenantId: string) => Promise<WalletProofs | null>;
  /** If null or absent, proofs are neither asked for nor accepted. */
  proofVerifier?: ProofVerifier | null;
  /** The status of verified credentials; if null or absent, no list is looked at. */
  statusLists?: StatusLists | null;
};

type Trusting = Pick<WalletAsking, "anchorsFor"> & {
  settings: Pick<WalletSettings, "types" | "proofs">;
};

/**
 * Whose signature counts for a verification of this mode. In test mode, only the test issuer's counts, so
 * that every deployment can be tried out; in live mode, it never does.
 */
export const anchorsOfMode = async (
  { settings, anchorsFor }: Trusting,
  mode: Mode,
): Promise<readonly TrustAnchor[]> => {
  const types = settings.types.map(({ type }) => type);
  if (mode === "live") return anchorsFor(types);
  return testAnchorsFor(types);
};

const isCurrent =
  (now: Date) =>
  ({ validity: { from, until } }: Trusted): boolean =>
    from.getTime() <= now.getTime() && now.getTime() <= until.getTime();

/** The types that an anchor counts for now, each with its possible issuers where those are known. */
const trustedTypes = async (
  given: Trusting,
  mode: Mode,
  now: Date,
): Promise<Pick<WalletWays, "types" | "authorities">> => {
  const { types } = given.settings;
  if (mode === "test") return { types, authorities: {} };
  const current = (await anchorsOfMode(given, mode)).filter(isCurrent(now));
  const anchorsOf = Map.groupBy(current, ({ credentialType }) => credentialType);
  const trusted = types.filter(({ type }) => anchorsOf.has(type));
  const authorities = trusted.flatMap(({ id, type }) => {
    const keyIds = keyIdsOf(anchorsOf.get(type) ?? []);
    return keyIds ? [[id, keyIds] as const] : [];
  });
  return { types: trusted, authorities: Object.fromEntries(authorities) };
};

/** What a wallet can be asked for in live mode, given what is enabled, trusted and chosen now. */
export const provableAges = async (
  settings: Trusting["settings"],
  now: Date,
  own: WalletProofs | null,
  trustedFor: TrustedFor,
): Promise<ProvableAges> => {
  const current = (await trustedFor(settings.types.map(({ type }) => type))).filter(isCurrent(now));
  const types = settings.types.filter(({ type }) => current.some((each) => each.credentialType === type));
  const proofs = proofAsking(settings.proofs, own, "live");
  const provable = (minimumAge: number) => types.filter((type) => canProve(type, minimumAge));
  return {
    canProve: (minimumAge) => answerable(provable(minimumAge), { minimumAge }, proofs).length > 0,
    asksForProof: (minimumAge) => asksForProof(provable(minimumAge), { minimumAge }, proofs),
    whyNone: whyNoType(proofs),
  };
};

type WaysFor = AskedAges & {
  mode: Mode;
  canSign: boolean;
  /** Of the tenant; null or absent: it has not said. */
  walletProofs?: WalletProofs | null | undefined;
};

/**
 * The channels to a wallet, given what is enabled, configured and trusted in this mode.
 * @param canSign whether there is a certificate to sign requests with
 */
export const waysOf = async (
  given: Trusting,
  { mode, canSign, minimumAge, thresholds, walletProofs = null }: WaysFor,
  now: Date,
): Promise<WalletWays> => {
  const { types: trusted, authorities } = await trustedTypes(given, mode, now);
  const proofs = proofAsking(given.settings.proofs, walletProofs, mode);
  const provable = trusted.filter((type) => canProve(type, minimumAge));
  const types = answerable(provable, { minimumAge, thresholds }, proofs);
  // A link's answer is always the credential itself: wallets give proofs only over the Digital Credentials API.
  if (proofs?.policy === "require") return { types, apps: [], authorities, proofs };
  const apps: WalletApp[] = [];
  // By name: the bundler gives endpoints and pages each a copy of the module, and so of the constant.
  if (types.some(({ type }) => type === EU_AGE_VERIFICATION.type)) apps.push("eu");
  if (types.length > 0 && canSign) apps.push("openid4vp");
  return { types, apps, authorities, proofs };
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
): Question | null => {
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
): Question => {
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
  { mode, minimumAge, thresholds, now, tenantId, origin }: MethodContext,
): Promise<Question | null> => {
  if (asked.channel === "form" || asked.channel === "redirect" || asked.channel === "passkey") return null;
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
