import type { ComponentProps } from "react";
import { inputStyle } from "./input-style.ts";

export const TextInput = ({ className, type = "text", ...rest }: ComponentProps<"input">) => (
  <input {...rest} type={type} className={inputStyle(className)} />
);
