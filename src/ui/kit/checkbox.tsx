import type { ComponentProps, ReactNode } from "react";

type Props = Omit<ComponentProps<"input">, "type"> & { label: ReactNode; hint?: ReactNode };

export const Checkbox = ({ label, hint, className, ...rest }: Props) => (
  <label
    className={`flex cursor-pointer items-start gap-2.5 text-sm has-disabled:cursor-default ${className ?? ""}`}
  >
    <input {...rest} type="checkbox" className="mt-0.5 size-4 shrink-0 cursor-[inherit] accent-accent" />
    <span className="grid gap-0.5">
      <span className="font-medium">{label}</span>
      {hint && <span className="text-xs text-soft">{hint}</span>}
    </span>
  </label>
);
