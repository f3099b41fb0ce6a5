import { endpointPath, verificationPath } from "#console/shell/paths.ts";
import { DeliveryBadge, ModeBadge } from "#console/words/badges.tsx";
import { deliveryHeaders } from "#core/webhook.ts";
import { Badge } from "#kit/badge.tsx";
import { CodeBlock } from "#kit/code.tsx";
import { Copyable } from "#kit/copy.tsx";
import { durationText, prettyJson } from "#kit/format.ts";
import { Link } from "#kit/link.tsx";
import { Facts } from "#kit/page-layout.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { answerText, type DeliverySummary } from "./delivery-table.tsx";

type DeliveryFactsProps = { tenantId: string; delivery: DeliverySummary & { eventId: string }; url: string };

export const DeliveryFacts = ({ tenantId, delivery, url }: DeliveryFactsProps) => (
  <Facts
    facts={[
      { name: "State", value: <DeliveryBadge status={delivery.status} /> },
      {
        name: "Endpoint",
        value: (
          <Link href={endpointPath(tenantId, delivery.endpointId)} title={url} className="line-clamp-3">
            {url}
          </Link>
        ),
      },
      {
        name: "Verification",
        value: (
          <Link
            href={verificationPath(tenantId, delivery.verificationId)}
            className="block truncate font-mono text-xs"
          >
            {delivery.verificationId}
          </Link>
        ),
      },
      { name: "Mode", value: <ModeBadge mode={delivery.mode} /> },
      { name: "Event id", value: <Copyable text={delivery.eventId} label="event id" /> },
      { name: "Attempts", value: delivery.attempt },
      { name: "Last response", value: answerText(delivery.lastStatus, delivery.lastCode) },
      ...(delivery.status === "pending"
        ? [{ name: "Next attempt", value: <Time at={delivery.nextAttemptAt} as="relative" /> }]
        : []),
      { name: "Created", value: <Time at={delivery.createdAt} as="long" /> },
    ]}
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

type RequestBlockProps = { verificationId: string; eventId: string; url: string; body: string };

const linesOf = (verificationId: string, eventId: string): string[] => {
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
