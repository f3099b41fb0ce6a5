"use client";
import { useQuery } from "@tanstack/react-query";
import { useAccess } from "#ui/console/access.tsx";
import { RequestDetail } from "#ui/console/logs/request-detail.tsx";
import { consolePath } from "#ui/console/paths.ts";
import { QueryView } from "#ui/console/query-view.tsx";
import { Card } from "#ui/kit/card.tsx";
import { Copyable } from "#ui/kit/copyable.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { TableSkeleton } from "#ui/kit/table-skeleton.tsx";
import { useTRPC } from "../../../client/trpc.ts";

type Props = { requestId: string };

export const RequestScreen = ({ requestId }: Props) => {
  const { tenantId } = useAccess();
  const input = { requestId };
  const query = useQuery(useTRPC().reports.request.queryOptions(input));
  return (
    <>
      <PageHeader
        back={{ href: consolePath(tenantId, "logs"), name: "Logs" }}
        title="Request"
        about={<Copyable text={requestId} label="request id" />}
      />
      <QueryView
        query={query}
        missing={{
          title: "There is no such request",
          about: "Check the id. Logs are deleted after a while, so an old request may be gone.",
          back: { href: consolePath(tenantId, "logs"), name: "All requests" },
        }}
        skeleton={
          <Card isFlush>
            <TableSkeleton />
          </Card>
        }
      >
        {(lines) => (
          <div className="grid max-w-2xl gap-4">
            {lines.map((line) => (
              <RequestDetail key={line.id} tenantId={tenantId} line={line} />
            ))}
          </div>
        )}
      </QueryView>
    </>
  );
};
