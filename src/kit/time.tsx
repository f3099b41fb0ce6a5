"use client";
import { useSyncExternalStore } from "react";
import { onServiceTime, serviceNow } from "./clock/service-time.ts";
import { localText, relativeText, type TimeForm, utcText } from "./format.ts";
import { useIsClient } from "./hooks.ts";

const TICK_MS = 15_000;
const listeners = new Set<() => void>();
let now = serviceNow();
let stop: (() => void) | undefined;

const tick = (): void => {
  now = serviceNow();
  for (const tell of listeners) tell();
};

const start = (): (() => void) => {
  now = serviceNow();
  const timer = setInterval(tick, TICK_MS);
  const forget = onServiceTime(tick);
  return () => {
    clearInterval(timer);
    forget();
  };
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  stop ??= start();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = undefined;
  };
};

/** The service's time, updated four times a minute by one timer per page. Null on the server. */
export const useNow = (): number | null =>
  useSyncExternalStore(
    subscribe,
    () => now,
    () => null,
  );

type Props = { at: Date; as?: TimeForm | "relative" };

/** A time in the viewer's zone; UTC on hover, and until the browser's zone is known. */
export const Time = ({ at, as = "short" }: Props) => {
  const isClient = useIsClient();
  const now = useNow();
  const zone = isClient ? undefined : "UTC";
  const relative = as === "relative" && now !== null ? relativeText(at, now) : null;
  const text = relative ?? localText(at, as === "relative" ? "short" : as, zone);
  const title = relative === null ? utcText(at) : `${localText(at, "long", zone)} · ${utcText(at)}`;
  return (
    <time dateTime={at.toISOString()} title={title} className="whitespace-nowrap tabular">
      {text}
    </time>
  );
};
