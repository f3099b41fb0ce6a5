"use client";
import type { QueryFilters, UseMutationOptions } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { Dialog } from "#kit/dialog/dialog.tsx";
import type { KeptForm } from "#kit/kept/kept-fields.ts";
import { goingOn, type Opened, Restorable, useKept } from "#kit/kept/use-kept.tsx";
import { type Trpc, useTRPC } from "./api-provider.tsx";
import { type Call, CLOSED, NEW, openOf, type Place, unkept, useRound, type Words } from "./form-dialog.tsx";
import { useDialogCall } from "./use-dialog-call.ts";
import { type Change, useSeen } from "./use-seen.ts";

/** What the form of such a dialog works with. */
type Body<Of, Input, Kept, Saved extends object> = {
  of: Of;
  call: Call<Input>;
  opened: Opened<Kept>;
  seen: ReturnType<typeof useSeen<Saved>>;
  /** Sends what was changed; where that is nothing, the dialog closes. */
  save: (typed: Saved, input: (change: Change<Saved>) => Input) => void;
};

type Description<Of, Data, Failure, Input, Context, Kept extends object, Saved extends object> = {
  /** The call. */
  act: (trpc: Trpc) => UseMutationOptions<Data, Failure, Input, Context>;
  /** The queries to read again; absent: all of them. */
  stale?: (trpc: Trpc) => QueryFilters;
  /** The toast after a success, with which the dialog closes. */
  done: (data: Data, input: Input, of: Of) => readonly [title: string, about?: string];
  /** What is stored, and can be changed. */
  saved: (of: Of) => Saved;
  /** What the tab keeps of the form; absent: nothing. */
  keeps?: KeptForm<Kept>;
  place?: (of: Of) => Place;
  /** What was stored when the kept fields showed this. */
  old?: (over: Partial<Kept>, of: Of) => NoInfer<Saved>;
  /** What stands above the form. */
  asks: (of: Of) => Words;
  size?: "lg";
  body: (body: Body<Of, Input, Kept, Saved>) => ReactNode;
};

type Props<Of> = {
  /** What is changed; null or false: the dialog is closed. */
  of: Of | null | false;
  onClose: () => void;
};

/**
 * A dialog over what is stored, from its description: it sends what was changed, and says what someone else has changed since it
 * opened. Made once for each module.
 */
export const changeDialog = <Of, Data, Failure, Input, Context, Kept extends object, Saved extends object>({
  act,
  stale,
  done,
  saved,
  keeps,
  place,
  old,
  asks,
  size,
  body,
}: Description<Of, Data, Failure, Input, Context, Kept, Saved>): ((props: Props<Of>) => ReactNode) => {
  type OpenProps = { of: Of; onClose: () => void };

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each module
  const Changing = ({ of, opened, onClose }: OpenProps & { opened: Opened<Kept> }) => {
    const trpc = useTRPC();
    const now = saved(of);
    const seen = useSeen<Saved>(now, opened.at === null || !old ? now : old(opened.over, of));
    const call = useDialogCall(act(trpc), onClose, {
      seen,
      kept: opened,
      ...(stale && { stale: stale(trpc) }),
      done: (data: Data, input: Input) => done(data, input, of),
    });
    const save = (typed: Saved, input: (change: Change<Saved>) => Input): void => {
      const change = seen.changeOf(typed);
      if (change) call.mutate(input(change));
      else {
        // One space too many is not a change, and is not kept.
        opened.forget();
        call.close();
      }
    };
    const form = seen.round === 0 ? opened : goingOn(opened);
    return <Fragment key={seen.round}>{body({ of, call, opened: form, seen, save })}</Fragment>;
  };

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each module
  const Keeping = ({ form, ...props }: OpenProps & { form: KeptForm<Kept> }) => {
    const [subject, mode] = place ? place(props.of) : NEW;
    return (
      <Restorable kept={useKept(form, subject, mode)}>
        {(opened) => <Changing {...props} opened={opened} />}
      </Restorable>
    );
  };

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each module
  const Framed = (props: Props<Of>) => {
    const { onClose } = props;
    const of = openOf(props.of);
    const round = useRound(of !== null);
    const { title, about } = of === null ? CLOSED : asks(of);
    const content = (open: OpenProps): ReactNode =>
      keeps ? <Keeping {...open} form={keeps} /> : <Changing {...open} opened={unkept<Kept>()} />;
    return (
      <Dialog isOpen={of !== null} onClose={onClose} title={title} about={about} {...(size && { size })}>
        {of !== null && <Fragment key={round}>{content({ of, onClose })}</Fragment>}
      </Dialog>
    );
  };
  return Framed;
};
