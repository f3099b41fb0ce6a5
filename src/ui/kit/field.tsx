"use client";
import { type ReactNode, useId } from "react";

export type FieldParts = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type Props = {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong with the value; shown below and tied to the control. */
  error?: string | undefined;
  children: (parts: FieldParts) => ReactNode;
};

/** A control with its label, a hint and its error. */
export const Field = ({ label, hint, error, children }: Props) => {
  const id = useId();
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, "aria-describedby": notes || undefined, "aria-invalid": error ? true : undefined })}
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger" role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-xs leading-snug text-soft">
          {hint}
        </p>
      )}
    </div>
  );
};
