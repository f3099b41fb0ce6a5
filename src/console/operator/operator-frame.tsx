"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { tenantToOpen } from "#console/client/last-tenant.ts";
import { problemOf } from "#console/session/problem.ts";
import { SessionEnded, useSessionEnd } from "#console/session/session-ended.tsx";
import { ToSignIn } from "#console/shell/tenant-frame.tsx";
import type { Theme } from "#console/shell/theme.ts";
import { EntranceScreen, NowhereScreen } from "#console/sign-in/entrance.tsx";
import { OperatorShell } from "./operator-shell.tsx";

type Props = { theme: Theme; supportUrl: string | null; children: ReactNode };

/** Wraps the page in the operator's shell; for anyone else there is no page at this address. */
export const OperatorFrame = ({ theme, supportUrl, children }: Props) => {
  const { data: me, error, refetch } = useQuery(useTRPC().session.me.queryOptions());
  const { data: memberships } = useQuery(useTRPC().session.memberships.queryOptions());
  const { end } = useSessionEnd();
  if (!me && end !== null) return <ToSignIn />;
  if (!me) return <EntranceScreen problem={error && problemOf(error)} onRetry={() => refetch()} />;
  if (!me.isOperator) return <NowhereScreen />;
  return (
    <>
      <OperatorShell
        person={me.member}
        theme={theme}
        firstTenantId={tenantToOpen(memberships?.accepted ?? [])}
        supportUrl={supportUrl}
      >
        {children}
      </OperatorShell>
      <SessionEnded />
    </>
  );
};
