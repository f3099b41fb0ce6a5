"use client";
import { Button } from "./button.tsx";

type Props = {
  shown: number;
  noun: string;
  /** Of TanStack Query's infinite queries, what this needs. */
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
};

/** The end of what is shown of a long list, and the way on. */
export const LoadMore = ({ shown, noun, query }: Props) => (
  <footer className="flex min-h-12 items-center justify-between gap-3 border-t px-4 py-2 text-xs text-soft">
    <span aria-live="polite">
      {query.hasNextPage ? `The newest ${shown} ${noun}` : `All ${shown} ${noun}`}
      {query.isFetchNextPageError && <span className="text-danger"> · More could not be loaded</span>}
    </span>
    {query.hasNextPage && (
      <Button size="sm" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Load more
      </Button>
    )}
  </footer>
);
