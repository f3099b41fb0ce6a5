"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { useAccess } from "#console/shell/access.tsx";
import { ModeNotice } from "#console/shell/mode-notice.tsx";
import { consolePath } from "#console/shell/paths.ts";
import { StatusBadge } from "#console/words/badges.tsx";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { Copyable } from "#kit/copy.tsx";
import { ConfirmDialog } from "#kit/dialog/dialog.tsx";
import { Card, Facts, PageHeader } from "#kit/page-layout.tsx";
import { Time } from "#kit/time.tsx";
import { useToast } from "#kit/toast.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { MetadataCard, VerificationFacts } from "./verification-facts.tsx";
import { nameOf } from "./verification-table.tsx";
import { VerificationTimeline } from "./verification-timeline.tsx";

type Detail = ConsoleOutputs["verifications"]["detail"];

const LOOKS = {
  valid: { tone: "ok", text: "Valid" },
  expired: { tone: "neutral", text: "Expired" },
  revoked: { tone: "danger", text: "Revoked" },
} as const;

/** What the tenant's token says, never the token itself. */
const TokenCard = ({ token, revoke }: { token: Detail["token"]; revoke: ReactNode }) => {
  if (!token) {
    return (
      <Card title="Token">
        <p className="text-sm text-soft">
          No token was issued. Approvals get one, except results recorded with /verify/submit.
        </p>
      </Card>
    );
  }
  const { tone, text } = LOOKS[token.state];
  return (
    <Card title="Token" actions={token.state === "valid" && revoke}>
      <Facts
        facts={[
          { name: "State", value: <Badge tone={tone}>{text}</Badge> },
          { name: "Over 18", value: token.over18 ? "Yes" : "No" },
          { name: "Issued", value: <Time at={token.issuedAt} as="long" /> },
          { name: "Expires", value: <Time at={token.expiresAt} as="long" /> },
          ...(token.revokedAt ? [{ name: "Revoked", value: <Time at={token.revokedAt} as="long" /> }] : []),
        ]}
      />
    </Card>
  );
};

type VerificationDetailProps = {
  tenantId: string;
  data: Detail;
  seesWebhooks: boolean;
  seesLogs: boolean;
  revoke: ReactNode;
};

const VerificationDetail = ({ tenantId, data, seesWebhooks, seesLogs, revoke }: VerificationDetailProps) => (
  <div className="grid items-start gap-4 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_22rem]">
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card title="Timeline" about="Names, documents and photos are never stored">
        <VerificationTimeline tenantId={tenantId} events={data.timeline} seesWebhooks={seesWebhooks} />
      </Card>
      <MetadataCard metadata={data.metadata} />
    </div>
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card title="Details">
        <VerificationFacts tenantId={tenantId} record={data} seesLogs={seesLogs} />
      </Card>
      <TokenCard token={data.token} revoke={revoke} />
    </div>
  </div>
);

const RevokeToken = ({ verificationId }: { verificationId: string }) => {
  const [isOpen, setIsOpen] = useState(false);
  const { refusal } = useAccess();
  const queries = useQueryClient();
  const toast = useToast();
  const call = useDialogCall(
    useTRPC().verifications.revokeToken.mutationOptions({
      onSuccess: async () => {
        toast.done("Token revoked");
        call.close();
        await queries.invalidateQueries();
      },
    }),
    () => setIsOpen(false),
  );
  return (
    <>
      <Button
        look="danger-quiet"
        size="sm"
        refusal={refusal("tokens.revoke")}
        onClick={() => setIsOpen(true)}
      >
        Revoke
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        call={call}
        title="Revoke this token?"
        about="/tokens/validate rejects it from now on. Servers that check tokens offline accept it until it expires. This cannot be undone."
        action="Revoke token"
        onConfirm={() => call.mutate({ verificationId })}
      />
    </>
  );
};

const OPEN_REFRESH_MS = 5_000;

type VerificationScreenProps = { verificationId: string };

export const VerificationScreen = ({ verificationId }: VerificationScreenProps) => {
  const { tenantId, may, listMetadataKey } = useAccess();
  const input = { verificationId };
  const query = useQuery({
    ...useTRPC().verifications.detail.queryOptions(input),
    // Refreshes while the verification is open.
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
        skeleton={<CardSkeleton />}
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
