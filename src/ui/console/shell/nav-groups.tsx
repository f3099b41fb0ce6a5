"use client";
import { usePathname } from "next/navigation";
import { useAccess } from "../access.tsx";
import { consolePath } from "../paths.ts";
import { NAV_STYLE, NavLink } from "./nav-link.tsx";
import { GROUPS, isAt } from "./navigation.ts";

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
