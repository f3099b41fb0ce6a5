"use client";
import {
  type QueryFilters,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { conflictingFields, problemOf } from "#console/session/problem.ts";
import { toast } from "#kit/toast.tsx";

type After<Data, Input> = {
  /** The queries to read again, also after a conflict; absent: all of them. */
  stale?: QueryFilters;
  /** The toast shown when the dialog closes. Absent: it stays open and shows the answer. */
  done?: (data: Data, input: Input) => readonly [title: string, about?: string];
  /** Of a form over what is stored: what it does with fields that someone else changed in the meantime. */
  seen?: {
    see: (fields: readonly string[]) => void;
    /** Shows what is saved in these; absent: there is no field to show it in. */
    take?: ((fields: readonly string[]) => void) | undefined;
  };
  /** What the tab keeps of the form: a success forgets it, and so does showing what is saved now. */
  kept?: { forget: () => void };
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
    // First of all: whatever fails from here on, what was typed is saved.
    after?.kept?.forget();
    const reading = queries.invalidateQueries(after?.stale);
    if (after?.done) toast.done(...after.done(answer, input));
    // Where the dialog closes, it does not wait for what is read behind it.
    else await reading;
  };
  const onError = async (...args: Parameters<NonNullable<typeof options.onError>>): Promise<void> => {
    await options.onError?.(...args);
    const failure = problemOf(args[0]);
    if (failure.code !== "CONFLICT") return;
    // A form that went on comparing with what it has would be refused without end.
    await queries.invalidateQueries(after?.stale);
    const fields = conflictingFields(failure);
    if (fields.length > 0) after?.seen?.see(fields);
  };
  const { data, error, isPending, mutate, reset } = useMutation({
    ...options,
    ...(after && { onSuccess, onError }),
    gcTime: 0,
  });
  const close = (): void => {
    onClose();
    reset();
  };
  const problem = error === null ? null : problemOf(error);
  const conflicts = problem === null ? [] : conflictingFields(problem);
  const seen = after?.seen;
  const take = (): void => {
    reset();
    // What is given up does not come back; the form that begins once more keeps again what is still typed.
    after?.kept?.forget();
    seen?.take?.(conflicts);
  };
  return {
    data,
    isBusy: isPending,
    problem,
    /** Absent: no one else changed a field. */
    onTake: seen?.take && conflicts.length > 0 ? take : undefined,
    // A dialog that was closed in the meantime has forgotten its call: the late answer closes no other one in its place.
    mutate: (input: Input): void =>
      mutate(input, {
        onSuccess: () => {
          if (after?.done) close();
        },
      }),
    close,
    /** Forgets the answer, and stays open. */
    forget: reset,
  };
};
