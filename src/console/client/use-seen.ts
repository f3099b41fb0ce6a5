import { useRef, useState } from "react";
import type { DialogCall } from "#kit/dialog/dialog.tsx";

/** The changed fields, and what was seen there. */
export type Change<Fields> = Partial<Fields> & { seen: Partial<Fields> };

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const pick = <Fields extends object>(fields: Fields, names: readonly string[]): Partial<Fields> => {
  const picked: Partial<Fields> = { ...fields };
  for (const name of Object.keys(fields)) if (!names.includes(name)) Reflect.deleteProperty(picked, name);
  return picked;
};

const differing = (one: object, other: object, names: readonly string[] = Object.keys(one)): string[] =>
  names.filter((name) => !isSame(Reflect.get(one, name), Reflect.get(other, name)));

/**
 * What a form sends: only the fields that its person changed, so that others keep what someone else saves there, and what the
 * person had seen in them; null: nothing was changed.
 * @param saved what the untouched fields show
 * @param begun what the changed fields showed when they were changed
 */
export const changeOf = <Fields extends object>(
  typed: Fields,
  saved: Fields,
  begun: Fields = saved,
): Change<Fields> | null => {
  const changed = differing(typed, saved);
  return changed.length === 0 ? null : { ...pick(typed, changed), seen: pick(begun, changed) };
};

/** The edits that are still to be saved once others were: those that were made or changed after `sent` went out. */
export const editsAfter = <Fields extends object>(
  edits: Partial<Fields>,
  sent: Partial<Fields>,
): Partial<Fields> => {
  const left: Partial<Fields> = { ...edits };
  const late = differing(edits, sent);
  for (const name of Object.keys(edits)) if (!late.includes(name)) Reflect.deleteProperty(left, name);
  return left;
};

/** The call of a form that notes what it holds before what is saved now is shown. */
export const noting = <Call extends Pick<DialogCall, "onTake">>(call: Call, note: () => void): Call => ({
  ...call,
  onTake:
    call.onTake &&
    (() => {
      note();
      call.onTake?.();
    }),
});

/**
 * A form that keeps its own values from when it is mounted: key it by `round`, begin it with `start`, and send `changeOf` what
 * it holds. One with several fields notes what it holds before `take` (`noting`).
 * @param saved the latest stored values, however often they are read again
 * @param before what the person saw when they typed what the form opens with; absent: what is saved
 */
export const useSeen = <Fields extends object>(saved: Fields, before: Fields = saved) => {
  const [begun, begin] = useState(before);
  const [outdated, setOutdated] = useState<readonly string[]>([]);
  const [shown, show] = useState({ start: saved, round: 0 });
  const typed = useRef(saved);
  // The newer values may arrive a render later.
  const arrived = differing(saved, begun, outdated);
  if (arrived.length > 0) {
    begin({ ...begun, ...pick(saved, arrived) });
    setOutdated(outdated.filter((name) => !arrived.includes(name)));
  }
  return {
    ...shown,
    /** What the person has seen as saved. */
    begun,
    changeOf: (sent: Fields): Change<Fields> | null => {
      typed.current = sent;
      return changeOf(sent, begun);
    },
    /** Notes what the form holds now, which `take` keeps. */
    note: (held: Fields): void => {
      typed.current = held;
    },
    /** The page says that these were changed: sending them again is a decision. */
    see: (names: readonly string[]): void => setOutdated(names),
    /** Shows what is saved in these, and what was typed in the others. */
    take: (names: readonly string[]): void =>
      show(({ round }) => ({ start: { ...typed.current, ...pick(saved, names) }, round: round + 1 })),
  };
};

/**
 * What a dialog without fields of what is stored replaces, as it was when the dialog opened, or when the page last said that
 * someone else has changed it: sending it again is a decision.
 * @param saved the latest stored values; null: the dialog is closed
 */
export const useOpened = <Fields extends object>(saved: Fields | null) => {
  const [begun, begin] = useState(saved);
  const [isOutdated, setOutdated] = useState(false);
  const isOther = (saved === null) !== (begun === null);
  // The newer values may arrive a render later.
  const hasArrived = isOutdated && !isSame(saved, begun);
  if (isOther || hasArrived) {
    begin(saved);
    setOutdated(false);
  }
  return {
    begun: begun ?? undefined,
    see: (): void => setOutdated(true),
  };
};
