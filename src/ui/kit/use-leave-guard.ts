"use client";
import { useLayoutEffect, useRef } from "react";
import { addGuard } from "./leave-guards.ts";

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
