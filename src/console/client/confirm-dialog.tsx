"use client";
import type { QueryFilters, UseMutationOptions } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { ConfirmDialog } from "#kit/dialog/dialog.tsx";
import { type Trpc, useTRPC } from "./api-provider.tsx";
import { useDialogCall } from "./use-dialog-call.ts";
import { useOpened } from "./use-seen.ts";

type Done = readonly [title: string, about?: string];

/** What a person is asked before a call is made, and what the page says after it. */
type Question<Input, Data> = {
  title: string;
  /** The effect, and what cannot be undone. */
  about: ReactNode;
  /** What the button says. */
  verb: string;
  /** Without it, the call takes something away. */
  look?: "primary" | "danger";
  /** Must be typed to confirm. If absent, a second press is enough. */
  name?: string | undefined;
  /** What is sent. */
  input: Input;
  /** The toast after a success. */
  done: Done | ((data: Data) => Done);
};

type Description<Of, Data, Failure, Input, Context, Marks extends object> = {
  /** The call. */
  act: (trpc: Trpc) => UseMutationOptions<Data, Failure, Input, Context>;
  /** The queries to read again; absent: all of them. */
  stale?: (trpc: Trpc) => QueryFilters;
  /** What the call replaces, which someone else may replace first. */
  seen?: (of: Of) => Marks;
  /** @param seen as it was when the dialog opened */
  ask: (of: Of, seen: Marks | undefined) => Question<NoInfer<Input>, NoInfer<Data>>;
};

type Props<Of> = {
  /** What the question is about; null or false: the dialog is closed. */
  of: Of | null | false;
  onClose: () => void;
};

const CLOSED: Omit<Question<never, unknown>, "input" | "done"> = { title: "", about: "", verb: "" };

const SILENT: Done = [""];

/** A dialog that asks, makes one call and closes with a toast, from its description. Made once for each module. */
export const confirmDialog = <Of, Data, Failure, Input, Context, Marks extends object>({
  act,
  stale,
  seen,
  ask,
}: Description<Of, Data, Failure, Input, Context, Marks>) => {
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each module
  const Confirmation = ({ of, onClose }: Props<Of>) => {
    const trpc = useTRPC();
    const marks = useOpened(of !== null && of !== false && seen ? seen(of) : null);
    // As it was asked, for each call: by the time of its answer, another question may have been confirmed.
    const confirmed = useRef(new Map<Input, Question<Input, Data>["done"]>());
    const call = useDialogCall(act(trpc), onClose, {
      ...(stale && { stale: stale(trpc) }),
      ...(seen && { seen: marks }),
      done: (data, input) => {
        const done = confirmed.current.get(input) ?? SILENT;
        return typeof done === "function" ? done(data) : done;
      },
    });
    const question = of === null || of === false ? null : ask(of, marks.begun);
    const { title, about, verb, look, name } = question ?? CLOSED;
    const onConfirm = (): void => {
      if (question === null) return;
      confirmed.current.set(question.input, question.done);
      call.mutate(question.input);
    };
    return (
      <ConfirmDialog
        isOpen={question !== null}
        call={call}
        title={title}
        about={about}
        action={verb}
        look={look}
        name={name}
        onConfirm={onConfirm}
      />
    );
  };
  return Confirmation;
};
