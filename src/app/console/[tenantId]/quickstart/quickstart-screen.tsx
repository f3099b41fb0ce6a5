"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useAccess } from "#ui/console/access.tsx";
import { consolePath } from "#ui/console/paths.ts";
import { QuickstartView } from "#ui/console/quickstart/quickstart-view.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { useTRPC } from "../../client/trpc.ts";

/** The reference's first steps, with the tenant's own key and address in them. */
export const QuickstartScreen = () => {
  const { tenantId, baseUrl, may } = useAccess();
  const keys = useQuery({ ...useTRPC().keys.list.queryOptions(), enabled: may("keys.read") });
  const working = keys.data?.filter(({ state }) => state === "active") ?? [];
  const key = working.find(({ mode }) => mode === "test") ?? working[0];
  return (
    <>
      <PageHeader title="Quick start" about="One verification through your own backend, in two calls." />
      <QuickstartView
        tenantId={tenantId}
        baseUrl={baseUrl}
        keyHint={key?.hint ?? null}
        keyLink={
          may("keys.read") ? (
            <Link href={consolePath(tenantId, "keys")}>Create a key</Link>
          ) : (
            <span className="text-soft">Ask a developer</span>
          )
        }
      />
    </>
  );
};
