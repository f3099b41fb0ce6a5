import { OverviewSkeleton } from "#ui/console/overview/overview-skeleton.tsx";

export default function Loading() {
  return <OverviewSkeleton />;
}
