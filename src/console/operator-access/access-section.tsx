"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { Button } from "#kit/button.tsx";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { SelectField } from "#kit/fields.tsx";
import { Card } from "#kit/page-layout.tsx";
import { Notice, Skeleton } from "#kit/states.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { hoursText, VisitBadge } from "./visit-words.tsx";

type Visit = ConsoleOutputs["operatorAccess"]["list"]["visits"][number];
type Action = "grant" | "decline" | "end";
type Chosen = { action: Action; visit: Visit };

const HOURS = [1, 2, 4, 8, 24, 48, 72] as const;

type GrantFormProps = { hours: number; call: DialogCall; onGrant: (hours: number) => void };

const GrantForm = ({ hours: asked, call, onGrant }: GrantFormProps) => {
  const [hours, setHours] = useState(String(asked));
  const choices = [...new Set([...HOURS, asked])].sort((a, b) => a - b);
  return (
    <DialogForm action="Let the operator read" call={call} onSubmit={() => onGrant(Number(hours))}>
      <SelectField
        label="For"
        hint="You can end the visit at any time before."
        value={hours}
        options={choices.map((each) => ({ value: String(each), label: hoursText(each) }))}
        onChange={setHours}
      />
    </DialogForm>
  );
};

const GrantDialog = ({ visit, onClose }: { visit: Visit | null; onClose: () => void }) => {
  const { operatorAccess } = useTRPC();
  const call = useDialogCall(operatorAccess.grant.mutationOptions(), onClose, {
    done: (_answer, { hours }) => ["The operator may read this console", `For ${hoursText(hours)}.`],
  });
  return (
    <Dialog
      isOpen={visit !== null}
      onClose={call.close}
      title="Let the operator read this console?"
      about="The operator sees every page that your members see and changes nothing: no exports, no downloads, no secrets. Each page they open is in your audit trail."
    >
      {visit && (
        <GrantForm
          key={visit.id}
          hours={visit.hours}
          call={call}
          onGrant={(hours) => call.mutate({ visitId: visit.id, hours })}
        />
      )}
    </Dialog>
  );
};

const DeclineDialog = confirmDialog({
  act: ({ operatorAccess }) => operatorAccess.decline.mutationOptions(),
  ask: ({ id }: Visit) => ({
    title: "Decline the request?",
    about: "Nothing is shown to the operator. They can ask again.",
    verb: "Decline",
    input: { visitId: id },
    done: ["Declined", "The operator sees that you declined, and may ask again."],
  }),
});

const EndDialog = confirmDialog({
  act: ({ operatorAccess }) => operatorAccess.end.mutationOptions(),
  ask: ({ id }: Visit) => ({
    title: "End the visit?",
    about: "The operator is refused from the next page on. They can ask for another visit.",
    verb: "End visit",
    input: { visitId: id },
    done: ["Visit ended", "The operator no longer has access to this console."],
  }),
});

type RowProps = { visit: Visit; onAction: (action: Action) => void };

const VisitRow = ({ visit, onAction }: RowProps) => {
  const { state, reason, hours, askedAt, grantedAt, expiresAt, endedAt } = visit;
  return (
    <li className="grid gap-2 border-t px-4 py-3 first:border-t-0 sm:flex sm:items-start sm:justify-between sm:gap-6">
      <div className="grid min-w-0 gap-1 text-sm">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{reason}</span>
          <VisitBadge state={state} />
        </span>
        <p className="text-xs text-soft">
          Asked <Time at={askedAt} /> for {hoursText(hours)}
          {grantedAt !== null && (
            <>
              {" · "}let in <Time at={grantedAt} />
              {" · "}
              {state === "running" ? "until" : "ended"} <Time at={endedAt ?? expiresAt} />
            </>
          )}
        </p>
      </div>
      <div className="flex shrink-0 gap-2">
        {state === "asked" && (
          <>
            <Button size="sm" onClick={() => onAction("decline")}>
              Decline
            </Button>
            <Button size="sm" look="primary" onClick={() => onAction("grant")}>
              Let them read
            </Button>
          </>
        )}
        {state === "running" && (
          <Button size="sm" look="danger-quiet" onClick={() => onAction("end")}>
            End visit
          </Button>
        )}
      </div>
    </li>
  );
};

const LISTED = 20;

type VisitsProps = { onChoose: (chosen: Chosen) => void };

const Visits = ({ onChoose }: VisitsProps) => {
  const query = useQuery(useTRPC().operatorAccess.list.queryOptions({ limit: LISTED }));
  return (
    <QueryView query={query} skeleton={<Skeleton className="m-4 h-16 rounded-lg" />}>
      {({ visits }) =>
        visits.length === 0 ? (
          <p className="px-4 pb-4 text-sm text-soft">The operator has never asked to read this console.</p>
        ) : (
          <ul className="border-t" aria-label="Visits of the operator">
            {visits.map((visit) => (
              <VisitRow key={visit.id} visit={visit} onAction={(action) => onChoose({ action, visit })} />
            ))}
          </ul>
        )
      }
    </QueryView>
  );
};

/** Requests of the operator to read this console, and the tenant's answers. */
export const OperatorAccessSection = () => {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const why = useAccess().refusal("operators.admit");
  const close = () => setChosen(null);
  return (
    <div id="operator" tabIndex={-1} className="scroll-mt-16 outline-none! lg:scroll-mt-6">
      <Card
        title="Operator access"
        about="The operator of this deployment can read this console only if you let them, and only for as long as you say"
        isFlush
      >
        {why === null ? (
          <Visits onChoose={setChosen} />
        ) : (
          <div className="px-4 pb-4">
            <Notice>{why}</Notice>
          </div>
        )}
      </Card>
      <GrantDialog visit={chosen?.action === "grant" ? chosen.visit : null} onClose={close} />
      <DeclineDialog of={chosen?.action === "decline" ? chosen.visit : null} onClose={close} />
      <EndDialog of={chosen?.action === "end" ? chosen.visit : null} onClose={close} />
    </div>
  );
};
