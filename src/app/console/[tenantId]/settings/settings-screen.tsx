"use client";
import { useQuery } from "@tanstack/react-query";
import { useAccess } from "#ui/console/access.tsx";
import { QueryView } from "#ui/console/query-view.tsx";
import { BrandSection } from "#ui/console/settings/brand-section.tsx";
import { CallbackSection } from "#ui/console/settings/callback-section.tsx";
import { ChecksSection } from "#ui/console/settings/checks-section.tsx";
import { DocumentsSection } from "#ui/console/settings/documents-section.tsx";
import { LifetimeSection } from "#ui/console/settings/lifetime-section.tsx";
import { SettingsIndex } from "#ui/console/settings/settings-index.tsx";
import { SettingsSkeleton } from "#ui/console/settings/settings-skeleton.tsx";
import { UnsavedProvider } from "#ui/console/settings/unsaved.tsx";
import { Notice } from "#ui/kit/notice.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { useTRPC } from "../../client/trpc.ts";
import { CloseTenant } from "./close-tenant.tsx";
import { Lists } from "./lists.tsx";
import { Logo } from "./logo.tsx";
import { useSaving } from "./use-saving.ts";

export const SettingsScreen = () => {
  const access = useAccess();
  const query = useQuery(useTRPC().settings.get.queryOptions());
  const [brand, checks, callback] = [useSaving(), useSaving(), useSaving()];
  const [lifetime, documents] = [useSaving(), useSaving()];
  const refusal = access.refusal("settings.write");
  return (
    <>
      <PageHeader title="Settings" about="Changes take effect within 10 seconds." />
      <QueryView query={query} skeleton={<SettingsSkeleton />}>
        {(settings) => (
          <UnsavedProvider>
            <div className="grid gap-x-6 gap-y-4 lg:grid-cols-[11rem_minmax(0,1fr)]">
              <SettingsIndex />
              <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
                {refusal && <Notice>You can view these settings but not change them. {refusal}</Notice>}
                <BrandSection
                  settings={settings}
                  refusal={refusal}
                  saving={brand}
                  logoField={<Logo logo={settings.logo} />}
                />
                <ChecksSection settings={settings} refusal={refusal} saving={checks} />
                <Lists settings={settings} refusal={refusal} />
                <CallbackSection settings={settings} refusal={refusal} saving={callback} />
                <LifetimeSection settings={settings} refusal={refusal} saving={lifetime} />
                <DocumentsSection settings={settings} refusal={refusal} saving={documents} />
                <CloseTenant name={settings.name} isActive={settings.isActive} />
              </div>
            </div>
          </UnsavedProvider>
        )}
      </QueryView>
    </>
  );
};
