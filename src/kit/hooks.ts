"use client";
import { useState, useSyncExternalStore } from "react";

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
