"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { Changes, NO_POLICY } from "#console/policy/findings.tsx";
import { Card } from "#kit/page-layout.tsx";
import { Skeleton } from "#kit/states.tsx";

/** What a published version changed, place by place, compared with the version before it. */
export const PolicyDifferences = ({ versionId }: { versionId: string }) => {
  const { policies } = useTRPC();
  const published = useQuery(policies.get.queryOptions({ id: versionId }));
  // The list continues after this version: its next one is the version before.
  const older = useQuery(policies.overview.queryOptions({ limit: 1, cursor: versionId }));
  const before = older.data?.versions[0];
  const replaced = useQuery({
    ...policies.get.queryOptions({ id: before?.id ?? "" }),
    enabled: before !== undefined,
  });
  const isReady = older.isSuccess && (before === undefined || replaced.isSuccess);
  return (
    <Card
      title="Policy"
      about={
        before
          ? `Version ${published.data?.number ?? ""} compared with version ${before.number}`
          : "The first version: before it there was no policy."
      }
    >
      <QueryView query={published} skeleton={<Skeleton className="h-40 rounded-md" />}>
        {({ policy }) =>
          isReady ? (
            <Changes before={replaced.data?.policy ?? NO_POLICY} after={policy} isWhole />
          ) : (
            <Skeleton className="h-40 rounded-md" />
          )
        }
      </QueryView>
    </Card>
  );
};
