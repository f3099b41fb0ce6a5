"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import { methodName, oneOf } from "#console/words/words.ts";
import { lintPolicy } from "#core/policy/lints.ts";
import { withEdition } from "#core/policy/pack-edition.ts";
import { DEFAULT_PLACE } from "#core/policy/policy.ts";
import { Button } from "#kit/button.tsx";
import { Segmented } from "#kit/choices.tsx";
import { LeaveDialog } from "#kit/dialog/leave-dialog.tsx";
import { Restored } from "#kit/kept/restored.tsx";
import { useKept, useKeptEdits } from "#kit/kept/use-kept.tsx";
import { late } from "#kit/late/late.tsx";
import { useLeaveGuard } from "#kit/leave-guard.ts";
import { PageHeader } from "#kit/page-layout.tsx";
import { Notice, Skeleton } from "#kit/states.tsx";
import { toast } from "#kit/toast.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { type Draft, draftOf, policyOf, suppliesOf, VERSIONS_ASKED } from "./draft.ts";
import { Editor } from "./editor.tsx";
import { KEPT_NOTE, KEPT_POLICY } from "./kept-draft.ts";
import { PublishDialog } from "./publish-dialog.tsx";

// The packs' texts, the simulator and the comparison of versions are not loaded for someone who only edits.
const waiting = () => <Skeleton />;
const PackNewsNotices = late(() => import("./pack-news.tsx").then((module) => module.PackNewsNotices));
const PacksView = late(() => import("./packs-view.tsx").then((module) => module.PacksView), { waiting });
const Simulator = late(() => import("./simulator.tsx").then((module) => module.Simulator), { waiting });
const VersionsView = late(() => import("./versions-view.tsx").then((module) => module.VersionsView), {
  waiting,
});

const VIEWS = ["rules", "simulator", "packs", "versions"] as const;

const VIEW_OPTIONS = [
  { value: "rules", label: "Rules" },
  { value: "simulator", label: "Simulator" },
  { value: "packs", label: "Packs" },
  { value: "versions", label: "Versions" },
] as const;

type Policies = ConsoleOutputs["policies"];
type DeskProps = { overview: Policies["overview"]; supply: Policies["methods"] };

/** Why the draft cannot be published; null when it can. */
const unpublishable = (isWhole: boolean, isChanged: boolean, blocks: number): string | null => {
  if (!isWhole) return "Correct the marked numbers first.";
  if (blocks > 0) return "Fix the blocking issues under Rules first.";
  return isChanged ? null : "Nothing has changed since the current version.";
};

/** The draft, and everything that can be done with it. */
const PolicyDesk = ({ overview: { current, versions }, supply: { methods, starting } }: DeskProps) => {
  const { refusal } = useAccess();
  const queries = useQueryClient();
  const { policies } = useTRPC();
  const [url, setUrl] = useUrlState();
  const known = useMemo(() => methods.map(({ id }) => id), [methods]);
  const supplies = useMemo(() => suppliesOf(methods), [methods]);
  const holding = current?.policy ?? starting;
  const saved = useMemo(() => draftOf(holding, known), [holding, known]);
  const [edited, setEdited] = useState<{ draft: Draft; basedOn: string | null } | null>(null);
  const [isPublishing, setPublishing] = useState(false);
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const [place, setPlace] = useState<string>(DEFAULT_PLACE);
  const draft = edited?.draft ?? saved;
  const hasPacks = versions.some(({ packIds }) => packIds.length > 0);
  const currentId = current?.id ?? null;
  const basedOn = edited ? edited.basedOn : currentId;
  const edit = (next: Draft): void => setEdited({ draft: next, basedOn });
  const { policy, isWhole } = useMemo(() => policyOf(draft), [draft]);
  const lints = useMemo(() => lintPolicy(policy, supplies, methodName), [policy, supplies]);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  const blocks = lints.filter(({ level }) => level === "block").length;
  const readOnly = refusal("policies.write");
  const restoredAt = useKeptEdits(
    useKept(KEPT_POLICY, ""),
    { typed: isChanged && edited !== null ? edited : {}, over: {} },
    ({ typed: { draft: typed, basedOn: base } }) => {
      if (typed !== undefined && base !== undefined) setEdited({ draft: typed, basedOn: base });
    },
  );
  const note = useKept(KEPT_NOTE, "publish");
  // What is left on purpose does not come back.
  const discard = (): void => {
    setEdited(null);
    note.forget();
  };
  useLeaveGuard(isChanged, (go) => setLeave(() => go));
  const published = (): void => {
    setEdited(null);
    void queries.invalidateQueries(policies.overview.queryFilter());
  };
  const view = oneOf(VIEWS, url.get("view")) ?? "rules";
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label="View"
          value={view}
          options={VIEW_OPTIONS}
          onChange={(next) => setUrl({ view: next === "rules" ? "" : next })}
        />
        <div className="flex flex-wrap items-center gap-2">
          {isChanged && (
            <span role="status" className="text-sm font-medium text-warn">
              Draft, not published
            </span>
          )}
          <span className="text-xs text-soft">
            <Restored at={restoredAt} />
          </span>
          {isChanged && <Button onClick={discard}>Discard draft</Button>}
          <Button
            look="primary"
            refusal={readOnly ?? unpublishable(isWhole, isChanged || current === null, blocks)}
            onClick={() => setPublishing(true)}
          >
            Publish…
          </Button>
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {readOnly && <Notice>You can view and simulate this policy but not change it. {readOnly}</Notice>}
        {edited && basedOn !== currentId && (
          <Notice tone="warn">
            {current
              ? `Version ${current.number} was published by ${current.publishedByName ?? current.publishedBy} after your draft began.`
              : "The policy was removed after your draft began."}{" "}
            Your draft does not include those changes. Discard it to start from the current policy, or keep
            it: you see the differences before you publish.
            <span className="mt-2 flex flex-wrap gap-2">
              <Button size="sm" onClick={() => setEdited({ draft: edited.draft, basedOn: currentId })}>
                Keep my draft
              </Button>
            </span>
          </Notice>
        )}
        {current === null && view === "rules" && (
          <Notice>
            There is no policy yet, so your settings apply everywhere. This draft starts with them. Change it,
            or accept a pack, then publish it.
          </Notice>
        )}
        {current && hasPacks && (view === "rules" || view === "packs") && (
          <PackNewsNotices
            versions={versions}
            policy={current.policy}
            known={known}
            onLook={view === "rules" ? () => setUrl({ view: "packs" }) : undefined}
          />
        )}
        {view === "rules" && (
          <Editor
            draft={draft}
            policy={policy}
            lints={lints}
            supplies={supplies}
            isStill={readOnly !== null}
            wanted={place}
            onWanted={setPlace}
            onChange={edit}
          />
        )}
        {view === "simulator" && <Simulator policy={policy} supplies={supplies} initial={place} />}
        {view === "packs" && (
          <PacksView
            draft={policy}
            packIds={draft.packIds}
            known={new Set(known)}
            onAccept={(pack, next) => {
              edit(draftOf(next, known, withEdition(draft.packIds, pack)));
              toast.done(`${pack.title} is in the draft`, "Check the findings, then publish.");
            }}
          />
        )}
        {view === "versions" && (
          <VersionsView
            versions={versions}
            current={holding}
            basedOn={currentId}
            supplies={supplies}
            onPublished={published}
          />
        )}
      </div>
      <PublishDialog
        of={isPublishing && { current: holding, basedOn, policy, packIds: draft.packIds, lints }}
        onDone={published}
        onClose={() => {
          setPublishing(false);
          // After a conflict, the page shows the policy that now applies.
          void queries.invalidateQueries(policies.overview.queryFilter());
        }}
      />
      <LeaveDialog
        isOpen={leave !== null}
        names={["the policy"]}
        onStay={() => setLeave(null)}
        onLeave={() => {
          discard();
          setLeave(null);
          leave?.();
        }}
      />
    </>
  );
};

const DeskSkeleton = () => (
  <div role="status" className="grid gap-4">
    <span className="sr-only">Loading…</span>
    <Skeleton className="h-9 w-80 rounded-md" />
    <Skeleton className="h-120 rounded-lg" />
  </div>
);

export const PolicyScreen = () => {
  const { policies } = useTRPC();
  const overview = useQuery(policies.overview.queryOptions(VERSIONS_ASKED));
  const supply = useQuery(policies.methods.queryOptions());
  return (
    <>
      <PageHeader
        title="Policy"
        about="The minimum age for each place, the methods that can prove it, and what people see when a method fails."
      />
      <QueryView query={overview} skeleton={<DeskSkeleton />}>
        {(versions) => (
          <QueryView query={supply} skeleton={<DeskSkeleton />}>
            {(found) => <PolicyDesk overview={versions} supply={found} />}
          </QueryView>
        )}
      </QueryView>
    </>
  );
};
