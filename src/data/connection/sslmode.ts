// What `sslmode` in a database's address means here. node-postgres reads `prefer`, `require` and `verify-ca` as `verify-full`
// (encrypted, with a certificate that is checked), and prints three paragraphs about a later release in which it will not.

const ALIASES = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/g;
/** The other meaning of these words, libpq's, for those who ask for it. */
const AS_LIBPQ = /[?&]uselibpqcompat=true(?:&|$)/;

/** The address in the words that mean the same in every release of node-postgres, so that it has nothing to warn of. */
export const plainAddress = (url: string): string =>
  AS_LIBPQ.test(url) ? url : url.replace(ALIASES, "$1verify-full");

/** Whether connections by this address are encrypted without a look at the certificate: to whatever server answers. */
export const isUnchecked = (url: string): boolean => {
  const { searchParams } = new URL(url);
  const mode = searchParams.get("sslmode");
  if (!AS_LIBPQ.test(url)) return mode === "no-verify";
  return mode === "prefer" || (mode === "require" && !searchParams.has("sslrootcert"));
};
