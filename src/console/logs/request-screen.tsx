"use client";
import { useQuery } from "@tanstack/react-query";
import { TenantLink, useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { consolePath, verificationPath } from "#console/client/paths.ts";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { HttpStatus, ModeBadge } from "#console/words/badges.tsx";
import { Copyable } from "#kit/copy.tsx";
import { durationText } from "#kit/format.ts";
import { Card, Facts, PageHeader } from "#kit/page-layout.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";

type RequestDetailProps = { line: ConsoleOutputs["reports"]["request"][number] };

/** One request as it was logged: no body, key or query value. */
const RequestDetail = ({ line }: RequestDetailProps) => (
  <Card title={`${line.method} ${line.url}`}>
    <Facts
      facts={{
        Status: <HttpStatus status={line.status} />,
        Error: line.code ? (
          <a href={`/docs/errors#${line.code.toLowerCase()}`} className="font-mono text-xs">
            {line.code}
          </a>
        ) : null,
        "API key": line.key && (
          <span className="flex flex-wrap items-center gap-x-2">
            {line.key.name} <code className="text-xs text-soft">…{line.key.lastFour}</code>
            <ModeBadge mode={line.key.mode} />
          </span>
        ),
        Took: durationText(line.durationMs),
        Event: line.event ? <code className="text-xs">{line.event}</code> : null,
        Verification: line.verificationId ? (
          <TenantLink
            to={verificationPath}
            of={line.verificationId}
            className="block truncate font-mono text-xs"
          >
            {line.verificationId}
          </TenantLink>
        ) : null,
        Time: <Time at={line.time} as="long" />,
        "Log line": <code className="text-xs">{line.id}</code>,
      }}
    />
  </Card>
);

export const RequestScreen = ({ requestId }: { requestId: string }) => {
  const { tenantId } = useAccess();
  const query = useQuery(useTRPC().reports.request.queryOptions({ requestId }));
  return (
    <>
      <PageHeader
        back={{ href: consolePath(tenantId, "logs"), name: "Logs" }}
        title="Request"
        about={<Copyable text={requestId} label="request id" />}
      />
      <QueryView
        query={query}
        missing={{
          title: "There is no such request",
          about: "Check the id. Logs are deleted after a while, so an old request may be gone.",
          back: { href: consolePath(tenantId, "logs"), name: "All requests" },
        }}
        skeleton={<CardSkeleton />}
      >
        {(lines) => (
          <div className="grid max-w-2xl gap-4">
            {lines.map((line) => (
              <RequestDetail key={line.id} line={line} />
            ))}
          </div>
        )}
      </QueryView>
    </>
  );
};
