"use client";
import type { ComponentProps } from "react";
import { type ButtonLook, type ButtonSize, buttonStyle } from "./button-style.ts";
import { Spinner } from "./spinner.tsx";
import { Tooltip } from "./tooltip.tsx";

type Props = Omit<ComponentProps<"button">, "type"> & {
  type?: "button" | "submit";
  look?: ButtonLook;
  size?: ButtonSize;
  /** Something is on its way: it cannot be pressed again. */
  isBusy?: boolean;
  /** Why it cannot be pressed: said to who points at it or reaches it by keyboard. */
  refusal?: string | null | undefined;
};

export const Button = ({
  look = "secondary",
  size = "md",
  type = "button",
  isBusy = false,
  refusal,
  className,
  children,
  onClick,
  ...rest
}: Props) => {
  const isRefused = typeof refusal === "string";
  const isStill = isBusy || isRefused;
  const button = (
    <button
      {...rest}
      type={isStill ? "button" : type}
      aria-disabled={isStill || undefined}
      aria-busy={isBusy || undefined}
      className={buttonStyle(look, size, className)}
      onClick={isStill ? undefined : onClick}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
  return isRefused ? <Tooltip text={refusal}>{button}</Tooltip> : button;
};
