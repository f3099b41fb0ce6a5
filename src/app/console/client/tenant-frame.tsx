"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AccessProvider } from "#ui/console/access.tsx";
import { problemOf } from "#ui/console/session/problem.ts";
import { useSessionEnd } from "#ui/console/session/session-end.ts";
import { SessionEnded } from "#ui/console/session/session-ended.tsx";
import { signOut } from "#ui/console/session/sign-out.ts";
import { Shell } from "#ui/console/shell/shell.tsx";
import { EntranceScreen } from "#ui/console/sign-in/entrance-screen.tsx";
import { StrangerScreen } from "#ui/console/sign-in/stranger-screen.tsx";
import type { Theme } from "#ui/console/theme.ts";
import { ToSignIn } from "./to-sign-in.tsx";
import { useTRPC } from "./trpc.ts";
import { useFind } from "./use-find.ts";

type Props = {
  tenantId: string;
  theme: Theme;
  baseUrl: string;
  supportUrl: string | null;
  children: ReactNode;
};

/** Finds out who is here and what they are in this tenant, and puts the shell around the page. */
export const TenantFrame = ({ tenantId, theme, baseUrl, supportUrl, children }: Props) => {
  const { data: me, error, refetch } = useQuery(useTRPC().session.me.queryOptions());
  const hasEnded = useSessionEnd();
  if (!me && hasEnded) return <ToSignIn />;
  if (!me) {
    return (
      <EntranceScreen
        problem={error && problemOf(error)}
        onRetry={() => refetch()}
        onSignOut={() => void signOut()}
      />
    );
  }
  const access = me.tenants.find((tenant) => tenant.tenantId === tenantId);
  if (!access) return <StrangerScreen />;
  return (
    <AccessProvider access={{ ...access, baseUrl, supportUrl }}>
      <Shell person={me.member} tenants={me.tenants} theme={theme} useFind={useFind}>
        {children}
      </Shell>
      <SessionEnded isOpen={hasEnded} />
    </AccessProvider>
  );
};
