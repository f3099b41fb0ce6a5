import type { Problem } from "#console/session/problem.ts";

/** What a tenant sets for itself. */
export type SettingsData = {
  name: string;
  displayName: string | null;
  brandColour: string | null;
  supportUrl: string | null;
  minimumAge: number;
  methods: readonly string[];
  maxAttempts: number;
  callbackHosts: readonly string[];
  tokenTtlSeconds: number;
  metadataRetentionDays: number;
  acceptVisas: boolean;
  documentReuseDays: number | null;
  documentReuseLimit: number;
  listMetadataKey: string | null;
  isActive: boolean;
  /** A data URL. */
  logo: string | null;
  availableMethods: readonly string[];
};

export type SettingsChanges = {
  name?: string;
  displayName?: string | null;
  brandColour?: string | null;
  supportUrl?: string | null;
  minimumAge?: number;
  methods?: string[];
  maxAttempts?: number;
  callbackHosts?: string[];
  tokenTtlSeconds?: number;
  metadataRetentionDays?: number;
  acceptVisas?: boolean;
  documentReuseDays?: number | null;
  documentReuseLimit?: number;
  listMetadataKey?: string | null;
};

/** The way of one section's changes to the service. */
export type Saving = {
  isBusy: boolean;
  problem: Problem | null;
  save: (changes: SettingsChanges, onSaved: () => void) => void;
};

export type SectionProps = { settings: SettingsData; refusal: string | null; saving: Saving };

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

const CHOICES = [5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, 12 * HOUR, DAY, 7 * DAY, 30 * DAY] as const;

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"}`;

/** `24 hours`, `7 days`, `90 seconds`: in the largest unit that it is whole in. */
export const lifetimeText = (seconds: number): string => {
  if (seconds % DAY === 0 && seconds > DAY) return counted(seconds / DAY, "day");
  if (seconds % HOUR === 0) return counted(seconds / HOUR, "hour");
  return seconds % MINUTE === 0 ? counted(seconds / MINUTE, "minute") : counted(seconds, "second");
};

/** The usual ones, and the present one where it is another. */
export const lifetimeOptions = (present: number): { value: string; label: string }[] =>
  [...new Set([...CHOICES, present])]
    .sort((a, b) => a - b)
    .map((seconds) => ({ value: String(seconds), label: lifetimeText(seconds) }));

/** The page's sections in their order: their anchors, and what the index calls them. */
export const PARTS = {
  branding: "Name and branding",
  checks: "Checks",
  lists: "Lists",
  callbacks: "Callback hosts",
  tokens: "Tokens and retention",
  documents: "Documents",
  close: "Danger zone",
} as const;

export type PartId = keyof typeof PARTS;

export const PART_IDS = ["branding", "checks", "lists", "callbacks", "tokens", "documents", "close"] as const;
