"use client";
import type { LucideIcon } from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useAccess } from "#console/client/access.tsx";
import { GROUPS, isAt } from "#console/client/navigation.ts";
import { consolePath } from "#console/client/paths.ts";
import { Badge } from "#kit/badge.tsx";
import { Link } from "#kit/link.tsx";

const NAV_STYLE =
  "forced-choice group flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium text-soft no-underline transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-surface aria-[current=page]:text-ink aria-[current=page]:shadow-card aria-[current=page]:ring-1 aria-[current=page]:ring-line pointer-coarse:h-11";

/** How many things wait for an answer, by page. */
export type Waiting = Readonly<Record<string, number>>;

type NavLinkProps = { href: string; name: string; Icon: LucideIcon; isCurrent: boolean; waiting?: number };

/** A page in the sidebar, with the number of things that wait there. */
export const NavLink = ({ href, name, Icon, isCurrent, waiting = 0 }: NavLinkProps) => (
  <Link href={href} aria-current={isCurrent ? "page" : undefined} className={NAV_STYLE}>
    <Icon
      size={16}
      strokeWidth={1.85}
      className="shrink-0 group-aria-[current=page]:text-accent forced-colors:text-[inherit]"
      aria-hidden="true"
    />
    <span className="grow">{name}</span>
    {waiting > 0 && (
      <Badge tone="warn">
        {waiting}
        <span className="sr-only"> open</span>
      </Badge>
    )}
  </Link>
);

type NavGroupProps = { name: string; children: ReactNode };

/** Pages of the sidebar under one name; without a name, only the pages. */
export const NavGroup = ({ name, children }: NavGroupProps) => (
  <div className="grid gap-0.5">
    {name && <h2 className="px-2.5 pb-1 text-xs font-medium tracking-normal text-soft">{name}</h2>}
    {children}
  </div>
);

/** The places that the member's role lets them see. */
export const NavGroups = ({ waiting }: { waiting: Waiting }) => {
  const { tenantId, may } = useAccess();
  const pathname = usePathname();
  const base = consolePath(tenantId);
  return (
    <nav aria-label="Console" className="grid gap-4">
      {GROUPS.map(({ name, places, links = [] }) => {
        const open = places.filter(({ permission }) => may(permission));
        return open.length === 0 ? null : (
          <NavGroup key={name} name={name}>
            {open.map(({ page, ...place }) => (
              <NavLink
                key={page}
                name={place.name}
                Icon={place.Icon}
                href={consolePath(tenantId, page)}
                isCurrent={isAt(pathname, base, page)}
                waiting={waiting[page] ?? 0}
              />
            ))}
            {links.map((link) => (
              <a key={link.href} href={link.href} className={NAV_STYLE}>
                <link.Icon size={16} strokeWidth={1.85} className="shrink-0" aria-hidden="true" />
                {link.name}
              </a>
            ))}
          </NavGroup>
        );
      })}
    </nav>
  );
};
