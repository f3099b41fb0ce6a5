import { Skeleton } from "../../kit/skeleton.tsx";

export const OverviewSkeleton = () => (
  <div role="status" className="grid gap-4">
    <span className="sr-only">Loading…</span>
    <Skeleton className="h-24 rounded-lg" />
    <Skeleton className="h-72 rounded-lg" />
    <div className="grid gap-4 lg:grid-cols-2">
      <Skeleton className="h-56 rounded-lg" />
      <Skeleton className="h-56 rounded-lg" />
    </div>
  </div>
);
