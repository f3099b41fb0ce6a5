"use client";
import type { QueryFilters, UseMutationOptions } from "@tanstack/react-query";
import { Fragment, type ReactNode, useState } from "react";
import type { Problem } from "#console/session/problem.ts";
import { Dialog, type DialogCall, DialogForm, type DialogFormProps } from "#kit/dialog/dialog.tsx";
import type { KeptForm } from "#kit/kept/kept-fields.ts";
import { type KeptHandle, type Opened, Restorable, useKeeping, useKept } from "#kit/kept/use-kept.tsx";
import { type Trpc, useTRPC } from "./api-provider.tsx";
import { useDialogCall } from "./use-dialog-call.ts";
import { useOpened } from "./use-seen.ts";

export type Words = { title: string; about?: ReactNode };

export type Place = readonly [subject: string, mode?: string];

type Frame<Of, Data, Failure, Input, Context, Kept extends object, Marks extends object> = {
  /** The call. */
  act: (trpc: Trpc) => UseMutationOptions<Data, Failure, Input, Context>;
  /** The queries to read again; absent: all of them. */
  stale?: (trpc: Trpc) => QueryFilters;
  /** The toast after a success, with which the dialog closes. Absent: it stays open, and shows the answer. */
  done?: (data: Data, input: Input) => readonly [title: string, about?: string];
  /** What the call replaces that no field shows, such as the mark of a secret. */
  seen?: (of: Of) => Marks;
  /** What the tab keeps of the form; absent: nothing. */
  keeps?: KeptForm<Kept>;
  /** Where it keeps that; absent: the form makes something, alike in live and test. */
  place?: (of: Of) => Place;
  /** What stands above the form. */
  asks: (of: Of) => Words;
  size?: "lg";
  /** In place of the form, once there is an answer. */
  answer?: (data: Data, onDone: () => void, of: Of) => Words & { body: ReactNode };
};

export type Call<Input> = DialogCall & {
  problem: Problem | null;
  mutate: (input: Input) => void;
  /** Forgets a refusal. */
  forget: () => void;
};

/** What the content of a dialog has to work with. */
type Body<Of, Input, Kept, Marks> = {
  of: Of;
  call: Call<Input>;
  opened: Opened<Kept>;
  /** As it was when the dialog opened. */
  seen: Marks | undefined;
};

type Props<Of, Data> = {
  /** What the dialog is about; null or false: it is closed. */
  of: Of | null | false;
  /** @param answer what the dialog showed, if it showed one */
  onClose: (answer?: Data) => void;
  /** Called with the answer, before the toast. */
  onDone?: (data: Data) => void;
};

export const CLOSED: Words = { title: "" };

export const NEW: Place = ["new"];

export const openOf = <Of,>(of: Of | null | false): Of | null => (of === null || of === false ? null : of);

/** How often a dialog was opened: what it holds begins once more each time, also in one that still fades. */
export const useRound = (isOpen: boolean): number => {
  const [{ wasOpen, round }, keep] = useState({ wasOpen: isOpen, round: 0 });
  if (wasOpen !== isOpen) keep({ wasOpen: isOpen, round: isOpen ? round + 1 : round });
  return round;
};

/** What was last there: a call can go on after its dialog was closed. */
const useLast = <Of,>(of: Of | null): Of | null => {
  const [last, keep] = useState(of);
  if (of !== null && of !== last) keep(of);
  return of ?? last;
};

/** A form of which nothing is kept. */
export const unkept = <Kept extends object>(): Opened<Kept> => {
  const nothing: Partial<Kept> = {};
  return {
    read: () => null,
    keep: () => {},
    forget: () => {},
    compare: () => ({ typed: nothing, over: nothing }),
    typed: nothing,
    over: nothing,
    at: null,
    startOver: () => {},
  };
};

/**
 * A dialog around one call, from its description: it restores what was typed, makes the call, and closes with a toast or shows
 * the answer. Made once for each module.
 */
export const callDialog = <Of, Data, Failure, Input, Context, Kept extends object, Marks extends object>({
  act,
  stale,
  done,
  seen,
  keeps,
  place,
  asks,
  size,
  answer,
  body,
}: Frame<Of, Data, Failure, Input, Context, Kept, Marks> & {
  body: (body: Body<Of, Input, Kept, Marks>) => ReactNode;
}): ((props: Props<Of, Data>) => ReactNode) => {
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each module
  const Framed = (props: Props<Of, Data> & { kept?: KeptHandle<Kept> }) => {
    const { onClose, onDone, kept } = props;
    const trpc = useTRPC();
    const of = openOf(props.of);
    // An answer is about what it was asked for, also once that is gone from the page, or something else is chosen there.
    const [asked, noteAsked] = useState<Of | null>(null);
    const round = useRound(of !== null);
    const marks = useOpened(of !== null && seen ? seen(of) : null);
    const close = (): void => onClose(answered ? made.data : undefined);
    const made = useDialogCall(act(trpc), close, {
      ...(stale && { stale: stale(trpc) }),
      ...(seen && { seen: marks }),
      ...(kept && { kept }),
      ...(done && {
        done: (data: Data, input: Input) => {
          onDone?.(data);
          return done(data, input);
        },
      }),
    });
    const call: Call<Input> = {
      ...made,
      mutate: (input) => {
        noteAsked(of);
        made.mutate(input);
      },
    };
    const { data } = made;
    const answered = answer && asked !== null && data !== undefined ? answer(data, call.close, asked) : null;
    const { title, about } = answered ?? (of === null ? CLOSED : asks(of));
    const content = (opened: Opened<Kept>): ReactNode =>
      of !== null && body({ of, call, opened, seen: marks.begun });
    return (
      <Dialog
        isOpen={of !== null || answered !== null}
        onClose={call.close}
        title={title}
        about={about}
        {...(size && { size })}
      >
        {answered ? (
          answered.body
        ) : (
          <Fragment key={round}>
            {kept ? (
              <Restorable kept={kept} onStartOver={call.forget}>
                {content}
              </Restorable>
            ) : (
              content(unkept<Kept>())
            )}
          </Fragment>
        )}
      </Dialog>
    );
  };
  if (!keeps) return Framed;
  const form = keeps;
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each module
  const Keeping = (props: Props<Of, Data>) => {
    const of = useLast(openOf(props.of));
    const [subject, mode] = of === null || !place ? NEW : place(of);
    return <Framed {...props} kept={useKept(form, subject, mode)} />;
  };
  return Keeping;
};

type Texts<Values> = {
  [Name in keyof Values]: [Values[Name], string] extends [string, Values[Name]] ? Name : never;
};

/** The fields of which any text is a value. */
type TextName<Values> = Texts<Values>[keyof Values] & string;

type Choice<Value> = { value: Value; onChange: (value: Value) => void };

type Fields<Values> = {
  /** As they are typed and chosen. */
  values: Values;
  /** A text, what was said about it, and how to change it. */
  field: (name: TextName<Values>) => Choice<string> & { error: string | undefined };
  /** A value of any kind, and how to change it. */
  choice: <Name extends keyof Values & string>(name: Name) => Choice<Values[Name]>;
  /** Changes several at once. */
  change: (changed: Partial<Values>) => void;
};

const useFields = <Values extends object>(
  initial: Values,
  issues: Readonly<Record<string, string>> = {},
): Fields<Values> => {
  const [values, setValues] = useState<Values>(initial);
  const field = (name: TextName<Values>) => {
    const key: string = name;
    const value: unknown = Reflect.get(values, key);
    return {
      value: typeof value === "string" ? value : "",
      error: issues[key],
      onChange: (text: string): void => setValues((before: Values) => ({ ...before, [key]: text })),
    };
  };
  const choice = <Name extends keyof Values & string>(name: Name) => ({
    value: values[name],
    onChange: (value: Values[Name]): void => setValues((before: Values) => ({ ...before, [name]: value })),
  });
  const change = (changed: Partial<Values>): void =>
    setValues((before: Values) => ({ ...before, ...changed }));
  return { values, field, choice, change };
};

type View<Input> = Pick<DialogFormProps, "action" | "look" | "field" | "isComplete"> & {
  /** What is sent; null: it cannot be sent yet. */
  send: () => Input | null;
  fields: ReactNode;
};

/** A dialog whose content is a form, from its description. Made once for each module. */
export const formDialog = <
  Of,
  Data,
  Failure,
  Input,
  Context,
  Kept extends object,
  Values extends Kept,
  Marks extends object,
>({
  start,
  form,
  ...frame
}: Frame<Of, Data, Failure, Input, Context, Kept, Marks> & {
  /** What the fields begin with. */
  start: (of: Of) => Values;
  form: (fields: Fields<Values> & { seen: Marks | undefined }, of: Of) => View<NoInfer<Input>>;
}): ((props: Props<Of, Data>) => ReactNode) => {
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each module
  const Content = ({ of, call, opened, seen }: Body<Of, Input, Kept, Marks>) => {
    const [begun] = useState(() => start(of));
    const held = useFields<Values>({ ...begun, ...opened.typed }, call.problem?.issues);
    useKeeping(opened, held.values, begun);
    const { send, fields, ...view } = form({ ...held, seen }, of);
    const submit = (): void => {
      const input = send();
      if (input !== null) call.mutate(input);
    };
    return (
      <DialogForm {...view} call={call} opened={opened} onSubmit={submit}>
        {fields}
      </DialogForm>
    );
  };
  return callDialog<Of, Data, Failure, Input, Context, Kept, Marks>({
    ...frame,
    body: (content) => <Content {...content} />,
  });
};
