"use client";
import type { ReactNode } from "react";
import { ErrorState } from "../kit/error-state.tsx";
import { problemOf } from "./session/problem.ts";

type Props<Data> = {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

/** What a query has: its data, why there is none, or that it is on its way. */
export const QueryView = <Data,>({ query: { data, error, refetch }, skeleton, children }: Props<Data>) => {
  if (data !== undefined) return children(data);
  if (!error) return skeleton;
  const { message, requestId } = problemOf(error);
  return <ErrorState message={message} requestId={requestId} onRetry={() => refetch()} />;
};
