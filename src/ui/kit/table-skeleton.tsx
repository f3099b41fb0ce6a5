import { Skeleton } from "./skeleton.tsx";

const WIDTHS = ["w-40", "w-24", "w-32", "w-20"] as const;

/** Rows on their way. */
export const TableSkeleton = ({ rows = 6 }: { rows?: number }) => (
  <div role="status">
    <span className="sr-only">Loading…</span>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
      <div key={row} className="flex h-11 items-center gap-6 border-t px-4 first:border-t-0">
        {WIDTHS.map((width, column) => (
          <Skeleton key={width} className={`h-3.5 ${width} ${column > 1 ? "hidden sm:block" : ""}`} />
        ))}
      </div>
    ))}
  </div>
);
