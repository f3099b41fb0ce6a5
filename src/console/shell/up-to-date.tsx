"use client";
import { CancelledError, type Query, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { isUnanswered } from "#console/session/problem.ts";
import { asServiceTime, serviceNow } from "#kit/clock/service-time.ts";
import { localText } from "#kit/format.ts";

const RETRY_MS = 15_000;
const HALF_A_DAY_MS = 43_200_000;

/** Whether the page shows an answer that the service, as it seems to be away, did not renew. */
const isBehind = (query: Query): boolean => {
  const { data, status, error, fetchStatus } = query.state;
  if (data === undefined || !query.isActive()) return false;
  // A browser without a network sends nothing.
  if (fetchStatus === "paused") return true;
  return status === "error" && !(error instanceof CancelledError) && isUnanswered(error);
};

/**
 * Since when a page is not up to date: the time of its oldest answer that could not be renewed, by the computer's clock.
 * @returns null when there is none
 */
export const behindSince = (queries: readonly Query[]): number | null => {
  const times = queries.filter(isBehind).map(({ state }) => state.dataUpdatedAt);
  return times.length === 0 ? null : Math.min(...times);
};

/** Says quietly that the page could not be brought up to date. It goes when the service answers again. */
export const UpToDate = () => {
  const queries = useQueryClient();
  const cache = queries.getQueryCache();
  const since = useSyncExternalStore(
    useCallback((listener: () => void) => cache.subscribe(listener), [cache]),
    () => behindSince(cache.getAll()),
    () => null,
  );
  const isLate = since !== null;
  useEffect(() => {
    if (!isLate) return;
    // Not every answer on a page is asked for again by itself.
    const timer = setInterval(() => {
      if (document.visibilityState === "visible")
        void queries.refetchQueries({ predicate: isBehind }, { cancelRefetch: false });
    }, RETRY_MS);
    return () => clearInterval(timer);
  }, [isLate, queries]);
  const at = since === null ? null : asServiceTime(since);
  return (
    // Above the page's first line, without moving anything.
    <div className="pointer-events-none sticky top-18 z-20 flex h-0 justify-center lg:top-7 print:hidden">
      <p role="status" className="h-fit -translate-y-full">
        {at !== null && (
          <span className="block rounded-full border bg-surface px-2.5 text-xs leading-5 whitespace-nowrap text-soft shadow-card">
            Not up to date since{" "}
            <time dateTime={new Date(at).toISOString()}>
              {localText(new Date(at), serviceNow() - at < HALF_A_DAY_MS ? "time" : "short")}
            </time>
          </span>
        )}
      </p>
    </div>
  );
};
