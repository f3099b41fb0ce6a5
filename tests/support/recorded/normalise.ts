import { ID_PREFIXES } from "#core/ids.ts";
import { SOFTWARE_VERSION } from "#core/practice/version.ts";

// Time stands still while answers are recorded, so only chance is replaced: ids, secrets, keys and signatures. Each
// becomes its kind and a number in the order of first sight, so that equal values still look equal.

const SECRET =
  /(?:(?<=%[0-9A-F]{2})|(?<![\w-]))(vs|vrc|vi|cs|gs|ldc|avk_live|avk_test|avk_admin|avscim)_[\w-]{20,}/g;
const ID = new RegExp(`(?<![a-z])(${Object.values(ID_PREFIXES).join("|")})_[0-9a-hjkmnp-tv-z]{26}\\b`, "g");

/** The signing key of the recorded service, which is always the same. */
const FIXED = [
  "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
  "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
  "oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U",
];

/** What differs from run to run; the first group, where there is one, is kept. */
const CHANCE: readonly [kind: string | null, pattern: RegExp][] = [
  ["jwe", /\beyJ[\w-]+(?:\.[\w-]*){4}/g],
  ["signature", /\bv1,[\w+/]{43}=/g],
  ["sealed", /(?<=")v1\.[\w-]{60,}(?=")|^v1\.[\w-]{60,}$/g],
  ["certificate", /\bMII[\w+/]{100,}={0,2}/g],
  ["encryption_info", /\bgmVkY2FwaaJ[\w-]+/g],
  ["sha256", /(?:(?<=%[0-9A-F]{2})|(?<![\w-]))[0-9a-f]{64}\b/g],
  ["qr", /data:image\/svg\+xml,[^"\s]+|<svg .*?<\/svg>/gs],
  [null, SECRET],
  ["whsec", /\bwhsec_[\w+/]{43}=/g],
  [null, ID],
  [null, /(?<![a-z])(wtx)_[0-9a-f]{40}/g],
  ["code", /(?<=\/c\/)[\w-]{24}(?![\w-])/g],
  ["hint", /(?<=avk_(?:live|test)_…)[\w-]{4}/g],
  ["statement", /\b[0-9A-HJKMNP-TV-Z]{10}(?=-\d{4}-\d{2}\b)/g],
  // RFC 8628, section 6.1: consonants alone.
  ["user_code", /(?<=^|#)[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/g],
  ["voucher", /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/g],
  [null, /(?<=verify\.)(ten)-[0-9a-z]{26}(?=\.example)/g],
  ["txt", /(?<=lintel-verification=)[\w-]{20,}/g],
  ["cursor", /(?<="cursor":")[\w-]{16,60}(?=")/g],
  ["last_four", /(?<="lastFour":")[\w-]{4}(?=")/g],
  ["directory_hint", /(?<=avscim_…)[\w-]{4}/g],
  ["cookie", /(?<=__Host-lintel-wallet-)[0-9a-f]{16}/g],
  ["secret", /(?:(?<=%[0-9A-F]{2})|(?<![\w-]))[\w-]{43}(?![\w-])/g],
  // Not chance, but a release must not need new recordings.
  ["version", new RegExp(`(?<=^|")${SOFTWARE_VERSION.replaceAll(".", "\\.")}(?=$|")`, "g")],
];

const decoded = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString());

/** A text with all chance in it replaced. */
export type Normalise = (text: string) => string;

/**
 * A normaliser for one answer and the request before it.
 * @param known values of this run, such as the address of the identity provider, and what stands for them
 */
export const createNormaliser = (known: ReadonlyMap<string, string>): Normalise => {
  const seen = new Map<string, string>();
  const counts = new Map<string, number>();
  const placeholder = (kind: string, value: string): string => {
    if (FIXED.includes(value)) return value;
    const number = (counts.get(kind) ?? 0) + 1;
    const name = seen.get(value) ?? `<${kind}_${number}>`;
    if (!seen.has(value)) counts.set(kind, number);
    seen.set(value, name);
    return name;
  };
  const jwt = (text: string): string => {
    const [header = "", claims = ""] = text.split(".");
    return `<jwt ${normalise(JSON.stringify(decoded(header)))} ${normalise(JSON.stringify(decoded(claims)))}>`;
  };
  const normalise: Normalise = (text) => {
    let result = text;
    for (const [value, name] of known) result = result.replaceAll(value, name);
    result = result.replace(/\beyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g, jwt);
    for (const [kind, pattern] of CHANCE)
      result = result.replace(pattern, (found, group) => placeholder(kind ?? String(group), found));
    return result;
  };
  return normalise;
};

/** The same for every text in a value; keys and their order stay. */
export const normaliseDeep = (value: unknown, normalise: Normalise): unknown => {
  if (typeof value === "string") return normalise(value);
  if (Array.isArray(value)) return value.map((each) => normaliseDeep(each, normalise));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      normalise(key),
      // A count is of the database's own time.
      ["lastFour", "counted"].includes(key)
        ? `<${key === "lastFour" ? "last_four" : key}>`
        : normaliseDeep(each, normalise),
    ]),
  );
};
