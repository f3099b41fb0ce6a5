"use client";
import { useQuery } from "@tanstack/react-query";
import type { RouterOutputs } from "#trpc/root.ts";
import { useAccess } from "#ui/console/access.tsx";
import { QueryView } from "#ui/console/query-view.tsx";
import { BrandSection } from "#ui/console/settings/brand-section.tsx";
import { CallbackSection } from "#ui/console/settings/callback-section.tsx";
import { ChecksSection } from "#ui/console/settings/checks-section.tsx";
import { DocumentsSection } from "#ui/console/settings/documents-section.tsx";
import { LifetimeSection } from "#ui/console/settings/lifetime-section.tsx";
import { SettingsSkeleton } from "#ui/console/settings/settings-skeleton.tsx";
import { Notice } from "#ui/kit/notice.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { type Seed, seedOf } from "../../client/seed.ts";
import { useTRPC } from "../../client/trpc.ts";
import { CloseTenant } from "./close-tenant.tsx";
import { Logo } from "./logo.tsx";
import { useSaving } from "./use-saving.ts";

type Props = { seed: Seed<null, RouterOutputs["settings"]["get"]> };

export const SettingsScreen = ({ seed }: Props) => {
  const access = useAccess();
  const query = useQuery({ ...useTRPC().settings.get.queryOptions(), ...seedOf(seed, null) });
  const [brand, checks, callback] = [useSaving(), useSaving(), useSaving()];
  const [lifetime, documents] = [useSaving(), useSaving()];
  const refusal = access.refusal("settings.write");
  return (
    <>
      <PageHeader title="Settings" about="Changes hold everywhere within 10 seconds." />
      <QueryView query={query} skeleton={<SettingsSkeleton />}>
        {(settings) => (
          <div className="grid max-w-4xl gap-4">
            {refusal && <Notice>You can read the settings, not change them. {refusal}</Notice>}
            <BrandSection
              settings={settings}
              refusal={refusal}
              saving={brand}
              logoField={<Logo logo={settings.logo} />}
            />
            <ChecksSection settings={settings} refusal={refusal} saving={checks} />
            <CallbackSection settings={settings} refusal={refusal} saving={callback} />
            <LifetimeSection settings={settings} refusal={refusal} saving={lifetime} />
            <DocumentsSection settings={settings} refusal={refusal} saving={documents} />
            <CloseTenant name={settings.name} isActive={settings.isActive} />
          </div>
        )}
      </QueryView>
    </>
  );
};
