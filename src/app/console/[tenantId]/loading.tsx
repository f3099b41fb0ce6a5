export { OverviewSkeleton as default } from "#console/overview/overview-tiles.tsx";
