"use client";
import { localText, localTextExact, localTextLong, relativeText, utcText } from "./time-format.ts";
import { useIsClient } from "./use-is-client.ts";
import { useNow } from "./use-now.ts";

const FORMATS = { short: localText, exact: localTextExact, long: localTextLong };

type Props = { at: Date; as?: keyof typeof FORMATS | "relative" };

/** A moment in the viewer's zone; UTC on hover, and until the browser has said where it is. */
export const Time = ({ at, as = "short" }: Props) => {
  const isClient = useIsClient();
  const now = useNow();
  const zone = isClient ? undefined : "UTC";
  const relative = as === "relative" && now !== null ? relativeText(at, now) : null;
  const text = relative ?? FORMATS[as === "relative" ? "short" : as](at, zone);
  const title = relative === null ? utcText(at) : `${localTextLong(at, zone)} · ${utcText(at)}`;
  return (
    <time dateTime={at.toISOString()} title={title} className="whitespace-nowrap tabular">
      {text}
    </time>
  );
};
