"use client";
import { cloneElement, type ReactElement, useId, useRef } from "react";
import { placeBeside } from "./styles.ts";

type Props = { text: string; children: ReactElement<Record<string, unknown>> };

const LINGER_MS = 120;

/**
 * A short hint on its child, also for keyboards and screen readers. It stays while hovered and closes on
 * Escape (WCAG 2.2 §1.4.13).
 */
export const Tooltip = ({ text, children }: Props) => {
  const id = useId();
  const tip = useRef<HTMLSpanElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = (): void => {
    clearTimeout(leaving.current);
    tip.current?.hidePopover();
  };
  const hideSoon = (): void => {
    leaving.current = setTimeout(hide, LINGER_MS);
  };
  const stay = (): void => clearTimeout(leaving.current);
  const show = ({ currentTarget }: { currentTarget: Element }): void => {
    stay();
    tip.current?.showPopover();
    if (tip.current) placeBeside(tip.current, currentTarget);
  };
  return (
    <>
      {cloneElement(children, {
        "aria-describedby": id,
        onPointerEnter: show,
        onPointerLeave: hideSoon,
        onFocus: show,
        onBlur: hide,
        onKeyDown: ({ key }: { key: string }) => key === "Escape" && hide(),
      })}
      <span
        ref={tip}
        id={id}
        role="tooltip"
        popover="manual"
        onPointerEnter={stay}
        onPointerLeave={hideSoon}
        className="fixed inset-auto m-0 max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-left text-xs leading-snug font-normal whitespace-normal text-paper shadow-pop"
      >
        {text}
      </span>
    </>
  );
};
