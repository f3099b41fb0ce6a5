import { forwardedPrefix } from "#core/gates/addresses.ts";
import { apacheSettings } from "#core/oidc/apache-settings.ts";
import { endedPage, formRefererExpression } from "./ended-page.ts";
import type { GateToConfigure } from "./gate-to-configure.ts";
import { openPathsExpression } from "./open-paths.ts";

const openSection = (paths: readonly string[]): string =>
  paths.length === 0
    ? ""
    : `
# What needs no proof, by its plain spelling: "..", ";" or a percent sign meets the age check.
<LocationMatch "^${openPathsExpression(paths)}$">
  AuthType None
  Require all granted
  RequestHeader unset Lintel-Age
</LocationMatch>
`;

/** Scripts, forms and WebSockets cannot follow a redirect to a page. */
const NO_PAGE = [
  "%{REQUEST_METHOD} !~ m#^(GET|HEAD)$#",
  "-n %{HTTP:Upgrade}",
  "( -n %{HTTP:Sec-Fetch-Mode} && %{HTTP:Sec-Fetch-Mode} != 'navigate' )",
  "%{HTTP_ACCEPT} !~ m#text/html#",
].join(" || ");

/** A form that a person sends after their proof ended. */
const FORM = [
  "%{REQUEST_METHOD} !~ m#^(GET|HEAD)$#",
  "-z %{HTTP:Upgrade}",
  "%{HTTP:Sec-Fetch-Mode} == 'navigate'",
  "%{HTTP_ACCEPT} =~ m#text/html#",
].join(" && ");

const formSection = (condition: string, back: string): string => `<If "${condition}">
  ErrorDocument 401 "${endedPage(back).replaceAll('"', '\\"')}"
  Header always set Cache-Control no-store
</If>`;

/**
 * For Apache 2.4, which cannot ask a gate about each request: mod_auth_openidc asks by OpenID Connect and keeps its
 * own session. The site needs an entry under *Sign in with age*, too; a gate by policy has to name the age there.
 */
export const apacheConfiguration = (gate: GateToConfigure): string => {
  const isPolicy = gate.threshold === "policy";
  const age = isPolicy ? "AGE" : gate.threshold;
  const redirectUri = `${gate.origin}${forwardedPrefix(gate.siteId)}/callback`;
  const settings = apacheSettings({
    issuer: `${gate.publicUrl}/oidc`,
    clientId: "CLIENT_ID",
    clientSecret: "CLIENT_SECRET",
    redirectUri,
    scope: `openid age_over:${age}`,
    claimedAge: age.padStart(2, "0"),
    protectedPath: "/",
    more: [
      "# Only pages lead to the age check. Everything else gets 401.",
      `OIDCUnAuthAction 401 "${NO_PAGE}"`,
      "# What your application learns, in the place of what a visitor says.",
      `RequestHeader set Lintel-Age "${age}"`,
      "# No cache may show these pages to others.",
      'Header set Cache-Control "private, no-store" "expr=-n %{REMOTE_USER}"',
    ],
  });
  return `# Apache asks by OpenID Connect. In the console, under "Sign in with age", add a site with the redirect address
# ${redirectUri}
# It gives you CLIENT_ID and CLIENT_SECRET. For a test site, write /oidc/test in place of /oidc.${
    isPolicy ? "\n# AGE stands for the age that your policy asks for, in two digits." : ""
  }
# Debian: apt install libapache2-mod-auth-openidc; a2enmod auth_openidc headers proxy_http ssl
# In the <VirtualHost> of ${gate.host}:
${settings}
${openSection(gate.openPaths)}
# How long a proof counts, in seconds.
OIDCSessionMaxDuration ${gate.lifetimeSeconds}
OIDCSessionInactivityTimeout ${gate.lifetimeSeconds}

# Programs such as PHP read "Lintel_Age" as "Lintel-Age". What the module knows of a visitor stays with it.
RequestHeader unset Lintel_Age
RequestHeader unset Lintel.Age
RequestHeader unset Lintel-Gate
RequestHeader unset Lintel_Gate
# Only Apache says which address was asked for.
RequestHeader unset X-Original-URI
RequestHeader unset X-Original-URL
RequestHeader unset X-Rewrite-URL
RequestHeader unset X-Forwarded-Uri
# Only WebSockets: after any other upgrade (h2c), your application would get requests that are not checked.
RequestHeader unset Upgrade "expr=! %{req_novary:Upgrade} =~ /^websocket$/i"
OIDCPassClaimsAs none

# A form that a person sends after their proof ended meets a page that leads back to it.
${formSection(FORM, "/")}
${formSection(`${FORM} && %{HTTP_REFERER} =~ m|${formRefererExpression(gate.origin)}|`, "%{HTTP_REFERER}")}

# Your site.
ProxyPass / http://127.0.0.1:8080/ upgrade=websocket
`;
};
