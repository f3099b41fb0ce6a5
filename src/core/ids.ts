/** Every kind of id and its prefix: the glossary of what the service stores. */
export const ID_PREFIXES = {
  tenant: "ten",
  apiKey: "key",
  adminKey: "adk",
  verification: "ver",
  handoff: "hof",
  attempt: "att",
  token: "tok",
  event: "evt",
  endpoint: "whe",
  delivery: "dlv",
  listener: "lsn",
  request: "req",
  log: "log",
  audit: "aud",
  member: "mem",
  invitation: "inv",
  session: "ses",
  trustAnchor: "tra",
  policy: "pol",
  voucher: "vch",
  oidcClient: "cli",
  gate: "gat",
  identityProvider: "idp",
  vendor: "vnd",
  receipt: "rcp",
  erasureRequest: "erq",
  walletCertificate: "wcr",
  readerCertificate: "rcr",
  registrarCertificate: "rgc",
  practiceStatement: "pst",
  mail: "mai",
  visit: "vis",
  planChange: "tpc",
  planPrices: "ppr",
  process: "prc",
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

// Crockford's base 32: no I, L, O, U, and its order is ASCII's, so ids sort by time as text.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
// Each request makes two or three ids: encoding two characters at a time takes a third as long as one by one.
const PAIRS = Array.from(
  { length: 1024 },
  (_, value) => ALPHABET.charAt(value >> 5) + ALPHABET.charAt(value & 31),
);

/** How many random bytes `createId` needs: 80 bits, as a ULID has. */
export const ID_RANDOM_BYTES = 10;

/** The last characters of a whole number below 2^53 in base 32. */
const encode = (value: number, pairs: number): string => {
  let text = "";
  let rest = value;
  for (let i = 0; i < pairs; i += 1) {
    text = PAIRS[rest % 1024] + text;
    rest = Math.floor(rest / 1024);
  }
  return text;
};

/** Five bytes, most significant first: 40 bits, which make eight characters. */
const numberAt = (bytes: Uint8Array, start: number): number => {
  let sum = 0;
  for (let i = start; i < start + 5; i += 1) sum = sum * 256 + (bytes[i] ?? 0);
  return sum;
};

/**
 * An id such as `ver_01k9…`: 48 bits of time in milliseconds, then 80 random bits, base 32.
 * @param random at least `ID_RANDOM_BYTES` bytes from a cryptographic source
 */
export const createId = (kind: IdKind, now: Date, random: Uint8Array): string => {
  const chance = encode(numberAt(random, 0), 4) + encode(numberAt(random, 5), 4);
  return `${ID_PREFIXES[kind]}_${encode(now.getTime(), 5)}${chance}`;
};

const CHARACTERS = "[0-9a-hjkmnp-tv-z]{26}";
const patterns = (start: string, end: string): Map<string, RegExp> =>
  new Map(
    Object.entries(ID_PREFIXES).map(([kind, prefix]) => [
      kind,
      new RegExp(`${start}${prefix}_${CHARACTERS}${end}`),
    ]),
  );
const WHOLE = patterns("^", "$");
const WITHIN = patterns("", "");

const SANE_REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,99}$/;

/** The id that a caller gave its request (`X-Request-Id`) if it is well-formed, else null. */
export const saneRequestId = (given: string | null | undefined): string | null =>
  typeof given === "string" && SANE_REQUEST_ID.test(given) ? given : null;

/** Whether a text has the shape of an id of this kind. Saves a look-up; grants nothing. */
export const isId = (kind: IdKind, text: string): boolean => WHOLE.get(kind)?.test(text) ?? false;

/** The first id of this kind within a text, else null. */
export const idIn = (kind: IdKind, text: string): string | null => WITHIN.get(kind)?.exec(text)?.[0] ?? null;
