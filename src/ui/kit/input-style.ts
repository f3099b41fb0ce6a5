import { classNames } from "./class-names.ts";

export const inputStyle = (extra?: string): string =>
  classNames(
    "h-8.5 w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-sm text-ink pointer-coarse:h-10 pointer-coarse:text-[1rem]",
    "placeholder:text-soft aria-invalid:border-danger read-only:bg-sunken disabled:bg-sunken disabled:text-soft",
    "transition-colors duration-100 hover:border-ink disabled:hover:border-line-strong",
    extra,
  );
