/**
 * What has the shape of a secret of the service: API keys, webhook and listener secrets, device codes, tokens (JWT). A
 * key starts with `avk_live_` or `avk_test_`; its last four characters stay, as the console shows them.
 */
const SECRET_SHAPES: readonly RegExp[] = [
  /\bavk_(?:live|test)_[A-Za-z0-9]+/g,
  /\b(?:whsec|ldc)_[A-Za-z0-9+/_=-]{8,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+/g,
];

/** How much of a secret may be seen: an API key's mode and its last four characters, nothing of others. */
export const shorten = (secret: string): string => {
  const prefix = /^avk_(?:live|test)_/.exec(secret)?.[0];
  return prefix === undefined || secret.length < prefix.length + 12 ? "…" : `${prefix}…${secret.slice(-4)}`;
};

/**
 * The text without secrets, for messages and logs.
 * @param known further secrets of this process, such as the values of `LINTEL_ADMIN_KEY`
 */
export function redact(text: string, known: readonly (string | undefined)[] = []): string {
  const values = known.filter((secret) => secret !== undefined).filter((secret) => secret.length >= 4);
  const withoutKnown = values.reduce((rest, secret) => rest.replaceAll(secret, shorten(secret)), text);
  return SECRET_SHAPES.reduce((rest, shape) => rest.replace(shape, shorten), withoutKnown);
}
