import { counted } from "#core/text.ts";
import type { ConsoleInputs, ConsoleOutputs } from "#trpc/root.ts";

export type SettingsData = ConsoleOutputs["settings"]["get"];
export type SettingsChanges = ConsoleInputs["settings"]["update"];

export type SectionProps = { settings: SettingsData };

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

const CHOICES = [5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, 12 * HOUR, DAY, 7 * DAY, 30 * DAY] as const;

/** `24 hours`, `7 days`, `90 seconds`: in the largest unit that gives a whole number. */
export const lifetimeText = (seconds: number): string => {
  if (seconds % DAY === 0 && seconds > DAY) return counted(seconds / DAY, "day");
  if (seconds % HOUR === 0) return counted(seconds / HOUR, "hour");
  return seconds % MINUTE === 0 ? counted(seconds / MINUTE, "minute") : counted(seconds, "second");
};

/** The usual lifetimes, and the current one. */
export const lifetimeOptions = (present: number): { value: string; label: string }[] =>
  [...new Set([...CHOICES, present])]
    .sort((a, b) => a - b)
    .map((seconds) => ({ value: String(seconds), label: lifetimeText(seconds) }));

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

export const PART_IDS = [
  ...(["branding", "checks", "lists", "callbacks", "tokens", "documents", "wallets"] as const),
  ...(["practice", "operator", "export", "close"] as const),
] as const;

/** The sections of this tenant: the deployment may leave nothing to choose about wallets. */
export const partsOf = ({ walletProofs }: Pick<SettingsData, "walletProofs">): PartId[] =>
  PART_IDS.filter((id) => id !== "wallets" || walletProofs !== undefined);
