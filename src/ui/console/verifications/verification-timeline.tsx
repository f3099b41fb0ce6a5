import { Link } from "../../kit/link.tsx";
import { Time } from "../../kit/time.tsx";
import { Timeline } from "../../kit/timeline.tsx";
import { deliveryPath } from "../paths.ts";
import { type TimelineEvent, wordsOf } from "./timeline-words.ts";

type Props = { tenantId: string; events: readonly TimelineEvent[]; seesWebhooks: boolean };

export const VerificationTimeline = ({ tenantId, events, seesWebhooks }: Props) => (
  <Timeline
    items={events.map((event, index) => {
      const { Icon, tone, title, notes } = wordsOf(event);
      const { deliveryId } = event.detail;
      const isLinked = seesWebhooks && typeof deliveryId === "string" && event.kind === "delivery_created";
      return {
        key: `${index}-${event.kind}`,
        tone,
        icon: <Icon size={14} aria-hidden="true" />,
        title: isLinked ? <Link href={deliveryPath(tenantId, deliveryId)}>{title}</Link> : title,
        note: notes.length > 0 && notes.join(" · "),
        at: <Time at={event.at} as="long" />,
      };
    })}
  />
);
