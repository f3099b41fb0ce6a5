"use client";
import { useQuery } from "@tanstack/react-query";
import { DoorClosed } from "lucide-react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { operatorPath, operatorTenantPath } from "#console/client/paths.ts";
import { EntranceScreen } from "#console/sign-in/entrance.tsx";
import { ButtonLink } from "#kit/button.tsx";
import { EmptyState } from "#kit/states.tsx";

const NEWEST = 100;

/** For an operator, a tenant that they cannot read: no longer, or not yet. */
export const VisitOver = ({ tenantId }: { tenantId: string }) => {
  const { data, isPending } = useQuery(useTRPC().operator.visits.queryOptions({ limit: NEWEST }));
  if (isPending) return <EntranceScreen problem={null} onRetry={() => undefined} />;
  const last = data?.visits.find(
    (visit) => visit.tenantId === tenantId && visit.operator.isYou && visit.grantedAt !== null,
  );
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <h1 className="sr-only">{last ? "Visit ended" : "No such tenant"}</h1>
      <EmptyState
        icon={DoorClosed}
        title={last ? `Your visit to ${last.tenantName} has ended` : "You do not have access to this tenant"}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <ButtonLink look="primary" href={operatorPath()}>
              Back to the operator’s console
            </ButtonLink>
            {last && <ButtonLink href={operatorTenantPath(tenantId)}>Ask for another visit</ButtonLink>}
          </div>
        }
      >
        {last
          ? "It has expired, or you or the tenant have ended it. You can no longer read this console."
          : "The address may be wrong. You read a tenant’s console only while it lets you: ask to visit on the tenant’s page."}
      </EmptyState>
    </main>
  );
};
