"use client";
import { useQuery } from "@tanstack/react-query";
import { MembershipList } from "#ui/console/account/membership-list.tsx";
import { ProfileCard } from "#ui/console/account/profile-card.tsx";
import { QueryView } from "#ui/console/query-view.tsx";
import { Card } from "#ui/kit/card.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { TableSkeleton } from "#ui/kit/table-skeleton.tsx";
import { useTRPC } from "../../client/trpc.ts";
import { SessionsCard } from "./sessions-card.tsx";

export const AccountScreen = () => {
  const query = useQuery(useTRPC().session.me.queryOptions());
  return (
    <>
      <PageHeader title="Account" about="Who you are here, and where you are signed in." />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryView
          query={query}
          skeleton={
            <Card isFlush>
              <TableSkeleton rows={3} />
            </Card>
          }
        >
          {({ member, provider, tenants }) => (
            <>
              <ProfileCard name={member.name} email={member.email} provider={provider} />
              <Card title="Tenants" about="What you are a member of" isFlush>
                <MembershipList memberships={tenants} />
              </Card>
            </>
          )}
        </QueryView>
        <SessionsCard />
      </div>
    </>
  );
};
