"use client";
import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import type { ReactNode } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { consolePath, operatorTenantPath } from "#console/client/paths.ts";
import { VISITOR } from "#core/access/permissions.ts";
import { Link } from "#kit/link.tsx";
import { Time } from "#kit/time.tsx";

const REFRESH_MS = 60_000;

const Strip = ({ children }: { children: ReactNode }) => (
  <section
    aria-label="Operator’s visit"
    className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 border-b bg-info-soft px-4 py-1.5 text-sm text-info sm:px-6 lg:px-8 print:hidden"
  >
    <Eye size={15} className="shrink-0" aria-hidden="true" />
    {children}
  </section>
);

const LINK = "shrink-0 font-medium text-[inherit] underline underline-offset-2 pointer-coarse:py-2.5";

/** On every page while the operator may read this console: for the members, and for the operator. */
export const VisitStrip = () => {
  const { tenantId, tenantName, role, visitUntil, may } = useAccess();
  const isVisitor = role === VISITOR;
  const { data } = useQuery({
    ...useTRPC().operatorAccess.now.queryOptions(),
    enabled: !isVisitor,
    refetchInterval: REFRESH_MS,
  });
  if (isVisitor)
    return (
      <Strip>
        <p className="min-w-0 grow basis-64">
          <strong className="font-semibold">You are visiting {tenantName}</strong>
          {visitUntil && (
            <>
              {" "}
              until <Time at={visitUntil} as="long" />
            </>
          )}
          . You can read and change nothing; the tenant sees which pages you open.
        </p>
        <Link href={operatorTenantPath(tenantId)} className={LINK}>
          Leave
        </Link>
      </Strip>
    );
  if (!data?.until) return null;
  return (
    <Strip>
      <p className="min-w-0 grow basis-64">
        <strong className="font-semibold">The operator is reading this console</strong> until{" "}
        <Time at={data.until} as="long" />.
      </p>
      {may("operators.admit") && (
        <Link href={`${consolePath(tenantId, "settings")}#operator`} className={LINK}>
          Review or end the visit
        </Link>
      )}
    </Strip>
  );
};
