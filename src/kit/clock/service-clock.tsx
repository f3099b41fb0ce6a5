"use client";
import { useState } from "react";
import { useIsClient } from "#kit/hooks.ts";
import { learnServiceTime } from "./service-time.ts";

const learnFromDocument = (drawnAt: number): void => {
  const [visit] = performance.getEntriesByType("navigation");
  if (!(visit instanceof PerformanceNavigationTiming)) return;
  const { timeOrigin } = performance;
  learnServiceTime(drawnAt, timeOrigin + visit.requestStart, timeOrigin + visit.responseStart);
};

/**
 * Learns the service's time from the page itself. It stands before everything that compares times.
 * @param now when the service drew the page, in milliseconds since 1970
 */
export const ServiceClock = ({ now }: { now: number }) => {
  const isClient = useIsClient();
  // Once, while the document wakes: a part that the router fetches later is not as old as the document.
  useState(() => {
    if (!isClient && typeof window !== "undefined") learnFromDocument(now);
  });
  return null;
};
