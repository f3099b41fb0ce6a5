import type { Problem } from "../session/problem.ts";

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
