import { createSortedRowModel, rowSortingFeature, tableFeatures } from "@tanstack/react-table";

/** What of the table engine is used, and therefore shipped. */
export const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

export type Features = typeof features;
