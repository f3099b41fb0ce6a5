"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { problemOf } from "#console/session/problem.ts";
import { signOut } from "#console/session/sign-in.ts";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { ConfirmDialog } from "#kit/dialog/dialog.tsx";
import { Card } from "#kit/page-layout.tsx";
import { TableSkeleton } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import { toast } from "#kit/toast.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";

type SessionSummary = ConsoleOutputs["session"]["sessions"][number];

type Props = {
  sessions: readonly SessionSummary[];
  /** The session that is being ended. */
  busyId: string | null;
  onEnd: (session: SessionSummary) => void;
};

/** The member's sessions, this browser first. */
const SessionList = ({ sessions, busyId, onEnd }: Props) => (
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

/** Ends all sessions including this one, and opens the sign-in page. */
const SignOutEverywhere = () => {
  const [isAsking, setIsAsking] = useState(false);
  const call = useDialogCall(
    useTRPC().session.endAllSessions.mutationOptions({ onSuccess: () => signOut() }),
    () => setIsAsking(false),
  );
  return (
    <>
      <Button look="danger" onClick={() => setIsAsking(true)}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        call={{ ...call, isBusy: call.isBusy || call.data !== undefined }}
        title="Sign out everywhere?"
        about="All your sessions end now, including this one. You can sign in again afterwards."
        action="Sign out everywhere"
        onConfirm={() => call.mutate()}
      />
    </>
  );
};

/** Lists the member's sessions and ends them. */
export const SessionsCard = () => {
  const { session } = useTRPC();
  const queries = useQueryClient();
  const query = useQuery(session.sessions.queryOptions());
  const refresh = () => queries.invalidateQueries(session.sessions.queryFilter());
  const saying = (title: string, about: string) => ({
    onSuccess: async (): Promise<void> => {
      toast.done(title, about);
      await refresh();
    },
    onError: async (error: unknown): Promise<void> => {
      toast.failed("Not signed out", problemOf(error).message);
      await refresh();
    },
  });
  const end = useMutation(
    session.endSession.mutationOptions(saying("Session ended", "That browser must sign in again.")),
  );
  const endOthers = useMutation(
    session.endOtherSessions.mutationOptions(
      saying("Other sessions ended", "Only this one is still signed in."),
    ),
  );
  const others = query.data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  return (
    <Card
      title="Sessions"
      about="Where you are signed in. A session ends after 12 hours without use, and after 7 days at the latest."
      isFlush
    >
      <QueryView query={query} skeleton={<TableSkeleton rows={2} />}>
        {(sessions) => (
          <SessionList
            sessions={sessions}
            busyId={end.isPending ? end.variables.sessionId : null}
            onEnd={({ id }) => end.mutate({ sessionId: id })}
          />
        )}
      </QueryView>
      <div className="flex flex-wrap gap-2 border-t p-4">
        <Button
          isBusy={endOthers.isPending}
          refusal={others === 0 ? "There are no other sessions." : null}
          onClick={() => endOthers.mutate()}
        >
          Sign out other sessions
        </Button>
        <SignOutEverywhere />
      </div>
    </Card>
  );
};
