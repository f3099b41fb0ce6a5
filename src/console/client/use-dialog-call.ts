"use client";
import {
  type QueryFilters,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { problemOf } from "#console/session/problem.ts";
import { toast } from "#kit/toast.tsx";

type After<Data, Input> = {
  /** The queries to read again; absent: all of them. */
  stale?: QueryFilters;
  /** The toast shown when the dialog closes. Absent: it stays open and shows the answer. */
  done?: (data: Data, input: Input) => readonly [title: string, about?: string];
};

/**
 * The call that a dialog makes. Closing forgets the answer, which may hold a secret, so no cache keeps it.
 * @param after runs after a success; absent: the options decide
 */
export const useDialogCall = <Data, Failure, Input, Context>(
  options: UseMutationOptions<Data, Failure, Input, Context>,
  onClose: () => void,
  after?: After<Data, Input>,
) => {
  const queries = useQueryClient();
  const onSuccess = async (answer: Data, input: Input): Promise<void> => {
    if (after?.done) {
      toast.done(...after.done(answer, input));
      close();
    }
    await queries.invalidateQueries(after?.stale);
  };
  const { data, error, isPending, mutate, reset } = useMutation({
    ...options,
    ...(after && { onSuccess }),
    gcTime: 0,
  });
  const close = (): void => {
    onClose();
    reset();
  };
  return {
    data,
    isBusy: isPending,
    problem: error === null ? null : problemOf(error),
    mutate,
    close,
  };
};
