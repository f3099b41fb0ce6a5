import type { ComponentProps } from "react";
import { type ButtonLook, type ButtonSize, buttonStyle } from "./button-style.ts";
import { Link } from "./link.tsx";

type Props = ComponentProps<typeof Link> & { look?: ButtonLook; size?: ButtonSize };

export const ButtonLink = ({ look, size, className, ...rest }: Props) => (
  <Link {...rest} className={buttonStyle(look, size, className)} />
);
