"use client";
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";

const never = () => () => {};

/** False on the server and in the browser's first render, which must match. */
export const useIsClient = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Stays true once true, so that an opened element can animate its closing. */
export const useWanted = (isWanted: boolean): boolean => {
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWasWanted(true);
  return isWanted || wasWanted;
};

/**
 * What a form was begun from: it follows `value` until editing begins, however often the value is read again afterwards.
 * `renew` begins from the latest value again, once the person has been shown it.
 */
export const useBegun = <Value>(value: Value, isEditing: boolean): { begun: Value; renew: () => void } => {
  const [kept, keep] = useState<{ value: Value; isOld: boolean }>({ value, isOld: false });
  // The newer value may arrive a render after `renew`; it is no longer awaited once editing has ended.
  const isNewer = kept.value !== value;
  if (isEditing ? isNewer && kept.isOld : isNewer || kept.isOld) keep({ value, isOld: false });
  return { begun: kept.value, renew: () => keep((before) => ({ ...before, isOld: true })) };
};

type Control = HTMLInputElement | HTMLSelectElement;

/**
 * Takes over what a control already holds when it wakes: a person may choose or type in the server's page
 * before its script runs, and React keeps that in the page without an event until the next render.
 * @param drawn what the server drew
 */
export const useHeld = <Element extends Control>(
  drawn: string | undefined,
  take: (held: string, control: Element) => void,
): RefObject<Element | null> => {
  const ref = useRef<Element>(null);
  const held = useRef<string>(undefined);
  const isClient = useIsClient();
  const onWake = useEffectEvent(() => {
    if (ref.current && drawn !== undefined && ref.current.value !== drawn) held.current = ref.current.value;
  });
  const onReady = useEffectEvent(() => {
    if (ref.current && held.current !== undefined) take(held.current, ref.current);
    held.current = undefined;
  });
  useLayoutEffect(() => onWake(), []);
  // One render later: Next.js hears of a changed address only after the first render's effects.
  useEffect(() => {
    if (isClient) onReady();
  }, [isClient]);
  return ref;
};
