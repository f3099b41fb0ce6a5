"use client";
import { Building2, ServerCog } from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { isAt } from "#console/client/navigation.ts";
import { consolePath, operatorPath } from "#console/client/paths.ts";
import { NavGroup, NavLink } from "#console/shell/nav.tsx";
import { PageFrame, SearchButton, SideFrame } from "#console/shell/page-frame.tsx";
import type { Theme } from "#console/shell/theme.ts";
import { type Person, ThemeToggle, UserMenu } from "#console/shell/user-menu.tsx";
import { Wordmark } from "#kit/brand.tsx";
import { ownZone } from "#kit/format.ts";
import { useIsClient } from "#kit/hooks.ts";
import { OPERATOR_GROUPS } from "./operator-navigation.ts";
import { OperatorPalette } from "./operator-palette.tsx";
import "#kit/leave-guard.ts";

const MARK = (
  <span
    aria-hidden="true"
    className="grid size-7 shrink-0 place-items-center rounded-sm bg-ink text-paper print:hidden"
  >
    <ServerCog size={15} />
  </span>
);

type SideProps = Omit<ShellProps, "children"> & { onSearch: () => void };

const OperatorSide = ({ person, theme, firstTenantId, supportUrl, onSearch }: SideProps) => {
  const pathname = usePathname();
  const base = operatorPath();
  return (
    <SideFrame
      foot={
        <>
          {firstTenantId !== null && (
            <NavLink
              href={consolePath(firstTenantId)}
              name="Back to your tenants"
              Icon={Building2}
              isCurrent={false}
            />
          )}
          <div className="flex items-center justify-between gap-2">
            <UserMenu
              {...person}
              accountHref={firstTenantId === null ? null : consolePath(firstTenantId, "account")}
              supportUrl={supportUrl}
            />
            <ThemeToggle initial={theme} />
          </div>
        </>
      }
    >
      <div className="px-1.5 pt-1.5 text-md">
        <Wordmark size={18} />
      </div>
      <div className="flex h-11 min-w-0 items-center gap-2.5 px-1.5">
        {MARK}
        <span className="grid min-w-0 text-left">
          <span className="truncate text-sm leading-tight font-semibold">Operator</span>
          <span className="text-xs leading-tight text-soft">All tenants</span>
        </span>
      </div>
      <SearchButton onSearch={onSearch} />
      <nav aria-label="Operator" className="grid gap-4">
        {OPERATOR_GROUPS.map(({ name, places }) => (
          <NavGroup key={name} name={name}>
            {places.map(({ page, ...place }) => (
              <NavLink
                key={page}
                {...place}
                href={operatorPath(page)}
                isCurrent={isAt(pathname, base, page)}
              />
            ))}
          </NavGroup>
        ))}
      </nav>
    </SideFrame>
  );
};

/** Below every page: whose days and hours these are. */
const ZoneNote = () => {
  const zone = useIsClient() ? ownZone() : "UTC";
  return (
    <p className="mt-8 text-xs text-soft">
      Times are in your time zone, {zone}. Days and months of usage are UTC.
    </p>
  );
};

type ShellProps = {
  person: Person;
  theme: Theme;
  /** A tenant that the operator is a member of; null: none. */
  firstTenantId: string | null;
  supportUrl: string | null;
  children: ReactNode;
};

/** The frame of every page of the operator's. */
export const OperatorShell = ({ children, ...side }: ShellProps) => (
  <PageFrame
    mark={MARK}
    name="Operator"
    side={(onSearch) => <OperatorSide {...side} onSearch={onSearch} />}
    palette={(search) => <OperatorPalette {...search} firstTenantId={side.firstTenantId} />}
  >
    {children}
    <ZoneNote />
  </PageFrame>
);
