"use client";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";

// Each step of the page has a title, one h1 and the focus on it. What goes wrong within a step becomes the
// h1 itself, and the step's own heading then ranks below it.

type Taken = { isTaken: boolean; take: () => () => void };

/** Whether news within the step has the h1, and the way to take it. */
export const StepContext = createContext<Taken>({ isTaken: false, take: () => () => undefined });

type StepProps = {
  /** The server draws a problem within it. */
  hasProblem: boolean;
  children: ReactNode;
};

/** One step of the page. */
export const Step = ({ hasProblem, children }: StepProps) => {
  // Null: no script has run yet, so what the server drew counts.
  const [count, setCount] = useState<number | null>(null);
  const value = useMemo(
    () => ({
      isTaken: count === null ? hasProblem : count > 0,
      take: () => {
        setCount((before) => (before ?? 0) + 1);
        return () => setCount((before) => (before ?? 1) - 1);
      },
    }),
    [count, hasProblem],
  );
  return <StepContext.Provider value={value}>{children}</StepContext.Provider>;
};

export type HeadingProps = { className?: string | undefined; children: ReactNode };

/** The step's own heading; takes the focus when the step begins, so that a screen reader says where it is. */
export const StepHeading = ({ className, children }: HeadingProps) => {
  const { isTaken } = useContext(StepContext);
  const heading = useRef<HTMLHeadingElement>(null);
  const wasTaken = useRef(isTaken);
  useEffect(() => {
    if (!wasTaken.current) heading.current?.focus();
  }, []);
  const Tag = isTaken ? "h2" : "h1";
  return (
    <Tag ref={heading} tabIndex={-1} autoFocus={!isTaken} className={className}>
      {children}
    </Tag>
  );
};
