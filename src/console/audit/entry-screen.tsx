"use client";
import { useQuery } from "@tanstack/react-query";
import { TenantLink, useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { consolePath } from "#console/client/paths.ts";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import type { AuditAction } from "#core/audit.ts";
import { Copyable } from "#kit/copy.tsx";
import { late } from "#kit/late/late.tsx";
import { Card, Facts, PageHeader } from "#kit/page-layout.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { AuditTarget } from "./audit-table.tsx";
import { actionText, actorId, actorKind, actorText, changeTexts } from "./audit-words.ts";

// Few entries are about policies.
const PolicyDifferences = late(
  () => import("./policy-differences.tsx").then((module) => module.PolicyDifferences),
  { waiting: () => <CardSkeleton /> },
);

const PUBLICATIONS: readonly string[] = ["policy.publish", "policy.rollback"] satisfies AuditAction[];

type Entry = ConsoleOutputs["reports"]["auditEntry"];

/** Every changed value, in full: nothing is cut, on a phone neither. */
const EntryChanges = ({ changes }: Pick<Entry, "changes">) => {
  const texts = changeTexts(changes);
  if (texts.length === 0)
    return <p className="text-sm text-soft">Nothing was recorded besides the action itself.</p>;
  return (
    <dl className="grid gap-3 text-sm">
      {texts.map(({ name, value, move }) => (
        <div key={name} className="grid gap-0.5">
          <dt className="text-xs text-soft">{name || "Changed"}</dt>
          {move ? (
            <>
              <dd className="break-words whitespace-pre-wrap text-soft">
                <span className="mr-2 inline-block w-12 text-xs">Before</span>
                {move.before}
              </dd>
              <dd className="break-words whitespace-pre-wrap">
                <span className="mr-2 inline-block w-12 text-xs text-soft">After</span>
                {move.after}
              </dd>
            </>
          ) : (
            <dd className="break-words whitespace-pre-wrap">{value}</dd>
          )}
        </div>
      ))}
    </dl>
  );
};

const EntryFacts = ({ entry }: { entry: Entry }) => {
  const { actor, actorName, keyMaker, target, targetName, requestId, at, invitedEmail } = entry;
  return (
    <Facts
      facts={{
        When: <Time at={at} as="long" />,
        Who: actorText(actor, actorName),
        "Which kind": actorKind(actor, keyMaker) ?? undefined,
        "Id of who": actorId(actor, actorName) ?? undefined,
        Target: <AuditTarget target={target} name={targetName} />,
        Invited: invitedEmail ?? undefined,
        "Target id": <Copyable text={target} label="target id" />,
        Request: <Copyable text={requestId} label="request id" />,
        More: (
          <TenantLink to={consolePath} of={`audit?target=${encodeURIComponent(target)}`}>
            All entries about this target
          </TenantLink>
        ),
      }}
    />
  );
};

export const EntryScreen = ({ entryId }: { entryId: string }) => {
  const { tenantId, may } = useAccess();
  const query = useQuery(useTRPC().reports.auditEntry.queryOptions({ entryId }));
  const trail = consolePath(tenantId, "audit");
  return (
    <>
      <PageHeader
        back={{ href: trail, name: "Audit trail" }}
        title={query.data ? actionText(query.data.action) : "Audit entry"}
        about={<Copyable text={entryId} label="entry id" />}
      />
      <QueryView
        query={query}
        missing={{
          title: "There is no such entry",
          about: "Check the id. It may belong to another tenant.",
          back: { href: trail, name: "The whole audit trail" },
        }}
        skeleton={<CardSkeleton />}
      >
        {(entry) => (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <Card title="What changed">
                <EntryChanges changes={entry.changes} />
              </Card>
              {PUBLICATIONS.includes(entry.action) && may("policies.read") && (
                <PolicyDifferences versionId={entry.target} />
              )}
            </div>
            <Card title="Details">
              <EntryFacts entry={entry} />
            </Card>
          </div>
        )}
      </QueryView>
    </>
  );
};
