"use client";
import { useQuery } from "@tanstack/react-query";
import type { RouterOutputs } from "#trpc/root.ts";
import { useAccess } from "#ui/console/access.tsx";
import { consolePath } from "#ui/console/paths.ts";
import { QueryView } from "#ui/console/query-view.tsx";
import { VerificationDetail } from "#ui/console/verifications/verification-detail.tsx";
import { StatusBadge } from "#ui/console/words/status-badge.tsx";
import { Card } from "#ui/kit/card.tsx";
import { Copyable } from "#ui/kit/copyable.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { TableSkeleton } from "#ui/kit/table-skeleton.tsx";
import { type Seed, seedOf } from "../../../client/seed.ts";
import { useTRPC } from "../../../client/trpc.ts";
import { RevokeToken } from "./revoke-token.tsx";

const OPEN_REFRESH_MS = 5_000;

type Props = {
  verificationId: string;
  seed: Seed<{ verificationId: string }, RouterOutputs["verifications"]["detail"]>;
};

export const VerificationScreen = ({ verificationId, seed }: Props) => {
  const { tenantId, may } = useAccess();
  const input = { verificationId };
  const query = useQuery({
    ...useTRPC().verifications.detail.queryOptions(input),
    ...seedOf(seed, input),
    // While somebody is at it, the page follows.
    refetchInterval: ({ state }) =>
      state.data?.status === "pending" || state.data?.status === "in_progress" ? OPEN_REFRESH_MS : false,
  });
  return (
    <>
      <PageHeader
        back={{ href: consolePath(tenantId, "verifications"), name: "Verifications" }}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            Verification
            {query.data && <StatusBadge status={query.data.status} verified={query.data.verified} />}
          </span>
        }
        about={<Copyable text={verificationId} label="verification id" />}
      />
      <QueryView
        query={query}
        skeleton={
          <Card isFlush>
            <TableSkeleton />
          </Card>
        }
      >
        {(data) => (
          <VerificationDetail
            tenantId={tenantId}
            data={data}
            seesWebhooks={may("webhooks.read")}
            seesLogs={may("logs.read")}
            revoke={<RevokeToken verificationId={verificationId} />}
          />
        )}
      </QueryView>
    </>
  );
};
