"use client";
import { type ReactNode, useEffect, useRef } from "react";

type FocusedHeadingProps = { level: 1 | 2; className?: string | undefined; children: ReactNode };

/** A heading that takes the focus when it appears, so that a screen reader says what has happened. */
export const FocusedHeading = ({ level, className, children }: FocusedHeadingProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const Tag = level === 1 ? "h1" : "h2";
  return (
    <Tag ref={heading} tabIndex={-1} autoFocus className={className}>
      {children}
    </Tag>
  );
};
