"use client";
import { useQueries, useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import { methodName } from "#console/words/words.ts";
import { codesOf } from "#core/policy/advice.ts";
import { lintPolicy } from "#core/policy/lints.ts";
import type { Supplies } from "#core/policy/offer.ts";
import type { Policy } from "#core/policy/policy.ts";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { Dialog } from "#kit/dialog/dialog.tsx";
import { List } from "#kit/list.tsx";
import { Card, DASH, LongText } from "#kit/page-layout.tsx";
import { EmptyState, Notice, Skeleton } from "#kit/states.tsx";
import { actionsColumn, type Column, FILLS } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import { Comparison } from "./comparison.tsx";
import type { Version } from "./draft.ts";
import { Contents } from "./findings.tsx";
import { RollBackDialog } from "./publish-dialog.tsx";

/** The contents of versions, read as they are needed. */
const useContents = (ids: readonly string[]) => {
  const { policies } = useTRPC();
  return useQueries({ queries: ids.map((id) => policies.get.queryOptions({ id })) }).map(({ data }) => data);
};

type ReadingProps = { versionId: string | null; onClose: () => void };

/** One version's contents; its address names it, however old it is. */
const Reading = ({ versionId, onClose }: ReadingProps) => {
  const { policies } = useTRPC();
  const { data, error } = useQuery({
    ...policies.get.queryOptions({ id: versionId ?? "" }),
    enabled: versionId !== null,
  });
  return (
    <Dialog
      isOpen={versionId !== null}
      onClose={onClose}
      title={data ? `Version ${data.number}` : "A version of the policy"}
      about={
        data && (
          <>
            Published by {data.publishedByName ?? data.publishedBy}, <Time at={data.createdAt} as="long" />
          </>
        )
      }
    >
      {data ? (
        <>
          {data.note && <p className="mb-3 text-sm wrap-anywhere">{data.note}</p>}
          <Contents policy={data.policy} />
        </>
      ) : error ? (
        <Notice tone="danger">{error.message}</Notice>
      ) : (
        <Skeleton className="h-40 rounded-md" />
      )}
    </Dialog>
  );
};

type Props = {
  versions: readonly Version[];
  /** The policy in force: the current version, or the settings if there is none. */
  current: Policy;
  /** The version in force; null: none. */
  basedOn: string | null;
  supplies: Supplies;
  onPublished: () => void;
};

const COLUMNS: readonly Column<Version>[] = [
  {
    id: "number",
    name: "Version",
    className: "w-full max-w-0 sm:w-auto sm:max-w-none",
    // On a phone, one column shows everything.
    cell: ({ number, isCurrent, createdAt, publishedBy, publishedByName, note }) => (
      <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2 tabular">
          {number}
          {isCurrent && <Badge tone="ok">Current</Badge>}
          <span className="text-xs text-soft sm:hidden">
            <Time at={createdAt} />
          </span>
        </span>
        <LongText text={publishedByName ?? publishedBy} className="text-xs text-soft sm:hidden" />
        {note && <LongText text={note} className="text-xs sm:hidden" />}
      </span>
    ),
  },
  {
    id: "when",
    name: "Published",
    className: "hidden sm:table-cell",
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    id: "who",
    name: "By",
    className: "hidden min-w-32 max-w-56 sm:table-cell",
    cell: ({ publishedByName, publishedBy }) => <LongText text={publishedByName ?? publishedBy} />,
  },
  {
    id: "note",
    name: "Note",
    className: `hidden sm:table-cell ${FILLS}`,
    cell: ({ note }) => (note ? <LongText text={note} /> : DASH),
  },
];

/** The versions, newest first: what each changed, and a button to go back to it. */
export const VersionsView = ({ versions, current, basedOn, supplies, onPublished }: Props) => {
  const { refusal } = useAccess();
  const [url, setUrl] = useUrlState();
  const [compared, setCompared] = useState<Version | null>(null);
  const [wanted, setWanted] = useState<Version | null>(null);
  const [content] = useContents(wanted ? [wanted.id] : []);
  const target = wanted && content ? content : null;
  const accepted = target?.acceptedWarnings ?? [];
  const lints = target
    ? lintPolicy(target.policy, supplies, methodName).filter(
        (lint) => lint.level === "block" || !codesOf(lint).every((code) => accepted.includes(code)),
      )
    : [];
  return (
    <Card title="Versions" about="Newest first. A version never changes." isFlush>
      <List
        label="Versions"
        rows={versions}
        rowId={({ id }) => id}
        columns={[
          ...COLUMNS,
          actionsColumn<Version>((version) => (
            <span className="flex flex-col justify-end gap-1 sm:flex-row">
              <Button size="sm" onClick={() => setUrl({ version: version.id })}>
                Contents<span className="sr-only"> of version {version.number}</span>
              </Button>
              <Button size="sm" onClick={() => setCompared(version)}>
                Changes<span className="sr-only"> of version {version.number}</span>
              </Button>
              {!version.isCurrent && (
                <Button
                  look="ghost"
                  size="sm"
                  refusal={refusal("policies.accept")}
                  onClick={() => setWanted(version)}
                >
                  Go back<span className="sr-only"> to version {version.number}</span>
                </Button>
              )}
            </span>
          )),
        ]}
        empty={
          <EmptyState icon={History} title="No versions yet">
            Until you publish one, your settings apply: the same methods and the same age everywhere.
          </EmptyState>
        }
      />
      <Reading versionId={url.get("version")} onClose={() => setUrl({ version: "" })} />
      <Comparison version={compared} versions={versions} onClose={() => setCompared(null)} />
      <RollBackDialog
        key={target?.id ?? ""}
        of={target && { version: target, current, basedOn, lints }}
        onDone={onPublished}
        onClose={() => setWanted(null)}
      />
    </Card>
  );
};
