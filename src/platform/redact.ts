/** What stands in a log where a secret was. */
export const REDACTED = "[redacted]";

// Each pattern keeps the kind of the secret (its first group), so that a log still says what was there. None asks
// for a word boundary in front: in `%2Fvs_…` or `keyavk_live_…` there is none. Redacting too much does no harm.
const SECRET_PATTERNS: readonly RegExp[] = [
  /(avk_(?:live|test|admin)_)[0-9A-Za-z]+/g, // API keys of tenants and operators
  /(adm_)[0-9A-Za-z_-]{16,}/g, // admin keys
  /(vs_)[0-9A-Za-z_-]{16,}/g, // secrets of hosted sessions
  /(vrc_)[0-9A-Za-z_-]{16,}/g, // codes that stand for a token
  /(whsec_)[0-9A-Za-z+/=_-]+/g, // webhook secrets
  /(eyJ)[0-9A-Za-z_-]+\.[0-9A-Za-z_-]+(?:\.[0-9A-Za-z_-]*)*/g, // RFC 7519 tokens: `{"` in base64url
  /(:\/\/[^\s:/@]*:)[^\s@/]+(?=@)/g, // RFC 3986 §3.2.1: a password in a URL
  /\b(Bearer |Basic )[0-9A-Za-z._~+/=-]+/gi, // RFC 9110 §11.6.2
];

/**
 * The text with every secret of a known form taken out, cut to `maxCharacters`. More than that is searched,
 * so that a secret across the cut is recognised whole; but not much more, so that the time stays bounded.
 */
export const redactText = (text: string, maxCharacters: number): string => {
  const searched = text.slice(0, maxCharacters * 2);
  const redacted = SECRET_PATTERNS.reduce(
    (rest, pattern) => rest.replace(pattern, `$1${REDACTED}`),
    searched,
  );
  const isWhole = text.length <= maxCharacters * 2 && redacted.length <= maxCharacters;
  return isWhole ? redacted : `${redacted.slice(0, maxCharacters)}… (${text.length} characters)`;
};

// Fields whose value is secret or personal whatever it looks like; compared in lower case, without `-` and `_`.
const SECRET_FIELDS = new Set([
  "adminkey",
  "apikey",
  "authorization",
  "birth",
  "birthdate",
  "birthday",
  "birthyear",
  "body",
  "cookie",
  "dateofbirth",
  "dob",
  "password",
  "pepper",
  "privatekey",
  "proxyauthorization",
  "secret",
  "secretskey",
  "setcookie",
  "token",
  "xadminkey",
  "xapikey",
]);

/** Whether a field of this name is never logged, whatever it holds. */
export const isSecretField = (name: string): boolean =>
  SECRET_FIELDS.has(name.replace(/[-_]/g, "").toLowerCase());
