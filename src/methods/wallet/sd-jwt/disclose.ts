import { isJsonObject, type JsonObject, member } from "../json.ts";
import { accept, type Result, refuse } from "../result.ts";
import { type Disclosure, isNeverDisclosed } from "./disclosures.ts";

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
  // §7.1 step 3: a claim that is there already cannot be disclosed over it
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
    if (depth === 0 && isNeverDisclosed(disclosure.name)) throw new NotDisclosable();
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
 * RFC 9901 §7.1 steps 3 to 5: puts every disclosure where its digest is. One whose digest is nowhere is refused: the
 * issuer never signed it.
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
