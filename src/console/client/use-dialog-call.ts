"use client";
import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { problemOf } from "#console/session/problem.ts";

/** The call that a dialog makes. Closing forgets the answer, which may hold a secret, and no cache keeps it. */
export const useDialogCall = <Data, Failure, Input, Context>(
  options: UseMutationOptions<Data, Failure, Input, Context>,
  onClose: () => void,
) => {
  const { data, error, isPending, mutate, reset } = useMutation({ ...options, gcTime: 0 });
  return {
    data,
    isBusy: isPending,
    problem: error === null ? null : problemOf(error),
    mutate,
    close: (): void => {
      onClose();
      reset();
    },
  };
};
