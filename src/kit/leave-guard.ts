"use client";
import { useLayoutEffect, useRef } from "react";

/** Asked before the page is left; it calls `leave` to go on. */
type LeaveGuard = { onTry: (leave: () => void) => void };

let guards: readonly LeaveGuard[] = [];
let isReturning = false;
let place: number | undefined;
let page = "";

type Place = { navigation?: { currentEntry?: { index: number } | null } };

/** The page's position in the tab's history; undefined without the Navigation API. */
const indexNow = (): number | undefined => {
  const { navigation }: Place = window;
  return navigation?.currentEntry?.index;
};

/** Whether something on the page would be lost if it were left now. */
export const isLeaveGuarded = (): boolean => guards.length > 0;

/** Navigates once every guard of the page agrees. */
export const tryToLeave = (go: () => void): void => {
  const guard = guards.at(-1);
  if (!guard) go();
  guard?.onTry(() => {
    guards = guards.filter((other) => other !== guard);
    tryToLeave(go);
  });
};

const onClick = (event: MouseEvent): void => {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || !(target instanceof Element)) return;
  const link = target.closest<HTMLAnchorElement>("a[href]");
  if (
    guards.length === 0 ||
    !link ||
    link.target ||
    link.hasAttribute("download") ||
    link.getAttribute("href")?.startsWith("#")
  )
    return;
  event.preventDefault();
  event.stopPropagation();
  // Nothing holds it now: press the link again.
  tryToLeave(() => link.click());
};

// The address has already changed: put it back, and navigate again once the guard agrees.
const goBackAndAsk = (): void => {
  const now = indexNow();
  // Without an index, assume Back.
  const step = place === undefined || now === undefined || now === place ? -1 : now - place;
  isReturning = true;
  window.history.go(-step);
  tryToLeave(() => window.history.go(step));
};

const onPopState = (event: PopStateEvent): void => {
  if (isReturning) {
    isReturning = false;
    event.stopImmediatePropagation();
    return;
  }
  if (guards.length === 0 || window.location.pathname === page) return;
  event.stopImmediatePropagation();
  // The history index is updated after the event; read now, it would be the previous one.
  setTimeout(goBackAndAsk);
};

const onUnload = (event: BeforeUnloadEvent): void => {
  if (guards.length > 0) event.preventDefault();
};

const listen = (): void => {
  place = indexNow();
  page = window.location.pathname;
  window.addEventListener("click", onClick, true);
  window.addEventListener("beforeunload", onUnload);
};

const rest = (): void => {
  window.removeEventListener("click", onClick, true);
  window.removeEventListener("beforeunload", onUnload);
};

/** Guards the page against being left by a link, by Back or by closing the tab. */
const addGuard = (guard: LeaveGuard): (() => void) => {
  if (guards.length === 0) listen();
  guards = [...guards, guard];
  return () => {
    guards = guards.filter((other) => other !== guard);
    if (guards.length === 0) rest();
  };
};

// Window listeners run in the order they were added. The router adds its own with the first effects, so this
// module must be loaded before it.
if (typeof window !== "undefined") window.addEventListener("popstate", onPopState);

/** While `isOn`, the page is left only when `onTry` calls its argument. */
export const useLeaveGuard = (isOn: boolean, onTry: (leave: () => void) => void): void => {
  const latest = useRef(onTry);
  useLayoutEffect(() => {
    latest.current = onTry;
  });
  useLayoutEffect(() => {
    if (!isOn) return;
    return addGuard({ onTry: (leave) => latest.current(leave) });
  }, [isOn]);
};
