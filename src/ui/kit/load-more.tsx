"use client";
import { Button } from "./button.tsx";

type Props = { shown: number; noun: string; hasMore: boolean; isLoading: boolean; onMore: () => void };

/** The end of what is shown of a long list, and the way on. */
export const LoadMore = ({ shown, noun, hasMore, isLoading, onMore }: Props) => (
  <footer className="flex min-h-12 items-center justify-between gap-3 border-t px-4 py-2 text-xs text-soft">
    <span aria-live="polite">{hasMore ? `The newest ${shown} ${noun}` : `All ${shown} ${noun}`}</span>
    {hasMore && (
      <Button size="sm" isBusy={isLoading} onClick={onMore}>
        Load more
      </Button>
    )}
  </footer>
);
