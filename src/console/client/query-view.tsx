"use client";
import type { ComponentProps, ReactNode } from "react";
import { isMissing, problemOf } from "#console/session/problem.ts";
import { Card } from "#kit/page-layout.tsx";
import { ErrorState, type Missing, MissingState } from "#kit/states.tsx";
import { TableSkeleton } from "#kit/table.tsx";

type Props<Data> = {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  skeleton: ReactNode;
  /** For a page about one thing: shown when its id does not exist. */
  missing?: Missing;
  children: (data: Data) => ReactNode;
};

/** The skeleton of a screen that is one card of rows. */
export const CardSkeleton = (props: ComponentProps<typeof TableSkeleton>) => (
  <Card isFlush>
    <TableSkeleton {...props} />
  </Card>
);

/** A query's data, its skeleton while loading, or the reason why there is none. */
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
