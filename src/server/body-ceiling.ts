const KIB = 1024;

/** Above what the readers of JSON and forms take, and more than any other address has a use for. */
const SMALL = 128 * KIB;

/**
 * The most that the server reads of a body before anything behind it can keep a copy, by address. Where a body is
 * read at all, the reader's own limit is lower, and it is the one that answers; this one is for addresses that take
 * no body, for those that are not there, and for whatever the framework reads by itself.
 */
const CEILINGS: readonly [address: RegExp, bytes: number][] = [
  [/^\/api\/trpc\//, 320 * KIB],
  [/^\/openid4vp\/response\//, 320 * KIB],
  [/^\/v\/[^/]+\/wallet\/credential\//, 320 * KIB],
  [/^\/v\/[^/]+\/(cancel|handoff|state|wallet\/[^/]+)\/?$/, SMALL],
  // A photo, as a form.
  [/^\/v\/[^/]+\/[^/]+\/?$/, 12 * KIB * KIB + SMALL],
];

/** @param target of the request line (RFC 9112 §3.2.1) */
export const bodyCeiling = (target: string): number => {
  const [path = ""] = target.split("?");
  return CEILINGS.find(([address]) => address.test(path))?.[1] ?? SMALL;
};
