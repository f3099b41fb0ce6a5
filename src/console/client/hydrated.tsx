"use client";
import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { asComputerTime } from "#kit/clock/service-time.ts";

/**
 * The server's answers, dated by the computer's clock as the browser's own are: the cache compares both to find out which
 * is newer, and when an answer is old enough to be asked for again.
 */
export const inComputerTime = (state: DehydratedState): DehydratedState => ({
  ...state,
  queries: state.queries.map((query) => ({
    ...query,
    state: { ...query.state, dataUpdatedAt: asComputerTime(query.state.dataUpdatedAt) },
  })),
});

/** Puts the server's answers into the browser's cache. */
export const Hydrated = ({ state, children }: { state: DehydratedState; children: ReactNode }) => {
  const dated = useMemo(() => inComputerTime(state), [state]);
  return <HydrationBoundary state={dated}>{children}</HydrationBoundary>;
};
