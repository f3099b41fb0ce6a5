/** In the order that the console offers them. */
export const IDENTITY_PRESET_IDS = [
  "mitid",
  "idin",
  "itsme",
  "franceconnect",
  "id_austria",
  "login_gov",
  "singpass",
  "agekey",
  "age_over",
  "verified_claims",
  "birthdate",
] as const;

export type IdentityPresetId = (typeof IDENTITY_PRESET_IDS)[number];

/** How to read an age from a provider's answer: src/methods/oidc/read-age.ts has one reader for each. */
export type AgeReading = "age_over" | "age_thresholds" | "birthdate" | "mitid" | "idin" | "verified_claims";

/** What is known about one kind of provider. */
export type IdentityPreset = {
  /** The name that members see when they add a provider. */
  name: string;
  /** ISO 3166-1 alpha-2; null: not of one country. */
  country: string | null;
  /** The issuer of its live service, if it is the same for everyone; null: each customer has their own. */
  issuer: string | null;
  /** In addition to `openid`: the least that yields the claim. */
  scope: string;
  /** The prefix that turns each threshold into a scope; null: the provider has no such scopes. */
  thresholdScope: string | null;
  /** Requested with the `claims` parameter (OpenID Connect Core 1.0 §5.5); null: the scope is enough. */
  claim: "birthdate" | "verified_claims" | "age_thresholds" | null;
  /**
   * The browser itself brings the ID token, after the # of the address (OpenID Connect Core 1.0 §3.2): our
   * script submits it, and no secret proves who asked. Only for providers that offer nothing else; the
   * token's signature is what counts.
   */
  isByFragment?: true;
  reading: AgeReading;
  /** Whether the claim comes from the userinfo endpoint, not in the ID token. */
  usesUserinfo: boolean;
  /** Values of `acr` that count, the lowest first; empty: the provider has no such order. */
  acrs: readonly string[];
  /** The least of them that counts if the tenant does not say; null: none is asked for. */
  minimumAcr: string | null;
  /** What a client's assertion names as its audience (RFC 7523 §3). */
  assertionAudience: "token_endpoint" | "issuer";
  /** The algorithm that our own key signs with (RFC 7518 §3.1). */
  assertionAlg: "RS256" | "ES256";
  /** Why the claim is reliable: it comes not from the person but from someone who has checked. */
  why: string;
};

const EIDAS = [
  "http://eidas.europa.eu/LoA/low",
  "http://eidas.europa.eu/LoA/substantial",
  "http://eidas.europa.eu/LoA/high",
] as const;

/** The values that most have in common; each preset states its own differences. */
const USUAL = {
  country: null,
  issuer: null,
  scope: "",
  thresholdScope: null,
  claim: null,
  usesUserinfo: false,
  acrs: [],
  minimumAcr: null,
  assertionAudience: "token_endpoint",
  assertionAlg: "RS256",
} as const;

const BIRTHDATE = { ...USUAL, claim: "birthdate", reading: "birthdate" } as const;

/** The kinds of provider. None has been tried against its real service: docs/identity-providers.md. */
export const IDENTITY_PRESETS = {
  age_over: {
    ...USUAL,
    name: "Any provider of age_over_NN",
    thresholdScope: "age_over:",
    reading: "age_over",
    why: "The provider answers only whether an age is reached. Add one that checks ages itself and says how.",
  },
  mitid: {
    ...USUAL,
    name: "MitID, by Signaturgruppen Broker",
    country: "DK",
    issuer: "https://netseidbroker.dk/op",
    scope: "minimal",
    thresholdScope: "age_verify:",
    reading: "mitid",
    why: "The birth date of a MitID comes from the Danish civil registration system; the broker compares it.",
  },
  idin: {
    ...USUAL,
    name: "iDIN, by Signicat",
    country: "NL",
    scope: "eighteen-or-older",
    reading: "idin",
    usesUserinfo: true,
    why: "A Dutch bank has seen the customer's identity document, as the law on money laundering asks.",
  },
  itsme: {
    ...BIRTHDATE,
    name: "itsme",
    country: "BE",
    issuer: "https://idp.prd.itsme.services/v2",
    usesUserinfo: true,
    acrs: ["http://itsme.services/V2/claim/acr_basic", "http://itsme.services/V2/claim/acr_advanced"],
    minimumAcr: "http://itsme.services/V2/claim/acr_basic",
    why: "The birth date is that of the identity card with which the itsme account was opened.",
  },
  franceconnect: {
    ...BIRTHDATE,
    name: "FranceConnect",
    country: "FR",
    issuer: "https://oidc.franceconnect.gouv.fr/api/v2",
    scope: "birthdate",
    claim: null,
    usesUserinfo: true,
    acrs: ["eidas1", "eidas2", "eidas3"],
    minimumAcr: "eidas1",
    why: "The state's identity provider has compared the birth date with the national register (RNIPP).",
  },
  id_austria: {
    ...BIRTHDATE,
    name: "ID Austria",
    country: "AT",
    issuer: "https://eid.oesterreich.gv.at",
    acrs: EIDAS,
    minimumAcr: EIDAS[1],
    why: "The birth date comes from the Austrian register of residents when the person signs in.",
  },
  login_gov: {
    ...BIRTHDATE,
    name: "Login.gov",
    country: "US",
    issuer: "https://secure.login.gov/",
    scope: "profile:birthdate",
    claim: null,
    usesUserinfo: true,
    acrs: ["urn:acr.login.gov:verified", "urn:acr.login.gov:verified-facial-match-required"],
    minimumAcr: "urn:acr.login.gov:verified",
    why: "With a verified account the birth date is that of a state's identity card, compared with its issuer.",
  },
  singpass: {
    ...BIRTHDATE,
    name: "Singpass",
    country: "SG",
    issuer: "https://id.singpass.gov.sg/fapi",
    acrs: ["urn:singpass:authentication:loa:2", "urn:singpass:authentication:loa:3"],
    minimumAcr: "urn:singpass:authentication:loa:2",
    assertionAudience: "issuer",
    assertionAlg: "ES256",
    why: "The birth date comes from the government's own register of citizens and residents.",
  },
  agekey: {
    ...USUAL,
    name: "AgeKey",
    claim: "age_thresholds",
    isByFragment: true,
    reading: "age_thresholds",
    why: "The key holds the result of an earlier check; keys below the level “effective” of ISO/IEC 27566-1 are not asked for.",
  },
  verified_claims: {
    ...USUAL,
    name: "Any provider of verified_claims (OpenID Connect for Identity Assurance)",
    claim: "verified_claims",
    reading: "verified_claims",
    why: "The provider names the trust framework under which it has verified the claim; only known ones count.",
  },
  birthdate: {
    ...BIRTHDATE,
    name: "Any provider of a verified birth date",
    acrs: EIDAS,
    minimumAcr: EIDAS[1],
    why: "The assurance level (acr) says that an identity was proven; without it a birth date counts for nothing.",
  },
} as const satisfies Record<IdentityPresetId, IdentityPreset>;

/** @returns null: a preset of a newer version */
export const presetOf = (id: string): IdentityPreset | null =>
  Object.entries(IDENTITY_PRESETS).find(([name]) => name === id)?.[1] ?? null;

/**
 * The values of `acr` that count: the least one asked for, and those above it. A value outside the preset's
 * order counts only by itself.
 * @returns empty: every value counts
 */
export const acrsFrom = ({ acrs, minimumAcr }: IdentityPreset, minimum: string | null): readonly string[] => {
  const least = minimum ?? minimumAcr;
  if (least === null) return [];
  const at = acrs.indexOf(least);
  return at === -1 ? [least] : acrs.slice(at);
};

/**
 * Sign-ins whose birth date is whatever the person once typed. Named by host, with all hosts below it; if a
 * host also serves companies' directories, those do not prove an age either.
 */
const SELF_DECLARED: Readonly<Record<string, readonly string[]>> = {
  Google: ["accounts.google.com"],
  Facebook: ["facebook.com"],
  Apple: ["appleid.apple.com", "account.apple.com"],
  Microsoft: ["login.microsoftonline.com", "login.live.com", "sts.windows.net"],
  X: ["x.com", "twitter.com"],
  GitHub: ["github.com", "token.actions.githubusercontent.com"],
  GitLab: ["gitlab.com"],
  LinkedIn: ["linkedin.com"],
  Discord: ["discord.com"],
  Twitch: ["twitch.tv"],
  Slack: ["slack.com"],
  Yahoo: ["login.yahoo.com"],
  Amazon: ["amazon.com"],
  PayPal: ["paypal.com"],
  Spotify: ["spotify.com"],
  TikTok: ["tiktok.com"],
  Instagram: ["instagram.com"],
  LINE: ["access.line.me"],
  Kakao: ["kauth.kakao.com"],
  VK: ["id.vk.com"],
  Steam: ["steamcommunity.com"],
  Roblox: ["roblox.com"],
  Telegram: ["telegram.org"],
};

/** The social sign-in that an issuer belongs to; null: none that is known here. */
export const socialSignInOf = (issuer: string): string | null => {
  const host = URL.canParse(issuer) ? new URL(issuer).hostname.replace(/\.$/, "") : "";
  const isAt = (known: string): boolean => host === known || host.endsWith(`.${known}`);
  return Object.entries(SELF_DECLARED).find(([, hosts]) => hosts.some(isAt))?.[0] ?? null;
};
