import type { ReactNode } from "react";

/** The row of buttons that ends a dialog; on a phone they stand below each other. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <footer className="mt-1 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</footer>
);
