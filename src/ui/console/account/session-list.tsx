import { MonitorSmartphone } from "lucide-react";
import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { Time } from "../../kit/time.tsx";
import type { SessionGlance } from "./session-glance.ts";

type Props = {
  sessions: readonly SessionGlance[];
  /** The one that is being ended. */
  busyId: string | null;
  onEnd: (session: SessionGlance) => void;
};

/** Where the person is signed in; this browser first. */
export const SessionList = ({ sessions, busyId, onEnd }: Props) => (
  <ul aria-label="Sessions" className="grid">
    {sessions
      .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
      .map((session) => {
        const { id, client, createdAt, lastUsedAt, isCurrent } = session;
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-4 py-3">
            <MonitorSmartphone
              size={17}
              strokeWidth={1.75}
              className="shrink-0 text-soft"
              aria-hidden="true"
            />
            <div className="min-w-48 grow">
              <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
                {client}
                {isCurrent && <Badge tone="ok">This session</Badge>}
              </p>
              <p className="text-xs text-soft">
                Signed in <Time at={createdAt} /> · last used <Time at={lastUsedAt} as="relative" />
              </p>
            </div>
            {!isCurrent && (
              <Button
                aria-label={`Sign out ${client}`}
                size="sm"
                isBusy={busyId === id}
                onClick={() => onEnd(session)}
              >
                Sign out
              </Button>
            )}
          </li>
        );
      })}
  </ul>
);
