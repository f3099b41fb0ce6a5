"use client";
import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and in the first render of the browser, which must agree with each other. */
export const useIsClient = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
