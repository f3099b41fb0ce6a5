import { Skeleton } from "../../kit/skeleton.tsx";

export const SettingsSkeleton = () => (
  <div role="status" className="grid max-w-4xl gap-4">
    <span className="sr-only">Loading…</span>
    <Skeleton className="h-120 rounded-lg" />
    <Skeleton className="h-72 rounded-lg" />
    <Skeleton className="h-56 rounded-lg" />
  </div>
);
