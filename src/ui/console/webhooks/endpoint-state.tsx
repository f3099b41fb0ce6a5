import { Badge } from "../../kit/badge.tsx";
import { Time } from "../../kit/time.tsx";
import type { EndpointGlance } from "./endpoint-glance.ts";

export const EndpointState = ({ isEnabled, failingSince }: EndpointGlance) => {
  if (!isEnabled) return <Badge tone="neutral">Off</Badge>;
  return failingSince ? (
    <span className="flex items-center gap-2">
      <Badge tone="danger">Failing</Badge>
      <span className="hidden text-xs text-soft md:inline">
        since <Time at={failingSince} as="relative" />
      </span>
    </span>
  ) : (
    <Badge tone="ok">On</Badge>
  );
};
