"use client";
import { useQuery } from "@tanstack/react-query";
import { useAccess } from "#ui/console/access.tsx";
import { consolePath } from "#ui/console/paths.ts";
import { QuickstartView } from "#ui/console/quickstart/quickstart-view.tsx";
import { useMode } from "#ui/console/use-mode.ts";
import { Link } from "#ui/kit/link.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { useTRPC } from "../../client/trpc.ts";

/** The reference's first steps, with the tenant's own key and address in them. */
export const QuickstartScreen = () => {
  const { tenantId, baseUrl, may } = useAccess();
  const keys = useQuery({ ...useTRPC().keys.list.queryOptions(), enabled: may("keys.read") });
  const mode = useMode();
  const key = keys.data?.find((one) => one.state === "active" && one.mode === mode);
  return (
    <>
      <PageHeader title="Quick start" about="Run one verification through your own backend, in two calls." />
      <QuickstartView
        tenantId={tenantId}
        baseUrl={baseUrl}
        mode={mode}
        keyHint={key?.hint ?? null}
        keyLink={
          may("keys.read") ? (
            <Link href={consolePath(tenantId, "keys")}>Create a {mode} key</Link>
          ) : (
            <span className="text-soft">Ask a developer on your team</span>
          )
        }
      />
    </>
  );
};
