const KIB = 1024;

/** What the server takes of a body, and how slowly it may come. */
export type BodyBounds = {
  bytes: number;
  /** From its first moment on a body may come at any pace, for so long. */
  graceSeconds: number;
  /** Its average from then on; a body without one has to be there when the grace is over. */
  bytesPerSecond: number | null;
};

// Nothing here is as long as 320 KiB, which the slowest modem would need ten seconds for at 32 KiB/s: JSON, forms and
// the answers of wallets have 1 to 20 KiB and come within two seconds at the 10 KiB/s of a phone on EDGE.
const TEXT = { graceSeconds: 10, bytesPerSecond: null } as const;
// A photo takes its time: 1 MB is 100 s on EDGE, which the 120 s of a request allow. The rate is below what GPRS
// still sends (3 KiB/s with two slots), after a grace for a phone that changes cells.
const PHOTO = { graceSeconds: 20, bytesPerSecond: 2 * KIB } as const;

/** Above what the readers of JSON and forms take, and more than any other address has a use for. */
const SMALL: BodyBounds = { bytes: 128 * KIB, ...TEXT };
const LARGE: BodyBounds = { bytes: 320 * KIB, ...TEXT };

/**
 * The most that the server reads of a body before anything behind it can keep a copy, by address. Where a body is
 * read at all, the reader's own limit is lower, and it is the one that answers; this one is for addresses that take
 * no body, for those that are not there, and for whatever the framework reads by itself.
 */
const BOUNDS: readonly [address: RegExp, bounds: BodyBounds][] = [
  [/^\/api\/trpc\//, LARGE],
  [/^\/openid4vp\/response\//, LARGE],
  [/^\/v\/[^/]+\/wallet\/credential\//, LARGE],
  [/^\/v\/[^/]+\/(cancel|handoff|state|wallet\/[^/]+)\/?$/, SMALL],
  // A photo, as a form.
  [/^\/v\/[^/]+\/[^/]+\/?$/, { bytes: 12 * KIB * KIB + SMALL.bytes, ...PHOTO }],
];

/** @param target of the request line (RFC 9112 §3.2.1) */
export const bodyBounds = (target: string): BodyBounds => {
  const [path = ""] = target.split("?");
  return BOUNDS.find(([address]) => address.test(path))?.[1] ?? SMALL;
};
