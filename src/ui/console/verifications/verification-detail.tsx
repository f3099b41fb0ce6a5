import type { ReactNode } from "react";
import type { MetadataValue } from "#core/verification.ts";
import { Card } from "../../kit/card.tsx";
import { MetadataCard } from "./metadata-card.tsx";
import type { TimelineEvent } from "./timeline-words.ts";
import { TokenCard, type TokenGlance } from "./token-card.tsx";
import { VerificationFacts, type VerificationRecord } from "./verification-facts.tsx";
import { VerificationTimeline } from "./verification-timeline.tsx";

export type VerificationDetailData = VerificationRecord & {
  metadata: Readonly<Record<string, MetadataValue>> | null;
  token: TokenGlance | null;
  timeline: readonly TimelineEvent[];
};

type Props = {
  tenantId: string;
  data: VerificationDetailData;
  seesWebhooks: boolean;
  seesLogs: boolean;
  revoke: ReactNode;
};

export const VerificationDetail = ({ tenantId, data, seesWebhooks, seesLogs, revoke }: Props) => (
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
