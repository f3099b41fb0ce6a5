import type { ComponentProps } from "react";
import { inputStyle } from "./input-style.ts";

export const TextArea = ({ className, ...rest }: ComponentProps<"textarea">) => (
  <textarea
    {...rest}
    className={inputStyle(`h-auto min-h-20 py-2 pointer-coarse:h-auto ${className ?? ""}`)}
  />
);
