"use client";
import { useQuery } from "@tanstack/react-query";
import { type MouseEvent, useEffect } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { OperatorAccessSection } from "#console/operator-access/access-section.tsx";
import { PageHeader } from "#kit/page-layout.tsx";
import { Notice, Skeleton } from "#kit/states.tsx";
import { BrandSection } from "./brand-section.tsx";
import { ChecksSection } from "./checks-section.tsx";
import { CloseTenant, ExportSection } from "./danger-zone.tsx";
import { PracticeSection } from "./practice-section.tsx";
import { PARTS, type PartId, partsOf, type SectionProps } from "./settings-data.ts";
import { SettingsSection, UnsavedProvider, useUnsaved } from "./settings-section.tsx";

const goTo = (event: MouseEvent, id: PartId): void => {
  const section = document.getElementById(id);
  if (!section) return;
  // Scrolled in code, so that Back leads to the previous page, not to the previous section.
  event.preventDefault();
  window.history.replaceState(null, "", `#${id}`);
  section.scrollIntoView();
  section.focus({ preventScroll: true });
};

/** The page's sections, and which of them have unsaved changes. */
const SettingsIndex = ({ settings }: SectionProps) => {
  const unsaved = useUnsaved();
  useEffect(() => {
    // The sections may have arrived after the browser looked for the address's anchor.
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <nav
      aria-label="Settings"
      className="-mx-1 overflow-x-auto px-1 lg:sticky lg:top-7 lg:mx-0 lg:self-start lg:overflow-visible lg:px-0"
    >
      <ul className="flex gap-1 lg:grid">
        {partsOf(settings).map((id) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => goTo(event, id)}
              className="focus-inset flex h-8 items-center gap-2 rounded-md px-2.5 text-sm whitespace-nowrap text-soft no-underline hover:bg-hover hover:text-ink pointer-coarse:h-11"
            >
              {PARTS[id]}
              {unsaved.has(id) && (
                <span className="rounded-xs bg-warn-soft px-1 text-2xs font-medium text-warn">unsaved</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};

const SettingsSkeleton = () => (
  <div role="status" className="grid max-w-4xl gap-4">
    <span className="sr-only">Loading…</span>
    <Skeleton className="h-120 rounded-lg" />
    <Skeleton className="h-72 rounded-lg" />
    <Skeleton className="h-56 rounded-lg" />
  </div>
);

export const SettingsScreen = () => {
  const access = useAccess();
  const query = useQuery(useTRPC().settings.get.queryOptions());
  const refusal = access.refusal("settings.write");
  return (
    <>
      <PageHeader title="Settings" about="Changes take effect within 10 seconds." />
      <QueryView query={query} skeleton={<SettingsSkeleton />}>
        {(settings) => (
          <UnsavedProvider>
            <div className="grid gap-x-6 gap-y-4 lg:grid-cols-[11rem_minmax(0,1fr)]">
              <SettingsIndex settings={settings} />
              <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
                {refusal && <Notice>You can view these settings but not change them. {refusal}</Notice>}
                <BrandSection settings={settings} />
                <ChecksSection settings={settings} />
                <SettingsSection settings={settings} part="lists" />
                <SettingsSection settings={settings} part="callbacks" />
                <SettingsSection settings={settings} part="tokens" />
                <SettingsSection settings={settings} part="documents" />
                {settings.walletProofs !== undefined && (
                  <SettingsSection settings={settings} part="wallets" />
                )}
                <PracticeSection />
                <OperatorAccessSection />
                <ExportSection />
                <CloseTenant name={settings.name} isActive={settings.isActive} />
              </div>
            </div>
          </UnsavedProvider>
        )}
      </QueryView>
    </>
  );
};
