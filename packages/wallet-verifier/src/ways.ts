import { type CredentialType, canProve, EU_AGE_VERIFICATION } from "./credential-type.ts";
import { answerable, asksForProof, whyNoType } from "./openid4vp/ask-for-proofs.ts";
import type { RequestSigner } from "./openid4vp/request-signer.ts";
import type { AskedAges } from "./proof.ts";
import { keyIdsOf, type TrustAnchor, type TrustedAuthorities } from "./trust/anchor.ts";
import { testAnchorsFor } from "./trust/test-anchors.ts";
import { type ProofAsking, type ProofPolicy, type ProofSettings, proofAsking } from "./zk/offer.ts";

// What a wallet can be asked for, given what is enabled, configured and trusted.

/** Test verifications are answered only by the test issuer. */
export type WalletMode = "live" | "test";

/** What wallets are asked for. */
export type AskingSettings = {
  /** In order of preference. */
  readonly types: readonly CredentialType[];
  /** Signs requests under the high assurance profile, which is not offered without it. */
  readonly requestSigner: RequestSigner | null;
  /** If null or absent, no zero-knowledge proof is asked for; where only proofs are wanted, there is then no way to a wallet. */
  readonly proofs?: ProofSettings | null;
};

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

/** Whose word counts for a kind of credential, and from when until when. */
type Trusted = Pick<TrustAnchor, "credentialType" | "validity">;

type ProvableAges = {
  /** @param minimumAge in years */
  canProve(minimumAge: number): boolean;
  /** Whether a zero-knowledge proof of this minimum age would be asked for. */
  asksForProof(minimumAge: number): boolean;
  /** If no age can be proven: why. */
  whyNone: "untrusted" | "no_proof";
};

type Trusting = {
  settings: Pick<AskingSettings, "types" | "proofs">;
  /** Whose signature counts for these types of credential in live mode, at this moment. */
  anchorsFor: (credentialTypes: readonly string[]) => Promise<readonly TrustAnchor[]>;
};

/**
 * Whose signature counts for a verification of this mode. In test mode, only the test issuer's counts, so
 * that every deployment can be tried out; in live mode, it never does.
 */
export const anchorsOfMode = async (
  { settings, anchorsFor }: Trusting,
  mode: WalletMode,
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
  mode: WalletMode,
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
  own: ProofPolicy | null,
  trustedFor: (credentialTypes: readonly string[]) => Promise<readonly Trusted[]>,
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
  mode: WalletMode;
  canSign: boolean;
  /** Of the tenant; null or absent: it has not said. */
  walletProofs?: ProofPolicy | null | undefined;
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
