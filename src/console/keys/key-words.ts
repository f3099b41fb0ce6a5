import { KEY_SCOPES, type KeyScope } from "#core/access/scopes.ts";
import { counted } from "#core/text.ts";

/** What each scope lets a key do, in the words of the person who gives it. */
export const SCOPE_WORDS: Readonly<Record<KeyScope, { name: string; about: string }>> = {
  "verifications:write": {
    name: "Start and end verifications",
    about: "Start, complete, submit, cancel and simulate.",
  },
  "verifications:read": { name: "Read verifications", about: "Status, lists, events and receipts." },
  "verifications:erase": {
    name: "Erase verifications",
    about: "With POST /verify/redact. An erasure cannot be undone.",
  },
  "tokens:validate": { name: "Check tokens", about: "Validate a token, or exchange a code for one." },
  "usage:read": { name: "Read usage", about: "The month’s numbers against your quota." },
  "logs:read": { name: "Read logs", about: "Your recent requests, without bodies." },
  "audit:read": { name: "Read the audit trail", about: "Changes by members, keys and the operator." },
  "events:listen": {
    name: "Listen to events",
    about: "With “lintel listen”, on a developer’s computer. A test key hears test events only.",
  },
};

/** The choices that most keys need; "custom" is anything else. */
export const PRESETS = [
  {
    value: "start",
    name: "Start and follow",
    about: "For a backend: starts verifications, reads them and checks tokens.",
    scopes: ["verifications:write", "verifications:read", "tokens:validate"],
  },
  {
    value: "read",
    name: "Read only",
    about: "For reports: verifications, usage and logs. Changes nothing.",
    scopes: ["verifications:read", "usage:read", "logs:read"],
  },
  {
    value: "everything",
    name: "Everything",
    about: "All that your role allows a key to do.",
    scopes: KEY_SCOPES,
  },
  { value: "custom", name: "Custom", about: "Choose what this key may do.", scopes: [] },
] as const satisfies readonly {
  value: string;
  name: string;
  about: string;
  scopes: readonly KeyScope[];
}[];

export type Preset = (typeof PRESETS)[number]["value"];

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((each) => others.includes(each));

/** The name of what a key may do: a preset's, or how many scopes it has. */
export const scopesText = (scopes: readonly KeyScope[]): string => {
  const preset = PRESETS.find((each) => each.value !== "custom" && areSame(each.scopes, scopes));
  if (preset) return preset.name;
  if (scopes.length === 0) return "Nothing";
  return counted(scopes.length, "scope");
};

/** A network for each line that says anything. */
export const networksIn = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** The first thing that was said about one of a list's networks, with the network. */
export const networksProblem = (
  name: string,
  text: string,
  issues: Readonly<Record<string, string>> = {},
): string | undefined => {
  const found = Object.entries(issues).find(([path]) => path === name || path.startsWith(`${name}.`));
  if (!found) return undefined;
  const network = networksIn(text)[Number(found[0].slice(name.length + 1))];
  return network === undefined || found[0] === name ? found[1] : `${network}: ${found[1]}`;
};
