"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { SessionList } from "#ui/console/account/session-list.tsx";
import { QueryView } from "#ui/console/query-view.tsx";
import { problemOf } from "#ui/console/session/problem.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/card.tsx";
import { TableSkeleton } from "#ui/kit/table-skeleton.tsx";
import { useToast } from "#ui/kit/use-toast.ts";
import { useTRPC } from "../../client/trpc.ts";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";

/** Where the person is signed in, and the way to end it. */
export const SessionsCard = () => {
  const { session } = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const query = useQuery(session.sessions.queryOptions());
  const refresh = () => queries.invalidateQueries(session.sessions.queryFilter());
  const onError = async (error: unknown): Promise<void> => {
    toast.failed("Not signed out", problemOf(error).message);
    await refresh();
  };
  const end = useMutation(
    session.endSession.mutationOptions({
      onSuccess: async () => {
        toast.done("Session ended", "Its next action asks for a sign-in.");
        await refresh();
      },
      onError,
    }),
  );
  const endOthers = useMutation(
    session.endOtherSessions.mutationOptions({
      onSuccess: async () => {
        toast.done("Other sessions ended", "Only this one goes on.");
        await refresh();
      },
      onError,
    }),
  );
  const others = query.data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  return (
    <Card
      title="Sessions"
      about="Where you are signed in. A session ends by itself after twelve hours without use, and after seven days in any case."
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
          refusal={others === 0 ? "There is no other session." : null}
          onClick={() => endOthers.mutate()}
        >
          Sign out other sessions
        </Button>
        <SignOutEverywhere />
      </div>
    </Card>
  );
};
