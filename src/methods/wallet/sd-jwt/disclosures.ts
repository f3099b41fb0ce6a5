import { createHash } from "node:crypto";
import { fromBase64Url } from "../bytes.ts";
import { parseJson } from "../json.ts";
import { accept, type Result, refuse } from "../result.ts";

/** RFC 9901 §4.2.1 and §4.2.2: a claim of an object has a name, an element of an array has none. */
export type Disclosure = { name: string | null; value: unknown };

/** RFC 9901 §4.1.1 with the hash names of its registry, in node:crypto's. Without `_sd_alg` it is sha-256. */
export const SD_HASHES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [undefined, "sha256"],
  ["sha-256", "sha256"],
  ["sha-384", "sha384"],
  ["sha-512", "sha512"],
]);

/** The members that give an SD-JWT its structure: §7.1 step 3 refuses them as names. */
const STRUCTURAL = new Set(["_sd", "...", "_sd_alg"]);

/**
 * SD-JWT VC §3.2.2.2: what decides whether a credential is valid at all is never the holder's to show or to hide.
 */
const NEVER_DISCLOSED = new Set(["iss", "nbf", "exp", "cnf", "vct", "vct#integrity", "status"]);

const readDisclosure = (text: string): Disclosure | null => {
  const bytes = fromBase64Url(text);
  const parts = bytes ? parseJson(bytes) : undefined;
  if (!Array.isArray(parts) || typeof parts[0] !== "string") return null;
  if (parts.length === 2) return { name: null, value: parts[1] };
  const name: unknown = parts[1];
  if (parts.length !== 3 || typeof name !== "string" || STRUCTURAL.has(name)) return null;
  return { name, value: parts[2] };
};

export const isNeverDisclosed = (name: string): boolean => NEVER_DISCLOSED.has(name);

/** The disclosures by the digest of their text (RFC 9901 §4.2.3); two equal ones are refused. */
export const readDisclosures = (
  texts: readonly string[],
  hash: string,
): Result<ReadonlyMap<string, Disclosure>> => {
  const byDigest = new Map<string, Disclosure>();
  for (const text of texts) {
    const disclosure = readDisclosure(text);
    const digest = createHash(hash).update(text).digest("base64url");
    if (!disclosure || byDigest.has(digest)) return refuse("sd_jwt_disclosure");
    byDigest.set(digest, disclosure);
  }
  return accept(byDigest);
};
