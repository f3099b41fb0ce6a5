import { classNames } from "./class-names.ts";

type Props = {
  text: string;
  /** Then cut off; the rest is said to who points at it. */
  lines?: 1 | 2 | 3;
  className?: string;
};

const CLAMPS = { 1: "line-clamp-1", 2: "line-clamp-2", 3: "line-clamp-3" } as const;

/** What people wrote, which may be long and without a space: it wraps anywhere, and never widens what it is in. */
export const LongText = ({ text, lines = 2, className }: Props) => (
  <span title={text} className={classNames("wrap-anywhere", CLAMPS[lines], className)}>
    {text}
  </span>
);
