"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { editsAfter } from "#console/client/use-seen.ts";
import { type Problem, problemOf } from "#console/session/problem.ts";
import type { KeptForm } from "#kit/kept/kept-fields.ts";
import { useKept, useKeptEdits } from "#kit/kept/use-kept.tsx";
import { toast } from "#kit/toast.tsx";
import type { SettingsChanges, SettingsData } from "./settings-data.ts";

/** What a section's frame needs of its values. */
export type SectionForm = {
  isDirty: boolean;
  isBusy: boolean;
  /** When its changes were typed, if this tab kept them across a reload or a sign-in; null: they are of this visit. */
  restoredAt: number | null;
  problem: Problem | null;
  /** Every setting of the section as it would be saved. */
  changes: () => SettingsChanges;
  /**
   * The settings as they were when each field was changed.
   * @param begun as they were when the first one was
   */
  before: (begun: SettingsData) => object;
  /** @param renew after newer settings than those of the form were read */
  save: (changes: SettingsChanges, renew: () => void) => void;
  discard: () => void;
  /** Shows what someone else has saved in the meantime. */
  take: () => void;
};

const without = <Values extends object>(
  edits: Partial<Values>,
  names: readonly string[],
): Partial<Values> => {
  const others: Partial<Values> = { ...edits };
  for (const name of names) Reflect.deleteProperty(others, name);
  return others;
};

const named = <Values extends object>(values: Partial<Values>, names: readonly string[]): Partial<Values> => {
  const others = Object.keys(values).filter((name) => !names.includes(name));
  return without<Values>(values, others);
};

const differing = (one: object, other: object): string[] =>
  Object.keys(one).filter(
    (name) => JSON.stringify(Reflect.get(one, name)) !== JSON.stringify(Reflect.get(other, name)),
  );

/**
 * A section's saved values with the member's edits on top, which this tab keeps, and the call that saves them.
 * @param form which of the values may be kept
 * @param read the settings that values stand for
 */
export const useDraft = <Values extends object>(
  form: KeptForm<Values>,
  saved: Values,
  read: (values: Values) => SettingsChanges,
) => {
  const [edits, setEdits] = useState<Partial<Values>>({});
  // What the edited fields showed as saved; a field that is missing here showed what it would show now.
  const [over, setOver] = useState<Partial<Values>>({});
  const values: Values = { ...saved, ...edits };
  const noteSaved = (names: readonly string[]): void =>
    setOver((before) => ({ ...named<Values>(saved, names), ...before }));
  const discard = (): void => {
    setEdits({});
    setOver({});
  };
  const unsaved = differing(values, saved);
  const restoredAt = useKeptEdits(
    useKept(form, ""),
    {
      typed: named<Values>(edits, unsaved),
      over: { ...named<Values>(saved, unsaved), ...named<Values>(over, unsaved) },
    },
    (found) => {
      setEdits(found.typed);
      setOver(found.over);
    },
  );
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation(
    trpc.settings.update.mutationOptions({
      onSuccess: (settings) => {
        queries.setQueryData(trpc.settings.get.queryKey(), settings);
        toast.done("Settings saved");
        // Not awaited: anything typed in the meantime would count as saved and be dropped.
        void queries.invalidateQueries({ queryKey: trpc.session.me.queryKey() });
      },
    }),
  );
  const problem = error && problemOf(error);
  const issues = problem?.issues ?? {};
  const take = (): void => {
    reset();
    setOver({});
    setEdits((before) => {
      const kept = without<Values>(before, Object.keys(issues));
      // Where fields have other names than their settings, all of the section.
      return Object.keys(kept).length === Object.keys(before).length ? {} : kept;
    });
  };
  const section: SectionForm = {
    isDirty: unsaved.length > 0,
    isBusy: isPending,
    restoredAt,
    problem,
    changes: () => read(values),
    before: (begun) => {
      const then: object = read({ ...saved, ...over });
      const names = differing(then, read(saved));
      return { ...begun, ...Object.fromEntries(names.map((name) => [name, Reflect.get(then, name)])) };
    },
    save: (changes, renew) =>
      mutate(changes, {
        onSuccess: () => {
          // What is typed in the meantime stays, and was typed over what is saved now.
          setEdits((before) => editsAfter<Values>(before, edits));
          setOver({});
          renew();
        },
        onError: async (failure) => {
          if (problemOf(failure).code !== "CONFLICT") return;
          await queries.invalidateQueries({ queryKey: trpc.settings.get.queryKey() });
          setOver({});
          renew();
        },
      }),
    discard,
    take,
  };
  return {
    values,
    set: (changes: Partial<Values>): void => {
      setEdits((before) => ({ ...before, ...changes }));
      noteSaved(Object.keys(changes));
    },
    /** The props of a field named after its setting: the value, its error, and how it changes. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      value: values[name],
      error: issues[name],
      onChange: (value: Values[Name]): void => {
        setEdits((before) => ({ ...before, [name]: value }));
        noteSaved([name]);
      },
    }),
    form: section,
  };
};
