"use client";
import { useLayoutEffect, useRef } from "react";

/** What is asked before the page is left. It calls `leave` once that is all right. */
export type LeaveGuard = { onTry: (leave: () => void) => void };

let guards: readonly LeaveGuard[] = [];
let isReturning = false;
let place: number | undefined;
let page = "";

type Place = { navigation?: { currentEntry?: { index: number } | null } };

/** Where in the tab's history the page stands; browsers without the Navigation API do not tell. */
const indexNow = (): number | undefined => {
  const { navigation }: Place = window;
  return navigation?.currentEntry?.index;
};

/** Goes where the member wants to, after whatever guards the page agrees. */
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
  // Pressed again, now that nothing holds it: the link itself knows how it leads on.
  tryToLeave(() => link.click());
};

// The address has changed already when this is heard: it is put back, and taken again once that is all right.
const goBackAndAsk = (): void => {
  const now = indexNow();
  // Where the browser does not tell, it was the way back: there is rarely another.
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
  // Only after the event is the tab's history told where it stands; asked now, it names the place before.
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

/** From now on the page is not left without asking: by a link, by the way back, by closing the tab. */
export const addGuard = (guard: LeaveGuard): (() => void) => {
  if (guards.length === 0) listen();
  guards = [...guards, guard];
  return () => {
    guards = guards.filter((other) => other !== guard);
    if (guards.length === 0) rest();
  };
};

// Listeners on the window itself are called in the order they came: the router's, which would leave the page, comes
// with the first effects. This has to be loaded by then.
if (typeof window !== "undefined") window.addEventListener("popstate", onPopState);

/** As long as `isOn`, the page is not left before `onTry` calls what it is given. */
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
