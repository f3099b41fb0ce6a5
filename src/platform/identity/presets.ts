/** Providers of OpenID Connect whose particulars are known. `oidc` is any. */
export type OidcKind = "oidc" | "google" | "microsoft";

type Preset = {
  name: string;
  /** Where it is the same for everybody. */
  issuer: string | null;
  params: Readonly<Record<string, string>>;
};

const SCOPE = "openid email profile";

export const PRESETS: Readonly<Record<OidcKind, Preset>> = {
  // OpenID Connect Core 1.0 §11: offline_access asks for a refresh token.
  oidc: {
    name: "single sign-on",
    issuer: null,
    params: { scope: `${SCOPE} offline_access` },
  },
  google: {
    name: "Google",
    issuer: "https://accounts.google.com",
    // Google's own way to ask for a refresh token; it knows no offline_access.
    params: { scope: SCOPE, access_type: "offline", prompt: "consent" },
  },
  // The issuer names the directory: https://login.microsoftonline.com/<directory id>/v2.0
  microsoft: { name: "Microsoft", issuer: null, params: { scope: `${SCOPE} offline_access` } },
};
