"use client";
import { useQuery } from "@tanstack/react-query";
import { useAccess } from "#ui/console/access.tsx";
import { ModeNotice } from "#ui/console/mode-notice.tsx";
import { consolePath } from "#ui/console/paths.ts";
import { QueryView } from "#ui/console/query-view.tsx";
import { VerificationDetail } from "#ui/console/verifications/verification-detail.tsx";
import { nameOf } from "#ui/console/verifications/verification-glance.ts";
import { StatusBadge } from "#ui/console/words/status-badge.tsx";
import { Card } from "#ui/kit/card.tsx";
import { Copyable } from "#ui/kit/copyable.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { TableSkeleton } from "#ui/kit/table-skeleton.tsx";
import { useTRPC } from "../../../client/trpc.ts";
import { RevokeToken } from "./revoke-token.tsx";

const OPEN_REFRESH_MS = 5_000;

type Props = { verificationId: string };

export const VerificationScreen = ({ verificationId }: Props) => {
  const { tenantId, may, listMetadataKey } = useAccess();
  const input = { verificationId };
  const query = useQuery({
    ...useTRPC().verifications.detail.queryOptions(input),
    // While somebody is at it, the page follows.
    refetchInterval: ({ state }) =>
      state.data?.status === "pending" || state.data?.status === "in_progress" ? OPEN_REFRESH_MS : false,
  });
  const name = query.data && nameOf(query.data, listMetadataKey);
  return (
    <>
      <PageHeader
        back={{ href: consolePath(tenantId, "verifications"), name: "Verifications" }}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 break-words">{name ?? "Verification"}</span>
            {query.data && <StatusBadge status={query.data.status} verified={query.data.verified} />}
          </span>
        }
        about={<Copyable text={verificationId} label="verification id" />}
      />
      <QueryView
        query={query}
        missing={{
          title: "There is no such verification",
          about: "Check the id. It may belong to another tenant.",
          back: { href: consolePath(tenantId, "verifications"), name: "All verifications" },
        }}
        skeleton={
          <Card isFlush>
            <TableSkeleton />
          </Card>
        }
      >
        {(data) => (
          <>
            <ModeNotice thing="verification" mode={data.mode} />
            <VerificationDetail
              tenantId={tenantId}
              data={data}
              seesWebhooks={may("webhooks.read")}
              seesLogs={may("logs.read")}
              revoke={<RevokeToken verificationId={verificationId} />}
            />
          </>
        )}
      </QueryView>
    </>
  );
};
