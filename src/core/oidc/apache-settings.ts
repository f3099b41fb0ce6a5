/** What mod_auth_openidc has to know of a site that signs people in with their age. */
export type ApacheSite = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** `openid age_over:18`, perhaps with more ages. */
  scope: string;
  /** The age that the protected part is for, in the two digits of its claim. */
  claimedAge: string;
  /** The part of the site that is for adults: `/adults`, or `/` for all of it. */
  protectedPath: string;
  /** More directives for the protected part, one a line. */
  more?: readonly string[];
};

const PROTECTED = "  AuthType openid-connect";

/**
 * The lines for Apache 2.4 with mod_auth_openidc. The guide prints these, the console and a gate's configuration as well;
 * tests run them with the real server.
 */
export const apacheSettings = (site: ApacheSite): string => {
  const callback = URL.canParse(site.redirectUri) ? new URL(site.redirectUri).pathname : "/";
  return `OIDCProviderMetadataURL ${site.issuer}/.well-known/openid-configuration
OIDCClientID ${site.clientId}
OIDCClientSecret ${site.clientSecret}
OIDCRedirectURI ${site.redirectUri}
# Made once, so that no one is asked again when Apache reloads: umask 077; openssl rand -base64 32 > /etc/apache2/lintel.key
OIDCCryptoPassphrase "exec:/usr/bin/cat /etc/apache2/lintel.key"
OIDCCacheType file
OIDCCacheDir /var/cache/apache2/mod_auth_openidc
# Of pages that a visitor opens and leaves unfinished, the oldest is forgotten; otherwise the eighth would get 503.
OIDCStateMaxNumberOfCookies 7 true
OIDCScope "${site.scope}"
OIDCPKCEMethod S256
<Location "${site.protectedPath}">
${PROTECTED}
  Require claim age_over_${site.claimedAge}:true${(site.more ?? []).map((line) => `\n  ${line}`).join("")}
</Location>
# The redirect address is one that the module answers itself: no file is there, and it must be protected too.
<Location "${callback}">
${PROTECTED}
  Require valid-user
</Location>`;
};
