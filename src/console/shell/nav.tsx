"use client";
import { usePathname } from "next/navigation";
import { Link } from "#kit/link.tsx";
import { useAccess } from "./access.tsx";
import { GROUPS, isAt, type Place } from "./navigation.ts";
import { consolePath } from "./paths.ts";

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

/** The places that the member's role lets them see. */
export const NavGroups = () => {
  const { tenantId, may } = useAccess();
  const pathname = usePathname();
  const base = consolePath(tenantId);
  return (
    <nav aria-label="Console" className="grid gap-4">
      {GROUPS.map(({ name, places, links = [] }) => {
        const open = places.filter(({ permission }) => may(permission));
        return open.length === 0 ? null : (
          <div key={name} className="grid gap-0.5">
            {name && <h2 className="px-2.5 pb-1 text-xs font-medium tracking-normal text-soft">{name}</h2>}
            {open.map((place) => (
              <NavLink
                key={place.page}
                place={place}
                href={consolePath(tenantId, place.page)}
                isCurrent={isAt(pathname, base, place.page)}
              />
            ))}
            {links.map(({ href, name: linkName, Icon }) => (
              <a key={href} href={href} className={NAV_STYLE}>
                <Icon size={16} strokeWidth={1.85} className="shrink-0" aria-hidden="true" />
                {linkName}
              </a>
            ))}
          </div>
        );
      })}
    </nav>
  );
};
