"use client";
import { useQuery } from "@tanstack/react-query";
import { ListsSection } from "#ui/console/settings/lists-section.tsx";
import type { SettingsData } from "#ui/console/settings/settings-data.ts";
import { useTRPC } from "../../client/trpc.ts";
import { useSaving } from "./use-saving.ts";

/** The choice of what names a verification, with the keys that are in use to choose from. */
export const Lists = ({ settings, refusal }: { settings: SettingsData; refusal: string | null }) => {
  const keys = useQuery(useTRPC().verifications.metadataKeys.queryOptions());
  return (
    <ListsSection settings={settings} refusal={refusal} saving={useSaving()} knownKeys={keys.data ?? []} />
  );
};
