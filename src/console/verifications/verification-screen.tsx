"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { ModeNotice } from "#console/client/mode-notice.tsx";
import { consolePath } from "#console/client/paths.ts";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { StatusBadge } from "#console/words/badges.tsx";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { Copyable } from "#kit/copy.tsx";
import { Card, Facts, PageHeader } from "#kit/page-layout.tsx";
import { Notice } from "#kit/states.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { DownloadStored } from "./download-stored.tsx";
import { Erase, ReceiptCard } from "./erase.tsx";
import { undecidedText } from "./undecided.ts";
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
const TokenCard = ({ token, verificationId }: Pick<Detail, "token" | "verificationId">) => {
  if (!token) {
    return (
      <Card title="Token">
        <p className="text-sm text-soft">
          There is none. Approvals get one, except results recorded with /verify/submit; it is deleted a day
          after it expired.
        </p>
      </Card>
    );
  }
  const { tone, text } = LOOKS[token.state];
  return (
    <Card title="Token" actions={token.state === "valid" && <RevokeToken verificationId={verificationId} />}>
      <Facts
        facts={{
          State: <Badge tone={tone}>{text}</Badge>,
          "Over 18": token.over18 ? "Yes" : "No",
          Issued: <Time at={token.issuedAt} as="long" />,
          Expires: <Time at={token.expiresAt} as="long" />,
          Revoked: token.revokedAt ? <Time at={token.revokedAt} as="long" /> : undefined,
        }}
      />
    </Card>
  );
};

/** Why there is no decision, and what to do about it. */
const Why = ({ data }: { data: Detail }) => {
  const text = undecidedText(data, useAccess().may("vouchers.issue"));
  return text && <Notice tone="warn">{text}</Notice>;
};

const VerificationDetail = ({ data }: { data: Detail }) => (
  <div className="grid items-start gap-4 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_22rem]">
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Why data={data} />
      <Card title="Timeline" about="Names, documents and photos are never stored">
        <VerificationTimeline events={data.timeline} />
      </Card>
      <MetadataCard metadata={data.metadata} isErased={data.erasure !== undefined} />
    </div>
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card title="Details">
        <VerificationFacts record={data} />
      </Card>
      {data.erasure ? <ReceiptCard erasure={data.erasure} /> : <TokenCard {...data} />}
      <Erase record={data} />
    </div>
  </div>
);

const RevokeDialog = confirmDialog({
  act: ({ verifications }) => verifications.revokeToken.mutationOptions(),
  ask: (verificationId: string) => ({
    title: "Revoke this token?",
    about:
      "/tokens/validate rejects it immediately. Servers that check tokens offline accept it until it expires. This cannot be undone.",
    verb: "Revoke token",
    input: { verificationId },
    done: ["Token revoked"],
  }),
});

const RevokeToken = ({ verificationId }: { verificationId: string }) => {
  const [isOpen, setIsOpen] = useState(false);
  const { refusal } = useAccess();
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
      <RevokeDialog of={isOpen && verificationId} onClose={() => setIsOpen(false)} />
    </>
  );
};

const OPEN_REFRESH_MS = 5_000;

export const VerificationScreen = ({ verificationId }: { verificationId: string }) => {
  const { tenantId, listMetadataKey } = useAccess();
  const query = useQuery({
    ...useTRPC().verifications.detail.queryOptions({ verificationId }),
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
        actions={query.data && <DownloadStored verificationId={verificationId} />}
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
            <VerificationDetail data={data} />
          </>
        )}
      </QueryView>
    </>
  );
};
