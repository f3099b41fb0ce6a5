import { classNames } from "./class-names.ts";

/** @param border a text field's is strong, for it has nothing else to be seen by */
export const inputStyle = (extra?: string, border = "border-line-strong hover:border-ink"): string =>
  classNames(
    "h-8.5 w-full min-w-0 rounded-md border bg-surface px-2.5 text-sm text-ink pointer-coarse:h-10 pointer-coarse:text-[1rem]",
    "placeholder:text-soft aria-invalid:border-danger [&[readonly]]:bg-sunken disabled:bg-sunken disabled:text-soft",
    "transition-colors duration-100 disabled:border-line",
    border,
    extra,
  );
