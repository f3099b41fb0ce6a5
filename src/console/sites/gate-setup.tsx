"use client";
import { lazy, Suspense } from "react";
import { Skeleton } from "#kit/states.tsx";
import type { Gate } from "./gate-words.ts";

// Every server's text, which only someone who sets a gate up needs.
const Choice = lazy(() =>
  import("./configuration-choice.tsx").then((module) => ({ default: module.ConfigurationChoice })),
);

/** What the site's own server needs to know, to copy. */
export const GateSetup = ({ gate }: { gate: Gate }) => (
  <Suspense fallback={<Skeleton className="h-64 rounded-md" />}>
    <Choice gate={gate} />
  </Suspense>
);
