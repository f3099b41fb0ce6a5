"use client";
import { useLayoutEffect, useState } from "react";
import { useIsClient } from "#kit/hooks.ts";
import { learnServiceTime } from "./service-time.ts";

/**
 * Learns the service's time from the page itself, before the first call is answered.
 * @param now when the service drew the page, in milliseconds since 1970
 */
export const ServiceClock = ({ now }: { now: number }) => {
  const isClient = useIsClient();
  // Only what came with the document can be dated by it; a part that the router fetches later came at another time.
  const [drawnAt] = useState(isClient ? null : now);
  useLayoutEffect(() => {
    const [visit] = performance.getEntriesByType("navigation");
    if (drawnAt === null || !(visit instanceof PerformanceNavigationTiming)) return;
    const { timeOrigin } = performance;
    learnServiceTime(drawnAt, timeOrigin + visit.requestStart, timeOrigin + visit.responseStart);
  }, [drawnAt]);
  return null;
};
