"use client";
import { Tooltip as Base } from "@base-ui/react/tooltip";
import { type ReactElement, useId } from "react";

type Props = {
  text: string;
  children: ReactElement<Record<string, unknown>>;
  side?: "top" | "bottom" | "right";
};

/** A short word on what it surrounds; also by keyboard, and for screen readers. */
export const Tooltip = ({ text, children, side = "top" }: Props) => {
  const id = useId();
  return (
    <Base.Root>
      <Base.Trigger delay={250} closeOnClick={false} render={children} aria-describedby={id} />
      <span id={id} hidden>
        {text}
      </span>
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-60">
          <Base.Popup className="max-w-xs rounded-md bg-ink px-2.5 py-1.5 text-xs leading-snug text-paper shadow-pop">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
};
