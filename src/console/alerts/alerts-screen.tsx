"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { alertsPath } from "#console/client/paths.ts";
import { QueryView } from "#console/client/query-view.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import { TabsNav } from "#kit/link.tsx";
import { PageHeader } from "#kit/page-layout.tsx";
import { CardsSkeleton } from "#kit/states.tsx";
import { VIEWS, viewIn } from "./alert-filters.ts";
import { AlertList } from "./alert-list.tsx";
import type { AlertSettings } from "./alert-settings.ts";
import { ChannelsCard } from "./channels-card.tsx";
import { PreferenceCard } from "./preference-card.tsx";
import { RulesCard } from "./rules-card.tsx";

const VIEW_NAMES = { list: "Alerts", rules: "Rules and channels", mine: "My notifications" } as const;

const WithSettings = ({ children }: { children: (settings: AlertSettings) => ReactNode }) => {
  const query = useQuery(useTRPC().alerts.settings.queryOptions());
  return (
    <QueryView query={query} skeleton={<CardsSkeleton />}>
      {(settings) => (
        <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">{children(settings)}</div>
      )}
    </QueryView>
  );
};

const BODIES = {
  list: () => <AlertList />,
  rules: () => (
    <WithSettings>
      {(settings) => (
        <>
          <RulesCard settings={settings} />
          <ChannelsCard settings={settings} />
        </>
      )}
    </WithSettings>
  ),
  mine: () => <WithSettings>{(settings) => <PreferenceCard settings={settings} />}</WithSettings>,
} as const;

/** The tenant's alerts, its rules and channels, and what the member wants by e-mail. */
export const AlertsScreen = () => {
  const { tenantId } = useAccess();
  const [url] = useUrlState();
  const current = viewIn((name) => url.get(name));
  const Body = BODIES[current];
  return (
    <>
      <PageHeader
        title="Alerts"
        about="What needs you in this tenant. An alert is raised within minutes, and is over once its cause is gone."
      />
      <TabsNav
        label="Alerts"
        tabs={VIEWS.map((view) => ({
          href: alertsPath(tenantId, view),
          name: VIEW_NAMES[view],
          isCurrent: view === current,
        }))}
      />
      <Body />
    </>
  );
};
