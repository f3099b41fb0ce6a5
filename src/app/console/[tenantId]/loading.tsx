import { OverviewSkeleton } from "#console/overview/overview-tiles.tsx";

export default function Loading() {
  return <OverviewSkeleton />;
}
