"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { problemOf } from "#ui/console/session/problem.ts";
import type { Saving } from "#ui/console/settings/settings-data.ts";
import { useToast } from "#ui/kit/use-toast.ts";
import { useTRPC } from "../../client/trpc.ts";

/** One section's way to the service: its own waiting and its own errors. */
export const useSaving = (): Saving => {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, isPending, error } = useMutation(
    trpc.settings.update.mutationOptions({
      onSuccess: (settings) => {
        queries.setQueryData(trpc.settings.get.queryKey(), settings);
        toast.done("Settings saved");
        // Not waited for: what is typed meanwhile would be taken for what was saved, and dropped.
        void queries.invalidateQueries({ queryKey: trpc.session.me.queryKey() });
      },
    }),
  );
  return {
    isBusy: isPending,
    problem: error && problemOf(error),
    save: (changes, onSaved) => mutate(changes, { onSuccess: onSaved }),
  };
};
