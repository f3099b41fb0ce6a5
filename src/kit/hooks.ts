"use client";
import { useState, useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and in the first render of the browser, which must agree with each other. */
export const useIsClient = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** True from the first time on: what was wanted once stays, so that it can close as it opened. */
export const useWanted = (isWanted: boolean): boolean => {
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWasWanted(true);
  return isWanted || wasWanted;
};
