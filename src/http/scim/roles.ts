import { isJsonObject, jsonIn } from "#core/json.ts";
import { type DirectoryRole, isDirectoryRole } from "#services/members/directory.ts";

// The roles in what a directory sends, in each of the forms that directories have for them.

type Roles = {
  roles: DirectoryRole[];
  /** In lower case, known or not. */
  names: string[];
  isEmpty: boolean;
  /** Each name is one of a role that a directory can give. */
  areKnown: boolean;
};

const MAX_NESTING = 4;

/**
 * Entra's `SingleAppRoleAssignment` sends a name, or JSON in a text: `{"id":"…","value":"viewer","displayName":"Viewer"}`.
 */
const namesIn = (value: unknown, nesting = 0): (string | null)[] => {
  if (value === undefined || value === null || value === "") return [];
  if (nesting > MAX_NESTING) return [null];
  if (Array.isArray(value)) return value.flatMap((each) => namesIn(each, nesting + 1));
  if (isJsonObject(value)) {
    const named = Object.entries(value).find(([name]) => name.toLowerCase() === "value");
    return named ? namesIn(named[1], nesting + 1) : [null];
  }
  if (typeof value !== "string") return [null];
  const text = value.trim();
  return /^[[{]/.test(text) ? namesIn(jsonIn(text) ?? Number.NaN, nesting + 1) : [text.toLowerCase()];
};

/** Reads what stands at `roles`, or at the value of one of them. */
export const rolesIn = (value: unknown): Roles => {
  const found = namesIn(value);
  const names = found.filter((name) => name !== null);
  const roles = names.filter(isDirectoryRole);
  return { roles, names, isEmpty: found.length === 0, areKnown: roles.length === found.length };
};
