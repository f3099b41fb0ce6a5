"use client";
import { Link } from "../../kit/link.tsx";
import type { Place } from "./navigation.ts";

type Props = { place: Place; href: string; isCurrent: boolean };

export const NAV_STYLE =
  "forced-choice group flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium text-soft no-underline transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-surface aria-[current=page]:text-ink aria-[current=page]:shadow-card aria-[current=page]:ring-1 aria-[current=page]:ring-line pointer-coarse:h-11";

export const NavLink = ({ place: { name, Icon }, href, isCurrent }: Props) => (
  <Link href={href} aria-current={isCurrent ? "page" : undefined} className={NAV_STYLE}>
    <Icon
      size={16}
      strokeWidth={1.85}
      className="shrink-0 group-aria-[current=page]:text-accent forced-colors:text-[inherit]"
      aria-hidden="true"
    />
    {name}
  </Link>
);
