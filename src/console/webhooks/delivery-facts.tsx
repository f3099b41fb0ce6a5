import { TenantLink } from "#console/client/access.tsx";
import { endpointPath, verificationPath } from "#console/client/paths.ts";
import { DeliveryBadge, ModeBadge } from "#console/words/badges.tsx";
import { answerText } from "#console/words/delivery-answer.ts";
import { deliveryHeaders } from "#core/webhooks/webhook.ts";
import { Badge } from "#kit/badge.tsx";
import { CodeBlock } from "#kit/code.tsx";
import { Copyable } from "#kit/copy.tsx";
import { durationText, prettyJson } from "#kit/format.ts";
import { Facts } from "#kit/page-layout.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import type { DeliverySummary } from "./delivery-table.tsx";

type DeliveryFactsProps = { delivery: DeliverySummary & { eventId: string }; url: string };

export const DeliveryFacts = ({ delivery, url }: DeliveryFactsProps) => (
  <Facts
    facts={{
      State: <DeliveryBadge status={delivery.status} />,
      Endpoint:
        delivery.endpointId === null ? (
          url
        ) : (
          <TenantLink to={endpointPath} of={delivery.endpointId} title={url} className="line-clamp-3">
            {url}
          </TenantLink>
        ),
      Verification:
        delivery.verificationId === null ? undefined : (
          <TenantLink
            to={verificationPath}
            of={delivery.verificationId}
            className="block truncate font-mono text-xs"
          >
            {delivery.verificationId}
          </TenantLink>
        ),
      Mode: <ModeBadge mode={delivery.mode} />,
      "Event id": <Copyable text={delivery.eventId} label="event id" />,
      Attempts: delivery.attempt,
      "Last response": answerText(delivery.lastStatus, delivery.lastCode),
      "Next attempt":
        delivery.status === "pending" && delivery.listener === null ? (
          <Time at={delivery.nextAttemptAt} as="relative" />
        ) : undefined,
      Created: <Time at={delivery.createdAt} as="long" />,
    }}
  />
);

type Attempt = ConsoleOutputs["webhooks"]["delivery"]["attempts"][number];

const isSuccess = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300;

/** Every attempt of a delivery, with its response. */
export const AttemptList = ({ attempts }: { attempts: readonly Attempt[] }) => (
  <ol className="grid">
    {attempts.map((attempt) => (
      <li key={attempt.number} className="grid gap-2.5 border-t p-4 first:border-t-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className="font-medium">Attempt {attempt.number}</span>
          {attempt.isManual && <Badge>Manual</Badge>}
          <Badge tone={isSuccess(attempt) ? "ok" : "danger"}>
            {answerText(attempt.status, attempt.code)}
          </Badge>
          <span className="text-xs text-soft tabular">{durationText(attempt.durationMs)}</span>
          <span className="ml-auto text-xs text-soft">
            <Time at={attempt.at} as="long" />
          </span>
        </div>
        {attempt.response ? (
          <CodeBlock label="Response body" code={attempt.response} isWrapped />
        ) : (
          <p className="text-xs text-soft">
            {attempt.status === null ? "No response." : "The response had no body."}
          </p>
        )}
      </li>
    ))}
  </ol>
);

type RequestBlockProps = { verificationId: string | null; eventId: string; url: string; body: string };

const linesOf = (verificationId: string | null, eventId: string): string[] => {
  const headers = deliveryHeaders({
    eventId,
    verificationId,
    attempt: "1 for the first attempt, then 2, …",
    mode: "live or test",
    signature: {
      "X-Service-Signature": "t=…,v1=… (new for each attempt)",
      "webhook-id": eventId,
      "webhook-timestamp": "… (new for each attempt)",
      "webhook-signature": "v1,… (new for each attempt)",
    },
  });
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
};

/** The request: the headers that stay the same, and the formatted body. */
export const RequestBlock = ({ verificationId, eventId, url, body }: RequestBlockProps) => (
  <div className="grid gap-3">
    <CodeBlock
      label="Request"
      isWrapped
      code={[`POST ${url}`, ...linesOf(verificationId, eventId)].join("\n")}
    />
    <CodeBlock label="Body, formatted" code={prettyJson(body)} />
  </div>
);
