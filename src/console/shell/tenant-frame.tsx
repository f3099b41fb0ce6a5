"use client";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { AccessProvider } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { rememberTenant } from "#console/client/last-tenant.ts";
import { useDistinctions } from "#console/client/use-distinctions.ts";
import { VisitOver } from "#console/operator-access/visit-over.tsx";
import { problemOf } from "#console/session/problem.ts";
import { SessionEnded, useSessionEnd } from "#console/session/session-ended.tsx";
import { signInHere } from "#console/session/sign-in.ts";
import { EntranceScreen, StrangerScreen } from "#console/sign-in/entrance.tsx";
import { mayDo } from "#core/access/permissions.ts";
import { Shell } from "./shell.tsx";
import type { Theme } from "./theme.ts";
import { useFind } from "./use-find.ts";

/** Sends someone without a session to the sign-in page and back. */
export const ToSignIn = () => {
  const router = useRouter();
  useEffect(() => {
    router.replace(signInHere());
  }, [router]);
  return null;
};

const OPEN_REFRESH_MS = 60_000;
const VISIT_REFRESH_MS = 10_000;

type Props = {
  tenantId: string;
  theme: Theme;
  baseUrl: string;
  supportUrl: string | null;
  children: ReactNode;
};

/** Looks up the member and their role in this tenant, and wraps the page in the shell. */
export const TenantFrame = ({ tenantId, theme, baseUrl, supportUrl, children }: Props) => {
  const trpc = useTRPC();
  const isHere = (visited: { tenantId: string }): boolean => visited.tenantId === tenantId;
  const {
    data: me,
    error,
    refetch,
  } = useQuery({
    ...trpc.session.me.queryOptions(),
    // A page that stays open says soon that the visit is over.
    refetchInterval: ({ state }) => (state.data?.visits.some(isHere) ? VISIT_REFRESH_MS : false),
  });
  const visit = me?.visits.find(isHere);
  const access = me?.tenants.find(isHere) ?? visit;
  const mayRead = access !== undefined && mayDo(access.role, "verifications.read");
  const { data: open } = useQuery({
    ...trpc.erasureRequests.open.queryOptions(mayRead ? undefined : skipToken),
    refetchInterval: OPEN_REFRESH_MS,
  });
  const { data: appeals } = useQuery({
    ...trpc.appeals.waiting.queryOptions(mayRead ? undefined : skipToken),
    refetchInterval: OPEN_REFRESH_MS,
  });
  const mayReadAlerts = access !== undefined && mayDo(access.role, "alerts.read");
  const { data: alerts } = useQuery({
    ...trpc.alerts.countOpen.queryOptions(mayReadAlerts ? undefined : skipToken),
    refetchInterval: OPEN_REFRESH_MS,
  });
  const distinctions = useDistinctions();
  const { data: memberships } = useQuery(trpc.session.memberships.queryOptions());
  const isOwn = access !== undefined && visit === undefined;
  useEffect(() => {
    if (isOwn) rememberTenant(tenantId);
  }, [isOwn, tenantId]);
  const { end } = useSessionEnd();
  if (!me && end !== null) return <ToSignIn />;
  if (!me) return <EntranceScreen problem={error && problemOf(error)} onRetry={() => refetch()} />;
  if (!access) return me.isOperator ? <VisitOver tenantId={tenantId} /> : <StrangerScreen />;
  return (
    <AccessProvider access={{ ...access, visitUntil: visit?.expiresAt ?? null, baseUrl, supportUrl }}>
      <Shell
        person={{ ...me.member, asked: memberships?.offers.length ?? 0 }}
        isOperator={me.isOperator}
        tenants={me.tenants.map((tenant) => ({
          ...tenant,
          distinction: distinctions?.get(tenant.tenantId) ?? null,
        }))}
        theme={theme}
        useFind={useFind}
        waiting={{
          requests: open?.count ?? 0,
          alerts: alerts ?? 0,
          verifications: appeals?.count ?? 0,
        }}
      >
        {children}
      </Shell>
      <SessionEnded />
    </AccessProvider>
  );
};
