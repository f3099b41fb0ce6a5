"use client";
import { localText, localTextLong, relativeText, utcText } from "./time-format.ts";
import { useIsClient } from "./use-is-client.ts";
import { useNow } from "./use-now.ts";

type Props = { at: Date; as?: "short" | "long" | "relative" };

/** A moment in the viewer's zone; UTC on hover, and until the browser has said where it is. */
export const Time = ({ at, as = "short" }: Props) => {
  const isClient = useIsClient();
  const now = useNow();
  const zone = isClient ? undefined : "UTC";
  const relative = as === "relative" && now !== null ? relativeText(at, now) : null;
  const text = relative ?? (as === "long" ? localTextLong(at, zone) : localText(at, zone));
  const title = relative === null ? utcText(at) : `${localTextLong(at, zone)} · ${utcText(at)}`;
  return (
    <time dateTime={at.toISOString()} title={title} className="whitespace-nowrap tabular">
      {text}
    </time>
  );
};
