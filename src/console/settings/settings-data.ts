import { counted } from "#core/text.ts";
import type { ConsoleInputs, ConsoleOutputs } from "#trpc/root.ts";

export type SettingsData = ConsoleOutputs["settings"]["get"];
export type SettingsChanges = ConsoleInputs["settings"]["update"];

/** A setting that is changed on this page, by the contract's name. */
export type SettingName = Exclude<keyof SettingsChanges, "seen">;

export type SectionProps = { settings: SettingsData };

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

const CHOICES = [5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, 12 * HOUR, DAY, 7 * DAY, 30 * DAY] as const;

/** `24 hours`, `7 days`, `90 seconds`: in the largest unit that gives a whole number. */
const lifetimeText = (seconds: number): string => {
  if (seconds % DAY === 0 && seconds > DAY) return counted(seconds / DAY, "day");
  if (seconds % HOUR === 0) return counted(seconds / HOUR, "hour");
  return seconds % MINUTE === 0 ? counted(seconds / MINUTE, "minute") : counted(seconds, "second");
};

type Option = { value: string; label: string };

/** The usual numbers and the present one, in order. */
const numbersWith = (usual: readonly number[], present: number | null | undefined): number[] =>
  [...new Set([...usual, ...(present ? [present] : [])])].sort((a, b) => a - b);

export const lifetimeOptions = (present: number): Option[] =>
  numbersWith(CHOICES, present).map((seconds) => ({ value: String(seconds), label: lifetimeText(seconds) }));

/** @param before a word in front of the days */
export const dayOptions = (
  usual: readonly number[],
  present: number | null | undefined,
  before = "",
): Option[] =>
  numbersWith(usual, present).map((days) => ({
    value: String(days),
    label: `${before}${counted(days, "day")}`,
  }));

/** The page's sections in order: anchors and names. */
export const PARTS = {
  branding: "Name and branding",
  checks: "Checks",
  lists: "Lists",
  callbacks: "Callbacks",
  tokens: "Tokens and retention",
  documents: "Documents",
  wallets: "Wallets",
  practice: "Practice statement",
  operator: "Operator access",
  export: "Export everything",
  close: "Danger zone",
} as const;

export type PartId = keyof typeof PARTS;

/** The sections whose settings are saved together, and what each is about. */
export const ABOUT = {
  branding: "What people see on the hosted page",
  checks: "Defaults for new verifications. A call to /verify/start can override them.",
  lists: "What your team calls a verification: usually the order or customer number that your backend sends",
  callbacks:
    "Where people can be sent back to, what their browser brings, and which sites can embed the hosted page",
  tokens:
    "How long tokens are valid, how long metadata and results are kept, and what happens when a person asks for erasure",
  documents: "Which documents you accept, and how repeated use is flagged",
  wallets: "How much of a credential wallets show",
} as const;

export type SavedPart = keyof typeof ABOUT;

/** The names of a table, in its order. */
export const namesIn = <Name extends string>(table: Record<Name, unknown>): Name[] => {
  const names: Name[] = [];
  for (const name in table) names.push(name);
  return names;
};

export const PART_IDS = namesIn(PARTS);

/** The sections of this tenant: the deployment may leave nothing to choose about wallets. */
export const partsOf = ({ walletProofs }: Pick<SettingsData, "walletProofs">): PartId[] =>
  PART_IDS.filter((id) => id !== "wallets" || walletProofs !== undefined);
