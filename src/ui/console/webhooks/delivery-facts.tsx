import { Copyable } from "../../kit/copyable.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Link } from "../../kit/link.tsx";
import { Time } from "../../kit/time.tsx";
import { endpointPath, verificationPath } from "../paths.ts";
import { ModeBadge } from "../words/mode-badge.tsx";
import { answerText } from "./answer-text.ts";
import { DeliveryBadge } from "./delivery-badge.tsx";
import type { DeliveryGlance } from "./delivery-glance.ts";

type Props = { tenantId: string; delivery: DeliveryGlance & { eventId: string }; url: string };

export const DeliveryFacts = ({ tenantId, delivery, url }: Props) => (
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
