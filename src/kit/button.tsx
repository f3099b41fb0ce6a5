"use client";
import { LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";
import { Link } from "./link.tsx";
import { type ButtonLook, type ButtonSize, buttonStyle } from "./styles.ts";
import { Tooltip } from "./tooltip.tsx";

export const Spinner = () => (
  <LoaderCircle size={15} className="animate-spin motion-reduce:animate-none" aria-hidden="true" />
);

type ButtonProps = Omit<ComponentProps<"button">, "type"> & {
  type?: "button" | "submit";
  look?: ButtonLook;
  size?: ButtonSize;
  /** A call is running: the button cannot be pressed again. */
  isBusy?: boolean;
  /** Why it cannot be pressed, shown on hover and keyboard focus. */
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
}: ButtonProps) => {
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

export const ButtonLink = ({ look, ...rest }: ComponentProps<typeof Link> & { look?: ButtonLook }) => (
  <Link {...rest} className={buttonStyle(look)} />
);
