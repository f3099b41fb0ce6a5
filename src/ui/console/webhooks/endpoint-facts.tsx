import { Facts } from "../../kit/facts.tsx";
import { Time } from "../../kit/time.tsx";
import { ModeBadge } from "../words/mode-badge.tsx";
import type { EndpointGlance } from "./endpoint-glance.ts";
import { EndpointState } from "./endpoint-state.tsx";
import { eventsText } from "./event-words.ts";

export const EndpointFacts = ({ endpoint }: { endpoint: EndpointGlance }) => (
  <Facts
    facts={[
      { name: "State", value: <EndpointState {...endpoint} /> },
      ...(endpoint.disabledReason ? [{ name: "Turned off because", value: endpoint.disabledReason }] : []),
      { name: "Events", value: eventsText(endpoint.events) },
      {
        name: "Modes",
        value: (
          <span className="flex gap-1">
            {endpoint.modes.map((mode) => (
              <ModeBadge key={mode} mode={mode} />
            ))}
          </span>
        ),
      },
      { name: "Description", value: endpoint.description || <span className="text-soft">–</span> },
      { name: "Created", value: <Time at={endpoint.createdAt} as="long" /> },
    ]}
  />
);
