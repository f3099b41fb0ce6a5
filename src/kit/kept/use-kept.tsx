"use client";
import {
  createContext,
  Fragment,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { asServiceTime, computerNow } from "#kit/clock/service-time.ts";
import { type Kept, type KeptForm, keptIn, keptText, type Typed, typedOver } from "./kept-fields.ts";
import { keptKey, readStored, store } from "./kept-store.ts";

type Owner = {
  /** Null: not known yet, and nothing is kept. */
  memberId: () => string | null;
  /** Whether that is found out. */
  isKnown: () => boolean;
  /** Calls back once it is. @returns stops it */
  onKnown: (listener: () => void) => () => void;
  tenantId: string | null;
};

/** To whom the pages below belong. */
export const KeptContext = createContext<Owner>({
  memberId: () => null,
  isKnown: () => true,
  onKnown: () => () => {},
  tenantId: null,
});

/** What is kept is read once its owner is known: a form that began earlier would be kept in its place. */
const useIsOwnerKnown = (): boolean => {
  const { isKnown, onKnown } = useContext(KeptContext);
  return useSyncExternalStore(onKnown, isKnown, () => false);
};

/** What this tab keeps of one form. */
export type KeptHandle<Values> = {
  /** With the time by the service's clock. What is stored is dated by this computer's, since no answer may have come yet. */
  read: () => Kept<Values> | null;
  /** Keeps what was typed; nothing: forgets what is kept. */
  keep: (typed: Typed<Values>) => void;
  forget: () => void;
  compare: (now: Values, before: Values) => Typed<Values>;
};

/**
 * What this tab keeps of a form until it is saved: across a reload, a crash and a sign-in.
 * @param subject the id of what the form changes, or another word where it makes something
 * @param mode absent: the form is the same in live and test
 */
export const useKept = <Values extends object>(
  form: KeptForm<Values>,
  subject: string,
  mode: string | null = null,
): KeptHandle<Values> => {
  const { memberId, tenantId } = useContext(KeptContext);
  return useMemo((): KeptHandle<Values> => {
    const at = (): string | null => {
      const member = memberId();
      return member === null ? null : keptKey({ memberId: member, tenantId, mode }, form.name, subject);
    };
    const put = (text: string | null): void => {
      const key = at();
      if (key !== null) store(key, text);
    };
    return {
      read: () => {
        const key = at();
        const found = key === null ? null : keptIn(form, readStored(key), computerNow());
        return found && { ...found, at: asServiceTime(found.at) };
      },
      keep: (typed) => put(keptText(form, { ...typed, at: computerNow() })),
      forget: () => put(null),
      compare: (now, before) => typedOver(form, now, before),
    };
  }, [form, subject, mode, memberId, tenantId]);
};

/** A form as it opens, with what was typed into it before; both are empty where that is nothing. */
export type Opened<Values> = KeptHandle<Values> &
  Typed<Values> & {
    /** When it was typed, in milliseconds since 1970; null: nothing was. */
    at: number | null;
    /** Forgets it, and opens the form once more. */
    startOver: () => void;
  };

type RestorableProps<Values> = {
  kept: KeptHandle<Values>;
  /** Forgets what else there is of the form, such as the failure of its call. */
  onStartOver?: () => void;
  children: (opened: Opened<Values>) => ReactNode;
};

const Opening = <Values extends object>({ kept, onStartOver, children }: RestorableProps<Values>) => {
  const [{ round, found }, open] = useState(() => ({ round: 0, found: kept.read() }));
  const nothing: Partial<Values> = {};
  const startOver = (): void => {
    kept.forget();
    onStartOver?.();
    open({ round: round + 1, found: null });
  };
  const { typed, over, at } = found ?? { typed: nothing, over: nothing, at: null };
  return <Fragment key={round}>{children({ ...kept, typed, over, at, startOver })}</Fragment>;
};

/** Opens a form with what was typed into it before. Only in what is drawn in the browser, as in a dialog. */
export const Restorable = <Values extends object>(props: RestorableProps<Values>) =>
  useIsOwnerKnown() ? <Opening {...props} /> : null;

/** The same form where it has begun once more with its own values: what was found is in them. */
export const goingOn = <Values extends object>(opened: Opened<Values>): Opened<Values> => ({
  ...opened,
  typed: {},
  over: {},
});

const textOf = <Values,>({ typed, over }: Typed<Values>): string => JSON.stringify({ typed, over });

/**
 * Keeps what a form holds, at every change.
 * @param before what its fields showed as saved, or began with
 */
export const useKeeping = <Values extends object>(
  opened: Opened<Values>,
  now: NoInfer<Values>,
  before: NoInfer<Values>,
): void => {
  const typed = opened.compare(now, before);
  const last = useRef(textOf(opened));
  const onChange = useEffectEvent((text: string) => {
    // What was found stays as old as it is until something is typed.
    if (text === last.current) return;
    last.current = text;
    opened.keep(typed);
  });
  const text = textOf(typed);
  useEffect(() => onChange(text), [text]);
};

/**
 * Keeps the edits of a part of a page, and restores them once the page is awake: the server draws it without them.
 * Edits that are taken back or saved are forgotten.
 * @param restore takes over what was found
 * @returns when that was typed; null: nothing was found, or it is no longer there
 */
export const useKeptEdits = <Values extends object>(
  kept: KeptHandle<Values>,
  edits: Typed<Values>,
  restore: (found: Typed<Values>) => void,
): number | null => {
  const [at, setAt] = useState<number | null>(null);
  const last = useRef<string | null>(null);
  const onChange = useEffectEvent((text: string) => {
    if (last.current === null) {
      const found = kept.read();
      last.current = found ? textOf(found) : text;
      if (!found) return;
      setAt(found.at);
      restore({ typed: found.typed, over: found.over });
      return;
    }
    if (text === last.current) return;
    last.current = text;
    kept.keep(edits);
  });
  const text = textOf(edits);
  const isKnown = useIsOwnerKnown();
  useEffect(() => {
    if (isKnown) onChange(text);
  }, [isKnown, text]);
  // It was taken back or saved, or someone else has saved the same.
  const isOver = at !== null && Object.keys(edits.typed).length === 0;
  const onOver = useEffectEvent(() => {
    last.current = text;
    kept.forget();
    setAt(null);
  });
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver]);
  return at;
};
