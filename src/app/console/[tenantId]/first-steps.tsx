"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAccess } from "#ui/console/access.tsx";
import { Checklist } from "#ui/console/overview/checklist.tsx";
import type { FirstStepsDone } from "#ui/console/overview/overview-data.ts";
import { problemOf } from "#ui/console/session/problem.ts";
import { useUrlState } from "#ui/console/use-url-state.ts";
import { Button } from "#ui/kit/button.tsx";
import { useToast } from "#ui/kit/use-toast.ts";
import { useTRPC } from "../client/trpc.ts";

/** The checklist, with the key that is made in it held for as long as the page is open. */
export const FirstSteps = ({ steps }: { steps: FirstStepsDone }) => {
  const { may, refusal, baseUrl } = useAccess();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const [, setUrl] = useUrlState();
  const keys = useQuery({ ...trpc.keys.list.queryOptions(), enabled: may("keys.read") && steps.hasTestKey });
  const create = useMutation(
    trpc.keys.create.mutationOptions({
      onSuccess: () => {
        // What comes of it shows in test mode only.
        setUrl({ mode: "test" });
        return queries.invalidateQueries();
      },
      onError: (error) => toast.failed("No key was created", problemOf(error).message),
    }),
  );
  const existing = keys.data?.find(({ mode, state }) => mode === "test" && state === "active");
  return (
    <Checklist
      steps={steps}
      baseUrl={baseUrl}
      testKey={create.data?.value ?? null}
      keyHint={existing?.hint ?? null}
      createKey={
        <Button
          look="primary"
          isBusy={create.isPending}
          refusal={refusal("keys.write")}
          onClick={() => create.mutate({ mode: "test", name: "First test key" })}
        >
          Create test key
        </Button>
      }
    />
  );
};
