import { apacheSettings } from "#core/oidc/apache-settings.ts";
import type { CodeInLanguage } from "#kit/code.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";

// The values that a site's software needs, as listed in docs/sign-in-with-age.md.

type Known = Pick<
  ConsoleOutputs["oidcClients"]["list"][number],
  "issuer" | "clientId" | "redirectUris" | "thresholds"
>;

const apache = ({ issuer, clientId, redirect, scope, highest }: Values): string => `# mod_auth_openidc
${apacheSettings({
  issuer,
  clientId,
  clientSecret: "$AGE_CLIENT_SECRET",
  redirectUri: redirect,
  scope,
  claimedAge: highest,
  protectedPath: "/adults",
})}`;

const nginx = ({
  issuer,
  clientId,
  redirect,
  scope,
}: Values): string => `# oauth2-proxy; below the age: refuse
provider = "oidc"
oidc_issuer_url = "${issuer}"
client_id = "${clientId}"
client_secret = "$AGE_CLIENT_SECRET"
redirect_url = "${redirect}"
scope = "${scope}"
code_challenge_method = "S256"
oidc_email_claim = "sub"
email_domains = ["*"]
insecure_oidc_allow_unverified_email = true
reverse_proxy = true

# nginx
location /adults/ {
  auth_request /oauth2/auth;
  error_page 401 = /oauth2/sign_in;
}`;

const authjs = ({ issuer, clientId, scope, highest }: Values): string => `{
  id: "age", name: "Age", type: "oauth",
  wellKnown: "${issuer}/.well-known/openid-configuration",
  clientId: "${clientId}",
  clientSecret: process.env.AGE_CLIENT_SECRET,
  authorization: { params: { scope: "${scope}" } },
  idToken: true, checks: ["pkce", "state", "nonce"],
  profile: (claims) => ({
    id: claims.sub, // a new one each time
    isOver: claims.age_over_${highest} === true,
  }),
}`;

const authlib = ({ issuer, clientId, scope, highest }: Values): string => `oauth.register(
    "age",
    client_id="${clientId}",
    client_secret=settings.AGE_CLIENT_SECRET,
    server_metadata_url="${issuer}/.well-known/openid-configuration",
    client_kwargs={"scope": "${scope}", "code_challenge_method": "S256"},
)
# in the view of the redirect address
claims = oauth.age.authorize_access_token(request)["userinfo"]
is_over = claims.get("age_over_${highest}") is True`;

const keycloak = ({ issuer, clientId, scope }: Values): string => `# Identity providers, OpenID Connect v1.0
Discovery endpoint: ${issuer}/.well-known/openid-configuration
Client ID:          ${clientId}
Client secret:      $AGE_CLIENT_SECRET
Scopes:             ${scope}
PKCE:               on, S256
# The subject is a new one each time: use a first-login flow that makes no user.`;

const wordpress = ({
  issuer,
  clientId,
  scope,
}: Values): string => `# OpenID Connect Generic; below the age: refuse
Client ID:               ${clientId}
Client secret:           $AGE_CLIENT_SECRET
OpenID scope:            ${scope}
Login endpoint:          ${issuer}/authorize
Userinfo endpoint:       ${issuer}/userinfo
Token endpoint:          ${issuer}/token
Identity key:            sub
# The subject is a new one each time: delete the users that this makes.`;

type Values = { issuer: string; clientId: string; redirect: string; scope: string; highest: string };

/** Settings to copy for each program, with the site's own values; the secret is an environment variable. */
export const settingsFor = ({ issuer, clientId, redirectUris, thresholds }: Known): CodeInLanguage[] => {
  const values: Values = {
    issuer,
    clientId,
    redirect: redirectUris[0] ?? "",
    scope: ["openid", ...thresholds.map((years) => `age_over:${years}`)].join(" "),
    highest: String(Math.max(...thresholds)).padStart(2, "0"),
  };
  return [
    { id: "apache", name: "Apache", code: apache(values) },
    { id: "nginx", name: "nginx", code: nginx(values) },
    { id: "authjs", name: "Auth.js", code: authjs(values) },
    { id: "authlib", name: "Django", code: authlib(values) },
    { id: "keycloak", name: "Keycloak", code: keycloak(values) },
    { id: "wordpress", name: "WordPress", code: wordpress(values) },
  ];
};
