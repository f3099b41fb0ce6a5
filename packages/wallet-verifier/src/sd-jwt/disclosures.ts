import { createHash } from "node:crypto";
import { isJsonObject, type JsonObject } from "@lintel/age";
import { fromBase64Url, member, parseJson } from "../bytes.ts";
import { accept, type Result, refuse } from "../result.ts";

/** RFC 9901 §4.2.1 and §4.2.2: a claim of an object has a name, an element of an array has none. */
type Disclosure = { name: string | null; value: unknown };

/** RFC 9901 §4.1.1: its registry's hash names, with node:crypto's. Without `_sd_alg`, it is sha-256. */
export const SD_HASHES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [undefined, "sha256"],
  ["sha-256", "sha256"],
  ["sha-384", "sha384"],
  ["sha-512", "sha512"],
]);

/** The members that give an SD-JWT its structure: §7.1 step 3 refuses them as names. */
const STRUCTURAL = new Set(["_sd", "...", "_sd_alg"]);

/**
 * SD-JWT VC §3.2.2.2: the holder can never choose to show or hide what decides whether a credential is valid
 * at all.
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

/** The disclosures by their text's digest (RFC 9901 §4.2.3); two equal ones are refused. */
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

const SD = "_sd";
const ELEMENT = "...";
const MAX_DEPTH = 32;

/** Stops the walk at the first thing that RFC 9901 §7.1 refuses; it never leaves this file. */
class NotDisclosable extends Error {}

type Walk = { disclosures: ReadonlyMap<string, Disclosure>; seen: Set<string> };

/** §7.1 step 4: a digest that occurs twice could put one disclosure in two places. */
const takeDigest = ({ seen, disclosures }: Walk, digest: unknown): Disclosure | undefined => {
  if (typeof digest !== "string" || seen.has(digest)) throw new NotDisclosable();
  seen.add(digest);
  return disclosures.get(digest);
};

const put = (target: Map<string, unknown>, name: string, value: unknown): void => {
  // §7.1 step 3: a disclosed claim must not replace one that is already there
  if (target.has(name)) throw new NotDisclosable();
  target.set(name, value);
};

const walkList = (list: readonly unknown[], walk: Walk, depth: number): unknown[] =>
  list.flatMap((item) => {
    if (!isJsonObject(item) || !Object.hasOwn(item, ELEMENT)) return [walkValue(item, walk, depth)];
    if (Object.keys(item).length !== 1) throw new NotDisclosable();
    const disclosure = takeDigest(walk, item[ELEMENT]);
    if (!disclosure) return [];
    if (disclosure.name !== null) throw new NotDisclosable();
    return [walkValue(disclosure.value, walk, depth)];
  });

const walkObject = (object: JsonObject, walk: Walk, depth: number): JsonObject => {
  const claims = new Map<string, unknown>();
  const digests = member(object, SD) ?? [];
  if (!Array.isArray(digests) || Object.hasOwn(object, ELEMENT)) throw new NotDisclosable();
  for (const [name, value] of Object.entries(object)) {
    if (name !== SD) put(claims, name, walkValue(value, walk, depth));
  }
  for (const digest of digests) {
    const disclosure = takeDigest(walk, digest);
    if (!disclosure) continue;
    if (disclosure.name === null) throw new NotDisclosable();
    if (depth === 0 && NEVER_DISCLOSED.has(disclosure.name)) throw new NotDisclosable();
    put(claims, disclosure.name, walkValue(disclosure.value, walk, depth));
  }
  return Object.fromEntries(claims);
};

const walkValue = (value: unknown, walk: Walk, depth: number): unknown => {
  // A disclosure may hold digests of others, so a chain of them can be as long as the wallet likes.
  if (depth > MAX_DEPTH) throw new NotDisclosable();
  if (Array.isArray(value)) return walkList(value, walk, depth + 1);
  return isJsonObject(value) ? walkObject(value, walk, depth + 1) : value;
};

/**
 * RFC 9901 §7.1 steps 3 to 5: puts every disclosure where its digest is. If its digest is nowhere, it is
 * refused: the issuer never signed it.
 */
export const disclose = (
  payload: JsonObject,
  disclosures: ReadonlyMap<string, Disclosure>,
): Result<JsonObject> => {
  const walk: Walk = { disclosures, seen: new Set() };
  try {
    const claims = walkObject(payload, walk, 0);
    const unreferenced = [...disclosures.keys()].some((digest) => !walk.seen.has(digest));
    return unreferenced ? refuse("sd_jwt_disclosure") : accept(claims);
  } catch {
    return refuse("sd_jwt_disclosure");
  }
};
