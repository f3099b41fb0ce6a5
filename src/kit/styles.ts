import { clsx } from "clsx";

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
  clsx(
    "inline-flex shrink-0 cursor-pointer items-center justify-center rounded-md border font-medium whitespace-nowrap no-underline",
    "transition-colors duration-100 select-none disabled:cursor-default disabled:opacity-55 print:hidden",
    "aria-disabled:cursor-default aria-disabled:opacity-55 aria-disabled:shadow-none",
    LOOKS[look],
    SIZES[size],
    extra,
  );

/** @param border strong for text fields, whose border is their only visible edge */
export const inputStyle = (extra?: string, border = "border-line-strong hover:border-ink"): string =>
  clsx(
    "h-8.5 w-full min-w-0 rounded-md border bg-surface px-2.5 text-sm text-ink pointer-coarse:h-10 pointer-coarse:text-[1rem]",
    "placeholder:text-soft aria-invalid:border-danger [&[readonly]]:bg-sunken disabled:bg-sunken disabled:text-soft",
    "transition-colors duration-100 disabled:border-line",
    border,
    extra,
  );

const visible = (element: HTMLElement): boolean => element.getClientRects().length > 0;

/** Selects the text's nearest occurrence to a button, for Ctrl+C. @returns false when there is none */
export const selectText = (text: string, near: Element): boolean => {
  for (let around = near.parentElement; around; around = around.parentElement) {
    const found = [...around.querySelectorAll("code")].find(
      (element) => element.textContent === text && visible(element),
    );
    if (!found) continue;
    window.getSelection()?.selectAllChildren(found);
    return true;
  }
  return false;
};

const GAP = 6;
const EDGE = 8;

/** Places a floating element above another, or below it if there is no room, within the window. */
export const placeBeside = (floating: HTMLElement, anchor: Element): void => {
  const at = anchor.getBoundingClientRect();
  const own = floating.getBoundingClientRect();
  const above = at.top - own.height - GAP;
  const middle = at.left + at.width / 2 - own.width / 2;
  const left = Math.max(EDGE, Math.min(middle, window.innerWidth - own.width - EDGE));
  floating.style.top = `${above < EDGE ? at.bottom + GAP : above}px`;
  floating.style.left = `${left}px`;
};
