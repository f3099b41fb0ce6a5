import type { ComponentProps, ReactNode } from "react";

type Props = Omit<ComponentProps<"input">, "type" | "role" | "checked"> & {
  label: ReactNode;
  checked: boolean;
};

export const Switch = ({ label, className, checked, ...rest }: Props) => (
  <label
    className={`inline-flex cursor-pointer items-center gap-2.5 text-sm has-disabled:cursor-default ${className ?? ""}`}
  >
    <span className="relative inline-flex h-5 w-9 shrink-0">
      <input
        {...rest}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        className="peer absolute inset-0 cursor-[inherit] appearance-none rounded-full"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 rounded-full border border-line-strong bg-neutral-soft transition-colors peer-checked:border-accent peer-checked:bg-accent peer-disabled:opacity-55"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-0.75 left-0.75 size-3.5 rounded-full bg-line-strong transition-transform peer-checked:translate-x-4 peer-checked:bg-on-accent"
      />
    </span>
    <span className="font-medium">{label}</span>
  </label>
);
