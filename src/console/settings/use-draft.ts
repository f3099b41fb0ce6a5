"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { editsAfter } from "#console/client/use-seen.ts";
import { problemOf } from "#console/session/problem.ts";
import { useBegun } from "#kit/hooks.ts";
import { keptForm, READ } from "#kit/kept/kept-fields.ts";
import { useKept, useKeptEdits } from "#kit/kept/use-kept.tsx";
import { toast } from "#kit/toast.tsx";
import { FIELDS } from "./fields.tsx";
import {
  namesIn,
  type SavedPart,
  type SettingName,
  type SettingsChanges,
  type SettingsData,
} from "./settings-data.ts";

export const NAMES = namesIn(FIELDS);

/** A section's settings, without those that a policy decides. */
export const namesOf = (part: SavedPart, settings: SettingsData): SettingName[] =>
  NAMES.filter((name) => FIELDS[name].part === part && !FIELDS[name].isDecided?.(settings));

/** Settings as they are typed. */
type Texts = Readonly<Record<string, string | undefined>>;

const KEPT = keptForm<Texts>("settings", Object.fromEntries(NAMES.map((name) => [name, READ.text])));

type TextOf = (name: SettingName) => string;

/** What is saved, as its control shows it. */
export const textIn =
  (settings: SettingsData) =>
  <Name extends SettingName>(name: Name): string =>
    FIELDS[name].text(settings[name]);

const textsOf = (names: readonly SettingName[], textOf: TextOf): Texts =>
  Object.fromEntries(names.map((name) => [name, textOf(name)]));

const put = <Name extends SettingName>(changes: SettingsChanges, name: Name, text: string): void => {
  changes[name] = FIELDS[name].setting(text);
};

/** What texts stand for. */
export const settingsOf = (names: readonly SettingName[], textOf: TextOf): SettingsChanges => {
  const changes: SettingsChanges = {};
  for (const name of names) put(changes, name, textOf(name));
  return changes;
};

/** A section's settings with the member's edits on top, which this tab keeps, and the call that saves them. */
export const useDraft = (part: SavedPart, settings: SettingsData) => {
  const [edits, setEdits] = useState<Texts>({});
  // What the edited settings showed as saved; one that is missing here showed what it would show now.
  const [over, setOver] = useState<Texts>({});
  const all = namesOf(part, settings);
  const saved = textIn(settings);
  const shown = (name: SettingName): string => edits[name] ?? saved(name);
  // What the page does not show cannot be corrected there, so it is not sent either.
  const names = all.filter((name) => !FIELDS[name].isHidden?.(shown));
  const unsaved = names.filter((name) => shown(name) !== saved(name));
  const { begun, renew } = useBegun(settings, unsaved.length > 0);
  const discard = (): void => {
    setEdits({});
    setOver({});
  };
  const restoredAt = useKeptEdits(
    useKept(KEPT, part),
    { typed: textsOf(unsaved, shown), over: textsOf(unsaved, (name) => over[name] ?? saved(name)) },
    (found) => {
      setEdits(found.typed);
      setOver(found.over);
    },
  );
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation(
    trpc.settings.update.mutationOptions({
      onSuccess: (newest) => {
        queries.setQueryData(trpc.settings.get.queryKey(), newest);
        toast.done("Settings saved");
        // Not awaited: anything typed in the meantime would count as saved and be dropped.
        void queries.invalidateQueries({ queryKey: trpc.session.me.queryKey() });
      },
    }),
  );
  const problem = error && problemOf(error);
  const issues = problem?.issues ?? {};
  const isChanged = (name: SettingName): boolean =>
    JSON.stringify(settingsOf([name], shown)) !== JSON.stringify(settingsOf([name], saved));
  const save = (): void => {
    const changed = unsaved.filter(isChanged);
    // A space at the end of a name changes nothing.
    if (changed.length === 0) {
      discard();
      return;
    }
    const begunFrom = textIn(begun);
    const seen = settingsOf(changed, (name) => over[name] ?? begunFrom(name));
    const changes = { ...settingsOf(changed, shown), seen };
    mutate(changes, {
      onSuccess: () => {
        // What is typed in the meantime stays, and was typed over what is saved now.
        setEdits((before) => editsAfter<Texts>(before, edits));
        setOver({});
        renew();
      },
      onError: async (failure) => {
        if (problemOf(failure).code !== "CONFLICT") return;
        await queries.invalidateQueries({ queryKey: trpc.settings.get.queryKey() });
        setOver({});
        renew();
      },
    });
  };
  return {
    names,
    /** A setting as the page shows it. */
    shown,
    isDirty: unsaved.length > 0,
    isFaulty: names.some((name) => FIELDS[name].isFaulty?.(shown(name))),
    isBusy: isPending,
    /** When its changes were typed, if this tab kept them across a reload or a sign-in; null: they are of this visit. */
    restoredAt,
    problem,
    issues,
    type: (name: SettingName, text: string): void => {
      setEdits((before) => ({ ...before, [name]: text }));
      setOver((before) => ({ [name]: saved(name), ...before }));
    },
    save,
    discard,
    /** Shows what someone else has saved in the meantime. */
    take: (): void => {
      reset();
      setOver({});
      setEdits((before) => {
        const left = { ...before };
        for (const name of Object.keys(issues)) Reflect.deleteProperty(left, name);
        return left;
      });
    },
  };
};
