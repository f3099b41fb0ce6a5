import { generateKeyPairSync } from "node:crypto";

/** The people of its "Demo" backend, each with their own name for a password. */
export const DOCTOR = { subject: "dwho", name: "Doctor Who", email: "dwho@badwolf.org" } as const;

export type LemonLdapInput = {
  issuer: string;
  folder: string;
  client: { id: string; secret: string; redirectUri: string; postLogoutUri: string };
  accessTokenSeconds: number;
};

const keyPair = () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    privatePem: privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
    publicPem: publicKey.export({ type: "spki", format: "pem" }).toString(),
  };
};

/** Where its settings are, and how loud it is. */
export const iniOf = (folder: string): string => `[all]
logLevel = warn
logger = Lemonldap::NG::Common::Logger::Std
userLogger = Lemonldap::NG::Common::Logger::Std
[configuration]
type = File
dirName = ${folder}/conf
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'config', 'default_expires_in' => 600, 'cache_root' => '${folder}/cache', 'cache_depth' => 3 }
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`;

/** Its settings: see "OpenID Connect service" and "Relying parties" in its administration guide. */
export const settingsOf = ({ issuer, folder, client, accessTokenSeconds }: LemonLdapInput) => {
  const { privatePem, publicPem } = keyPair();
  const storage = (name: string) => ({
    Directory: `${folder}/${name}`,
    LockDirectory: `${folder}/${name}/lock`,
    generateModule: "Lemonldap::NG::Common::Apache::Session::Generate::SHA256",
  });
  return {
    cfgNum: 1,
    cfgVersion: "2.16.1",
    cfgAuthor: "tests",
    cfgDate: "1700000000",
    portal: `${issuer}/`,
    domain: "localhost",
    cookieName: "lemonldap",
    securedCookie: 0,
    httpOnly: 1,
    key: "k".repeat(32),
    authentication: "Demo",
    userDB: "Same",
    passwordDB: "Null",
    registerDB: "Null",
    demoExportedVars: { cn: "cn", mail: "mail", uid: "uid" },
    exportedVars: {},
    macros: { _whatToTrace: "lc($_user)", verified: "1" },
    whatToTrace: "_whatToTrace",
    // No pictures to type off: one of its modules that does nothing, in place of one that needs ImageMagick.
    captcha: "::Auth::Null",
    captcha_login_enabled: 0,
    captcha_mail_enabled: 0,
    captcha_register_enabled: 0,
    locationRules: { localhost: { default: "accept" } },
    globalStorage: "Apache::Session::File",
    globalStorageOptions: storage("sessions"),
    persistentStorage: "Apache::Session::File",
    persistentStorageOptions: storage("psessions"),
    localSessionStorage: "Cache::FileCache",
    localSessionStorageOptions: {
      namespace: "sessions",
      default_expires_in: 600,
      cache_root: `${folder}/cache`,
      cache_depth: 3,
    },
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceMetaDataIssuer: issuer,
    oidcServiceAllowAuthorizationCodeFlow: 1,
    oidcServicePrivateKeySig: privatePem,
    oidcServicePublicKeySig: publicPem,
    oidcServiceKeyIdSig: "k1",
    oidcServiceAccessTokenExpiration: accessTokenSeconds,
    oidcServiceIDTokenExpiration: accessTokenSeconds,
    oidcRPMetaDataOptions: {
      console: {
        oidcRPMetaDataOptionsClientID: client.id,
        oidcRPMetaDataOptionsClientSecret: client.secret,
        oidcRPMetaDataOptionsRedirectUris: client.redirectUri,
        oidcRPMetaDataOptionsPostLogoutRedirectUris: client.postLogoutUri,
        oidcRPMetaDataOptionsBypassConsent: 1,
        oidcRPMetaDataOptionsRequirePKCE: 1,
        oidcRPMetaDataOptionsAllowOffline: 1,
        oidcRPMetaDataOptionsRefreshToken: 1,
        oidcRPMetaDataOptionsIDTokenSignAlg: "RS256",
        oidcRPMetaDataOptionsIDTokenForceClaims: 0,
        oidcRPMetaDataOptionsAccessTokenJWT: 1,
        oidcRPMetaDataOptionsAccessTokenSignAlg: "RS256",
        oidcRPMetaDataOptionsLogoutBypassConfirm: 1,
      },
    },
    oidcRPMetaDataExportedVars: {
      console: { name: "cn", email: "mail", email_verified: "verified;bool;auto" },
    },
  };
};
