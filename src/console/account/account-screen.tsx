"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#console/client/api-provider.tsx";
import { consolePath } from "#console/client/paths.ts";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { RoleBadge } from "#console/members/member-table.tsx";
import { TenantMark } from "#console/shell/tenant-switcher.tsx";
import { Badge } from "#kit/badge.tsx";
import { Link } from "#kit/link.tsx";
import { Card, Facts, PageHeader } from "#kit/page-layout.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { SessionsCard } from "./sessions-card.tsx";

type Me = ConsoleOutputs["session"]["me"];

const MembershipList = ({ memberships }: { memberships: Me["tenants"] }) => (
  <ul aria-label="Tenants" className="grid grid-cols-[minmax(0,1fr)]">
    {memberships.map(({ tenantId, tenantName, role, isActive }) => (
      <li key={tenantId} className="flex items-center gap-3 border-t px-4 py-2.5">
        <TenantMark name={tenantName} />
        <Link
          href={consolePath(tenantId)}
          prefetch={false}
          className="min-w-0 grow truncate text-sm font-medium"
        >
          {tenantName}
        </Link>
        {!isActive && <Badge tone="danger">Closed</Badge>}
        <RoleBadge role={role} />
      </li>
    ))}
  </ul>
);

/** The member's profile at their identity provider. */
const ProfileCard = ({ member: { name, email }, provider }: Me) => (
  <Card title="Profile" about="From your identity provider. Changes there appear after your next sign-in.">
    <Facts
      facts={{
        Name: name,
        "E-mail address": email ?? (
          <span className="text-soft">
            Not confirmed by your identity provider. Invitations to an address cannot reach you; ask for a
            link instead.
          </span>
        ),
        "Signed in with": provider ? (
          <>
            {provider.name} <span className="text-soft">({new URL(provider.issuer).host})</span>
          </>
        ) : undefined,
      }}
    />
  </Card>
);

export const AccountScreen = () => {
  const query = useQuery(useTRPC().session.me.queryOptions());
  return (
    <>
      <PageHeader title="Account" about="Your profile, your tenants and your sessions." />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryView query={query} skeleton={<CardSkeleton rows={3} />}>
          {(me) => (
            <>
              <ProfileCard {...me} />
              <Card title="Tenants" about="What you are a member of" isFlush>
                <MembershipList memberships={me.tenants} />
              </Card>
            </>
          )}
        </QueryView>
        <SessionsCard />
      </div>
    </>
  );
};
