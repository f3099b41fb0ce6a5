import type { ReactNode } from "react";

type Props = { label: string; error?: string | undefined; isRow?: boolean; children: ReactNode };

export const CheckboxGroup = ({ label, error, isRow = false, children }: Props) => (
  <fieldset className="grid gap-1.5">
    <legend className="mb-1.5 text-sm font-medium">{label}</legend>
    <div className={isRow ? "flex flex-wrap gap-x-6 gap-y-2" : "grid gap-2.5"}>{children}</div>
    {error && (
      <p role="alert" className="text-sm text-danger">
        {error}
      </p>
    )}
  </fieldset>
);
