"use client";
import { late } from "#kit/late/late.tsx";
import { Skeleton } from "#kit/states.tsx";

/**
 * What the site's own server needs to know, to copy. Every server's text comes with it, which only someone who sets a gate
 * up needs.
 */
export const GateSetup = late(
  () => import("./configuration-choice.tsx").then((module) => module.ConfigurationChoice),
  { waiting: () => <Skeleton className="h-64 rounded-md" /> },
);
