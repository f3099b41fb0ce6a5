import { classNames } from "./class-names.ts";

export type ButtonLook = "primary" | "secondary" | "ghost" | "danger" | "danger-quiet";
export type ButtonSize = "sm" | "md" | "lg" | "icon" | "icon-sm";

const LOOKS: Record<ButtonLook, string> = {
  primary:
    "bg-accent text-on-accent hover:bg-accent-hover hover:text-on-accent border-transparent shadow-card",
  secondary: "bg-surface text-ink hover:bg-hover hover:text-ink border-line shadow-card",
  ghost: "bg-transparent text-soft hover:bg-hover hover:text-ink border-transparent",
  danger:
    "bg-danger text-on-danger hover:bg-danger-hover hover:text-on-danger border-transparent shadow-card",
  "danger-quiet": "bg-surface text-danger hover:bg-danger-soft hover:text-danger border-line shadow-card",
};

// On a touch screen everything is at least 40 px high.
const SIZES: Record<ButtonSize, string> = {
  sm: "h-7 px-2.5 text-sm gap-1.5 pointer-coarse:h-10",
  md: "h-8.5 px-3 text-sm gap-1.5 pointer-coarse:h-10",
  lg: "h-11 px-5 text-md gap-2",
  icon: "size-8.5 justify-center pointer-coarse:size-10",
  "icon-sm": "size-7 justify-center pointer-coarse:size-10",
};

export const buttonStyle = (
  look: ButtonLook = "secondary",
  size: ButtonSize = "md",
  extra?: string,
): string =>
  classNames(
    "inline-flex shrink-0 cursor-pointer items-center justify-center rounded-md border font-medium whitespace-nowrap no-underline",
    "transition-colors duration-100 select-none disabled:cursor-default disabled:opacity-55",
    "aria-disabled:cursor-default aria-disabled:opacity-55 aria-disabled:shadow-none",
    LOOKS[look],
    SIZES[size],
    extra,
  );
