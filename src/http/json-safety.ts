import type { Issue } from "#core/errors.ts";
import { problemOfText } from "#core/text.ts";

const MAX_DEPTH = 20;

type Place = { value: unknown; path: string; depth: number };

const childrenOf = ({ value, path, depth }: Place): Place[] => {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(([key, child]) => ({
    value: child,
    path: path === "" ? key : `${path}.${key}`,
    depth: depth + 1,
  }));
};

const problemOf = ({ value, depth }: Place): string | null => {
  if (depth > MAX_DEPTH) return `nested deeper than ${MAX_DEPTH} levels`;
  if (typeof value === "string") return problemOfText(value);
  if (typeof value !== "object" || value === null) return null;
  const names = Object.keys(value);
  if (names.includes("__proto__")) return "has a field named __proto__, which is not allowed";
  return names.some((name) => problemOfText(name)) ? "has a field whose name is not valid text" : null;
};

/** The first thing in a parsed JSON value that is no honest input anywhere; a loop, so depth cannot overflow it. */
export const findUnsafe = (root: unknown): Issue | null => {
  const places: Place[] = [{ value: root, path: "", depth: 0 }];
  for (let place = places.pop(); place; place = places.pop()) {
    const message = problemOf(place);
    if (message !== null) return { path: place.path.slice(0, 200), message };
    places.push(...childrenOf(place));
  }
  return null;
};
