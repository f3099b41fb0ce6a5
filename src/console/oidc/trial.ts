import { TRIAL } from "#core/oidc/age-request.ts";

// A sign-in with age as a browser-based site does it: code and PKCE (RFC 7636), with state and nonce. The
// answer comes back to the page that began, whose tab keeps what it needs to finish.

const KEPT = "lintel-age-trial";

type Site = { clientId: string; name: string; issuer: string; thresholds: readonly number[] };
type Kept = Pick<Site, "issuer" | "clientId" | "name"> & { verifier: string; state: string; nonce: string };

/** Claims of an ID token. */
export type Claims = { readonly [claim: string]: unknown };

export type TrialEnd =
  | { kind: "claims"; clientId: string; name: string; claims: Claims }
  | { kind: "refused"; clientId: string; name: string; error: string; description: string }
  /** The trial began in another tab, or long ago. */
  | { kind: "lost" };

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** At the public address; the issuer's address is below it. */
const pageAt = (issuer: string, tenantId: string): string =>
  issuer.replace(/\/oidc\/test$/, "") + TRIAL.path(tenantId);

/** @returns the address that the browser goes to */
export const beginTrial = async (tenantId: string, site: Site): Promise<string> => {
  const { clientId, name, issuer, thresholds } = site;
  const kept: Kept = {
    ...{ clientId, name, issuer },
    ...{ verifier: randomText(), state: randomText(), nonce: randomText() },
  };
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(kept.verifier));
  const query = new URLSearchParams({
    client_id: TRIAL.prefix + clientId,
    redirect_uri: pageAt(issuer, tenantId),
    response_type: "code",
    scope: ["openid", ...thresholds.map((years) => `age_over:${years}`)].join(" "),
    state: kept.state,
    nonce: kept.nonce,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: "S256",
  });
  return `${issuer}/authorize?${query}`;
};

const isObject = (value: unknown): value is Claims => typeof value === "object" && value !== null;

const isKept = (value: unknown): value is Kept =>
  isObject(value) &&
  ["clientId", "name", "issuer", "verifier", "state", "nonce"].every((name) => name in value);

/** What `beginTrial` kept, for use with one answer only. */
const takeKept = (): Kept | null => {
  const value: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  sessionStorage.removeItem(KEPT);
  return isKept(value) ? value : null;
};

/** The claims of a token that came from the token endpoint itself: OpenID Connect Core 1.0 §3.1.3.7, 6. */
const claimsIn = (token: string): Claims => {
  const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
  const claims: unknown = JSON.parse(atob(payload));
  return isObject(claims) ? claims : {};
};

const spend = async (kept: Kept, code: string, redirectUri: string): Promise<Claims> => {
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    client_id: TRIAL.prefix + kept.clientId,
    code_verifier: kept.verifier,
  });
  const answer: unknown = await (await fetch(`${kept.issuer}/token`, { method: "POST", body })).json();
  return isObject(answer) ? answer : {};
};

/**
 * What the site receives, given the answer that the browser brought.
 * @param answer the query of the redirect address
 */
export const finishTrial = async (tenantId: string, answer: URLSearchParams): Promise<TrialEnd> => {
  const kept = takeKept();
  if (!kept || answer.get("state") !== kept.state || answer.get("iss") !== kept.issuer)
    return { kind: "lost" };
  const { clientId, name } = kept;
  const refused = (error: unknown, description: unknown): TrialEnd => ({
    ...{ kind: "refused", clientId, name },
    error: String(error),
    description: String(description ?? ""),
  });
  const code = answer.get("code");
  if (code === null) return refused(answer.get("error"), answer.get("error_description"));
  const tokens = await spend(kept, code, pageAt(kept.issuer, tenantId));
  if (typeof tokens.id_token !== "string") return refused(tokens.error, tokens.error_description);
  const claims = claimsIn(tokens.id_token);
  return claims.nonce === kept.nonce ? { kind: "claims", clientId, name, claims } : { kind: "lost" };
};
