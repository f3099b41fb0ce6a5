import { skipToken, useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, ShieldCheck, Webhook } from "lucide-react";
import { TenantLink, useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { consolePath, endpointPath } from "#console/client/paths.ts";
import { QuotaMeter, type QuotaProps, quotaVerdict } from "#console/usage/quota-meter.tsx";
import { verificationColumns } from "#console/verifications/verification-table.tsx";
import { monthText, shareText, wholeText } from "#kit/format.ts";
import { List } from "#kit/list.tsx";
import { Card } from "#kit/page-layout.tsx";
import { EmptyState, Notice } from "#kit/states.tsx";
import { Time } from "#kit/time.tsx";
import type { OverviewData } from "./overview-data.ts";

export const QuotaCard = (props: QuotaProps) => (
  <Card
    title={`Quota, ${monthText(props.billing.period.start)}`}
    about="Live verifications, in the UTC month"
  >
    <p className="mb-2.5 flex items-baseline gap-1.5">
      <span className="text-xl font-semibold tracking-tight tabular">{wholeText(props.billing.used)}</span>
      <span className="text-sm text-soft">of {wholeText(props.billing.included)} included</span>
    </p>
    <QuotaMeter {...props} />
    <p className="mt-2.5 text-sm text-soft">{quotaVerdict(props)}</p>
  </Card>
);

/** People's unanswered requests: data-protection law sets a deadline. */
export const OpenRequests = () => {
  const isWanted = useAccess().may("verifications.read");
  const { erasureRequests } = useTRPC();
  const { data } = useQuery(erasureRequests.open.queryOptions(isWanted ? undefined : skipToken));
  if (!data?.earliestDueAt) return null;
  return (
    <Notice tone="warn">
      {data.count === 1 ? "1 request for erasure is open" : `${data.count} requests for erasure are open`}.
      The first answer is due <Time at={data.earliestDueAt} as="relative" />.{" "}
      <TenantLink to={consolePath} of="requests">
        Answer
      </TenantLink>
    </Notice>
  );
};

type WebhookHealth = OverviewData["webhooks"];

/** `1 of 3 endpoints failing, 1 turned off`. */
const troubleText = (endpoints: number, failing: number, disabled: number): string => {
  const parts = [
    ...(failing > 0 ? [`${failing} failing`] : []),
    ...(disabled > 0 ? [`${disabled} turned off`] : []),
  ];
  return endpoints === 1
    ? `Your endpoint is ${failing > 0 ? "failing" : "turned off"}`
    : `Of ${endpoints} endpoints: ${parts.join(", ")}`;
};

const verdictOn = ({ endpoints, failing, disabled, last24Hours }: WebhookHealth) => {
  if (endpoints === 0)
    return {
      Icon: Webhook,
      tone: "text-soft",
      text: "No endpoints yet. Your server is not notified of results.",
    };
  if (failing.length + disabled > 0)
    return {
      Icon: CircleAlert,
      tone: "text-danger",
      text: troubleText(endpoints, failing.length, disabled),
    };
  const { delivered, failed } = last24Hours;
  if (delivered + failed === 0)
    return { Icon: Webhook, tone: "text-soft", text: "Nothing was sent in the last 24 hours." };
  const text = endpoints === 1 ? "Your endpoint is working" : `All ${endpoints} endpoints are working`;
  return { Icon: CircleCheck, tone: "text-ok", text };
};

/** Whether webhooks arrive. */
export const WebhookCard = ({ health }: { health: WebhookHealth }) => {
  const isLinked = useAccess().may("webhooks.read");
  const { delivered, failed, pending } = health.last24Hours;
  const { Icon, tone, text } = verdictOn(health);
  return (
    <Card
      title="Webhooks, last 24 hours, live and test"
      actions={
        isLinked && (
          <TenantLink to={consolePath} of="webhooks" className="text-sm no-underline hover:underline">
            Open
          </TenantLink>
        )
      }
    >
      <p className="mb-2.5 flex items-baseline gap-1.5">
        <span className="text-xl font-semibold tracking-tight tabular">
          {shareText(delivered, delivered + failed)}
        </span>
        <span className="text-sm text-soft">
          delivered: {wholeText(delivered)}, {wholeText(failed)} failed, {wholeText(pending)} waiting
        </span>
      </p>
      <p className={`flex items-center gap-2 text-sm ${tone}`}>
        <Icon size={15} aria-hidden="true" /> {text}
      </p>
      {health.failing.map(({ id, url, failingSince }) => (
        <p key={id} className="mt-2 grid grid-cols-[minmax(0,1fr)] text-xs text-soft">
          <span className="truncate">
            {isLinked ? (
              <TenantLink to={endpointPath} of={id}>
                {url}
              </TenantLink>
            ) : (
              url
            )}
          </span>
          <span>
            Failing since <Time at={failingSince} as="relative" />
          </span>
        </p>
      ))}
    </Card>
  );
};

export const Latest = ({ latest }: { latest: OverviewData["latest"] }) => {
  const { listMetadataKey } = useAccess();
  return (
    <Card
      title="Latest verifications"
      isFlush
      actions={
        <TenantLink to={consolePath} of="verifications" className="text-sm no-underline hover:underline">
          All verifications
        </TenantLink>
      }
    >
      <List
        label="Latest verifications"
        columns={verificationColumns(listMetadataKey)}
        rows={latest}
        rowId={({ verificationId }) => verificationId}
        empty={
          <EmptyState icon={ShieldCheck} title="No verification yet">
            Verifications appear here as soon as your backend starts one.
          </EmptyState>
        }
      />
    </Card>
  );
};
