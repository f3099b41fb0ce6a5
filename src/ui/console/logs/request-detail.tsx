import { Card } from "../../kit/card.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Link } from "../../kit/link.tsx";
import { durationText } from "../../kit/number-format.ts";
import { Time } from "../../kit/time.tsx";
import { verificationPath } from "../paths.ts";
import { ModeBadge } from "../words/mode-badge.tsx";
import { HttpStatus } from "./http-status.tsx";
import type { RequestLine } from "./log-line.ts";

const DASH = <span className="text-soft">–</span>;

/** One request as it is kept: no body, no key, no value of its query. */
export const RequestDetail = ({ tenantId, line }: { tenantId: string; line: RequestLine }) => (
  <Card title={`${line.method} ${line.url}`}>
    <Facts
      facts={[
        { name: "Status", value: <HttpStatus status={line.status} /> },
        {
          name: "Error",
          value: line.code ? (
            <a href={`/docs#errors`} className="font-mono text-xs">
              {line.code}
            </a>
          ) : (
            DASH
          ),
        },
        {
          name: "API key",
          value: line.key ? (
            <span className="flex flex-wrap items-center gap-x-2">
              {line.key.name} <code className="text-xs text-soft">…{line.key.lastFour}</code>
              <ModeBadge mode={line.key.mode} />
            </span>
          ) : (
            DASH
          ),
        },
        { name: "Took", value: durationText(line.durationMs) },
        { name: "Event", value: line.event ? <code className="text-xs">{line.event}</code> : DASH },
        {
          name: "Verification",
          value: line.verificationId ? (
            <Link
              href={verificationPath(tenantId, line.verificationId)}
              className="block truncate font-mono text-xs"
            >
              {line.verificationId}
            </Link>
          ) : (
            DASH
          ),
        },
        { name: "Time", value: <Time at={line.time} as="long" /> },
        { name: "Log line", value: <code className="text-xs">{line.id}</code> },
      ]}
    />
  </Card>
);
