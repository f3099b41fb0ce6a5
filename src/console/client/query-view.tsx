"use client";
import type { ReactNode } from "react";
import { isMissing, problemOf } from "#console/session/problem.ts";
import { ErrorState, type Missing, MissingState } from "#kit/states.tsx";

type Props<Data> = {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  skeleton: ReactNode;
  /** Of a page about one thing, whose id is in the address: what to say where there is no such thing. */
  missing?: Missing;
  children: (data: Data) => ReactNode;
};

/** What a query has: its data, that there is none of the kind, why it failed, or that it is on its way. */
export const QueryView = <Data,>({
  query: { data, error, refetch },
  skeleton,
  missing,
  children,
}: Props<Data>) => {
  if (data !== undefined) return children(data);
  if (!error) return skeleton;
  const problem = problemOf(error);
  if (missing && isMissing(problem)) return <MissingState {...missing} />;
  return <ErrorState message={problem.message} requestId={problem.requestId} onRetry={() => refetch()} />;
};
