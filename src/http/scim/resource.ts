import type { DirectoryEntry } from "#services/members/directory-people.ts";
import { CORE_PREFIX, USER } from "./schema.ts";

/** The user as it is sent. @param base the address of `/Users` */
export const userResource = (entry: DirectoryEntry, base: string) => ({
  schemas: [USER],
  id: entry.id,
  ...(entry.externalId !== null && { externalId: entry.externalId }),
  userName: entry.userName,
  ...(entry.displayName !== null && { displayName: entry.displayName }),
  ...(entry.email !== null && { emails: [{ value: entry.email, type: "work", primary: true }] }),
  ...(entry.role !== null && { roles: [{ value: entry.role, primary: true }] }),
  active: entry.isActive,
  meta: {
    resourceType: "User",
    created: entry.createdAt.toISOString(),
    lastModified: entry.updatedAt.toISOString(),
    location: `${base}/${entry.id}`,
  },
});

// RFC 7643 §3.1, §7: they are in every answer.
const ALWAYS: ReadonlySet<string> = new Set(["schemas", "id"]);

const namesIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split(",")
      .map((name) => name.trim().replace(CORE_PREFIX, "").toLowerCase())
      .filter((name) => name !== ""),
  );

type Keeps = (path: string) => boolean;

const partsOf = (value: unknown, path: string, keeps: Keeps): unknown => {
  if (Array.isArray(value)) {
    const some = value.map((each) => partsOf(each, path, keeps)).filter((each) => each !== undefined);
    return some.length > 0 ? some : undefined;
  }
  if (typeof value !== "object" || value === null) return keeps(path) ? value : undefined;
  const kept = Object.entries(value).filter(([name]) => keeps(`${path}.${name.toLowerCase()}`));
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
};

const shaped = (resource: object, keeps: Keeps): object =>
  Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]) => {
      const part = ALWAYS.has(name) ? value : partsOf(value, name.toLowerCase(), keeps);
      return part === undefined ? [] : [[name, part]];
    }),
  );

const isIn = (names: ReadonlySet<string>, path: string): boolean =>
  names.has(path) || names.has(path.split(".", 1)[0] ?? "");

/**
 * What a request wants to see of a resource (RFC 7644 §3.9): only the `attributes`, or all but `excludedAttributes`; names
 * of no attribute of ours change nothing.
 */
export const projected = (resource: object, query: URLSearchParams): object => {
  const [only, without] = [
    namesIn(query.get("attributes") ?? ""),
    namesIn(query.get("excludedAttributes") ?? ""),
  ];
  const wanted = only.size === 0 ? resource : shaped(resource, (path) => isIn(only, path));
  return without.size === 0 ? wanted : shaped(wanted, (path) => !isIn(without, path));
};
