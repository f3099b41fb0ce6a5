"use client";
import { useContext, useEffect, useRef } from "react";
import { type HeadingProps, StepContext } from "./step.tsx";

// Apart from step.tsx, which every page of errors loads.

/** Puts what is happening before the page's title, for as long as it is shown. */
const useTitle = (said: string): void => {
  useEffect(() => {
    const before = document.title;
    // The server may have put it there already.
    if (before.startsWith(said)) return;
    const own = `${said} – ${before}`;
    document.title = own;
    return () => {
      if (document.title === own) document.title = before;
    };
  }, [said]);
};

type NewsProps = Omit<HeadingProps, "children"> & { children: string };

/** The heading of news within a step, such as a problem: it becomes the h1, and takes title and focus. */
export const NewsHeading = ({ className, children }: NewsProps) => {
  const { take } = useContext(StepContext);
  const heading = useRef<HTMLHeadingElement>(null);
  const taking = useRef(take);
  useEffect(() => taking.current(), []);
  useEffect(() => heading.current?.focus(), []);
  useTitle(children);
  return (
    // biome-ignore lint/a11y/noAutofocus: a new step begins here, and without scripts nothing else says so
    <h1 ref={heading} tabIndex={-1} autoFocus className={className}>
      {children}
    </h1>
  );
};
