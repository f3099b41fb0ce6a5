"use client";
import { Eraser } from "lucide-react";
import { useState } from "react";
import { actorText } from "#console/audit/audit-words.ts";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC, useTRPCClient } from "#console/client/api-provider.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { formDialog } from "#console/client/form-dialog.tsx";
import { NewestList } from "#console/client/newest-list.tsx";
import { ONWARDS } from "#console/client/query-client.ts";
import { ERASE_QUESTION } from "#console/verifications/erase.tsx";
import { MetadataSummary } from "#console/verifications/verification-facts.tsx";
import { nameOf, VerificationLink } from "#console/verifications/verification-table.tsx";
import { PAGE_ROWS } from "#console/words/words.ts";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { TextAreaField } from "#kit/fields.tsx";
import { LongText, PageHeader } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import { actionsColumn, type Column, FILLS } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";

type Request = ConsoleOutputs["erasureRequests"]["list"]["requests"][number];

const MAX_REPLY = 500;

const State = ({ status, isOverdue }: Request) => {
  if (isOverdue) return <Badge tone="danger">Overdue</Badge>;
  if (status === "open") return <Badge tone="warn">Open</Badge>;
  return status === "done" ? <Badge tone="ok">Erased</Badge> : <Badge tone="neutral">Declined</Badge>;
};

/** When the answer is due, or who gave it and what it said. */
const AnswerLines = ({ status, dueAt, endedAt, answeredBy, reply }: Request) => {
  if (status === "open")
    return (
      <span className="text-xs text-soft">
        Answer due <Time at={dueAt} as="relative" />
      </span>
    );
  const who = answeredBy && actorText(answeredBy.actor, answeredBy.name);
  return (
    <span className="grid grid-cols-[minmax(0,1fr)] text-xs text-soft">
      <span>
        {status === "done" ? "Erased" : "Declined"}
        {who && ` by ${who}`}
        {endedAt && (
          <>
            , <Time at={endedAt} />
          </>
        )}
      </span>
      {reply && <LongText text={`“${reply}”`} />}
    </span>
  );
};

const columnsFor = (key: string | null): readonly Column<Request>[] => [
  { id: "state", name: "State", className: "w-24", cell: (request) => <State {...request} /> },
  {
    id: "verification",
    name: "Verification",
    className: FILLS,
    cell: (request) => (
      <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        <span className="flex min-w-0 items-center gap-2">
          <VerificationLink verificationId={request.verificationId} name={nameOf(request, key)} />
          {request.mode === "test" && <Badge tone="neutral">Test</Badge>}
        </span>
        {key === null && request.metadata && <MetadataSummary metadata={request.metadata} />}
        <AnswerLines {...request} />
      </span>
    ),
  },
  {
    id: "asked",
    name: "Asked",
    className: "hidden md:table-cell",
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

const EraseDialog = confirmDialog({
  act: ({ erasureRequests }) => erasureRequests.carryOut.mutationOptions(),
  stale: ({ erasureRequests }) => erasureRequests.pathFilter(),
  ask: ({ id }: Request) => ({
    ...ERASE_QUESTION,
    verb: "Erase verification",
    input: { requestId: id },
    done: ["Verification erased", "The person finds the receipt on their page."],
  }),
});

const DeclineDialog = formDialog({
  act: ({ erasureRequests }) => erasureRequests.decline.mutationOptions(),
  stale: ({ erasureRequests }) => erasureRequests.pathFilter(),
  done: () => ["Request declined", "The person finds your reply on their page."],
  start: () => ({ reply: "" }),
  asks: () => ({
    title: "Decline this request?",
    about:
      "Nothing is erased. Say why, and where the person can complain: data-protection law asks for both.",
  }),
  form: ({ values, field }, { id }: Request) => ({
    action: "Decline request",
    look: "danger",
    field: "reply",
    isComplete: values.reply.trim() !== "",
    send: () => ({ requestId: id, reply: values.reply }),
    fields: (
      <TextAreaField
        label="Reply"
        hint="The person reads it on the page of their check."
        rows={4}
        maxLength={MAX_REPLY}
        {...field("reply")}
      />
    ),
  }),
});

/** People's requests for erasure, each with 30 days to answer. */
export const RequestsScreen = () => {
  const { refusal, listMetadataKey } = useAccess();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [erased, setErased] = useState<Request | null>(null);
  const [declined, setDeclined] = useState<Request | null>(null);
  const why = refusal("verifications.erase");
  const input = { limit: PAGE_ROWS };
  const actions = actionsColumn(
    (request: Request) =>
      request.status === "open" && (
        <span className="flex flex-col justify-end gap-2 sm:flex-row">
          <Button
            size="sm"
            look="ghost"
            refusal={why}
            aria-label={`Decline the request about ${request.verificationId}`}
            onClick={() => setDeclined(request)}
          >
            Decline
          </Button>
          <Button
            size="sm"
            look="danger-quiet"
            refusal={why}
            aria-label={`Erase ${request.verificationId}`}
            onClick={() => setErased(request)}
          >
            Erase
          </Button>
        </span>
      ),
  );
  return (
    <>
      <PageHeader
        title="Requests"
        about="People who asked, on the page of their check, for their data to be erased. Answer each within 30 days."
      />
      <NewestList
        options={trpc.erasureRequests.list.infiniteQueryOptions(input, ONWARDS)}
        read={() => client.erasureRequests.list.query(input)}
        name="requests"
        rowId={({ id }) => id}
        label="Requests, newest first"
        noun="requests"
        columns={[...columnsFor(listMetadataKey), actions]}
        skeletonRows={6}
        empty={
          <EmptyState icon={Eraser} title="No requests">
            On the page of their check, people can see what is kept about it and ask for its erasure. Their
            requests appear here, unless your settings erase at once.
          </EmptyState>
        }
      />
      <EraseDialog of={erased} onClose={() => setErased(null)} />
      <DeclineDialog of={declined} onClose={() => setDeclined(null)} />
    </>
  );
};
