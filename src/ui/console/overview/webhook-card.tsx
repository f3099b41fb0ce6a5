import { CircleAlert, CircleCheck, Webhook } from "lucide-react";
import { Card } from "../../kit/card.tsx";
import { Link } from "../../kit/link.tsx";
import { shareText, wholeText } from "../../kit/number-format.ts";
import { Time } from "../../kit/time.tsx";
import { consolePath, endpointPath } from "../paths.ts";
import type { WebhookHealth } from "./overview-data.ts";

type Props = { tenantId: string; health: WebhookHealth; isLinked: boolean };

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

const Verdict = ({ endpoints, failing, disabled }: WebhookHealth) => {
  if (endpoints === 0) {
    return (
      <p className="flex items-center gap-2 text-sm text-soft">
        <Webhook size={15} aria-hidden="true" /> No endpoints yet. Your server is not notified of results.
      </p>
    );
  }
  return failing.length + disabled === 0 ? (
    <p className="flex items-center gap-2 text-sm text-ok">
      <CircleCheck size={15} aria-hidden="true" />{" "}
      {endpoints === 1 ? "Your endpoint is working" : `All ${endpoints} endpoints are working`}
    </p>
  ) : (
    <p className="flex items-center gap-2 text-sm text-danger">
      <CircleAlert size={15} aria-hidden="true" /> {troubleText(endpoints, failing.length, disabled)}
    </p>
  );
};

/** Whether what happens also arrives. */
export const WebhookCard = ({ tenantId, health, isLinked }: Props) => {
  const { delivered, failed, pending } = health.last24Hours;
  return (
    <Card
      title="Webhooks, last 24 hours"
      actions={
        isLinked && (
          <Link href={consolePath(tenantId, "webhooks")} className="text-sm no-underline hover:underline">
            Open
          </Link>
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
      <Verdict {...health} />
      {health.failing.map(({ id, url, failingSince }) => (
        <p key={id} className="mt-2 grid grid-cols-[minmax(0,1fr)] text-xs text-soft">
          <span className="truncate">
            {isLinked ? <Link href={endpointPath(tenantId, id)}>{url}</Link> : url}
          </span>
          <span>
            Failing since <Time at={failingSince} as="relative" />
          </span>
        </p>
      ))}
    </Card>
  );
};
