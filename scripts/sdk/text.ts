// What the writers of all languages need.
import type { Operation } from "./model.ts";

/** Breaks a text into lines of at most `width` characters with the prefix; none for an empty text. */
export const wrapped = (text: string, width: number, prefix: string): string[] => {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== "" && prefix.length + line.length + 1 + word.length > width) {
      lines.push(prefix + line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, prefix + line];
};

export const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Operations under one name: `admin.tenants` is `{ group: "AdminTenants", path: ["admin", "tenants"], … }`. */
export type Group = {
  /** Empty: the client itself. */
  group: string;
  path: string[];
  children: { name: string; group: string }[];
  operations: Operation[];
};

/** The client first, then its groups, each after the one that holds it. */
export const groupsOf = (operations: readonly Operation[]): Group[] => {
  const groups = new Map<string, Group>();
  const ensure = (path: string[]): Group => {
    const group = path.map(pascal).join("");
    const found = groups.get(group);
    if (found) return found;
    const made: Group = { group, path, children: [], operations: [] };
    const name = path.at(-1);
    if (name !== undefined) ensure(path.slice(0, -1)).children.push({ name, group });
    groups.set(group, made);
    return made;
  };
  ensure([]);
  for (const operation of operations) {
    ensure(operation.name.split(".").slice(0, -1)).operations.push(operation);
  }
  return [...groups.values()];
};
