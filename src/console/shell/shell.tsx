"use client";
import { FlaskConical, ServerCog } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useCallback } from "react";
import { Allowed, useAccess } from "#console/client/access.tsx";
import { useMode } from "#console/client/mode-notice.tsx";
import { isSharedByModes } from "#console/client/navigation.ts";
import { consolePath, inMode, operatorPath } from "#console/client/paths.ts";
import { useUrlState } from "#console/client/use-url-state.ts";
import { VisitStrip } from "#console/operator-access/visit-strip.tsx";
import { Wordmark } from "#kit/brand.tsx";
import { LinkWay } from "#kit/link.tsx";
import { NavGroups, NavLink, type Waiting } from "./nav.tsx";
import { PageFrame, SearchButton, SideFrame } from "./page-frame.tsx";
import { Palette, type UseFind } from "./palette.tsx";
import { ModeSwitch, type TenantChoice, TenantMark, TenantSwitcher } from "./tenant-switcher.tsx";
import type { Theme } from "./theme.ts";
import { type Person, ThemeToggle, UserMenu } from "./user-menu.tsx";
import "#kit/leave-guard.ts";

type SideProps = Pick<ShellProps, "person" | "isOperator" | "tenants" | "theme" | "waiting"> & {
  onSearch: () => void;
};

/** The content of the sidebar and the phone's drawer. */
const SideContent = ({ person, isOperator, tenants, theme, waiting, onSearch }: SideProps) => {
  const { tenantId, supportUrl } = useAccess();
  return (
    <SideFrame
      foot={
        <>
          {isOperator && <NavLink href={operatorPath()} name="Operator" Icon={ServerCog} isCurrent={false} />}
          <ModeSwitch />
          <div className="flex items-center justify-between gap-2">
            <UserMenu {...person} accountHref={consolePath(tenantId, "account")} supportUrl={supportUrl} />
            <ThemeToggle initial={theme} />
          </div>
        </>
      }
    >
      <div className="px-1.5 pt-1.5 text-md">
        <Wordmark size={18} />
      </div>
      <TenantSwitcher tenants={tenants} />
      <SearchButton onSearch={onSearch} />
      <NavGroups waiting={waiting} />
    </SideFrame>
  );
};

/** On every page while the console is in test mode. */
const TestStrip = () => {
  const mode = useMode();
  const [, setUrl] = useUrlState();
  const { tenantId } = useAccess();
  const isShared = isSharedByModes(usePathname(), consolePath(tenantId));
  return mode === "live" ? null : (
    <section
      aria-label="Test mode"
      className="sticky top-13 z-20 flex min-h-9 items-center gap-2 border-b bg-test px-4 py-1 text-sm text-on-test sm:px-6 lg:top-0 lg:px-8"
    >
      <FlaskConical size={15} className="shrink-0" aria-hidden="true" />
      <p className="min-w-0 grow">
        <strong className="font-semibold">Test mode.</strong>{" "}
        {isShared
          ? "Live and test share this page: what you see and change here is live too."
          : "You are looking at test data."}
      </p>
      <button
        type="button"
        onClick={() => setUrl({ mode: "" })}
        className="h-7 shrink-0 cursor-pointer rounded-sm px-2 font-medium underline underline-offset-2 pointer-coarse:h-10"
      >
        Exit test mode
      </button>
    </section>
  );
};

type ShellProps = {
  person: Person;
  /** Whether the person is an operator: a link to the operator's pages shows. */
  isOperator: boolean;
  tenants: readonly TenantChoice[];
  theme: Theme;
  useFind: UseFind;
  /** How many things wait for an answer, by page. */
  waiting: Waiting;
  children: ReactNode;
};

/** The frame of every tenant page. */
export const Shell = ({ useFind, tenants, children, ...side }: ShellProps) => {
  const { isActive, tenantName } = useAccess();
  const mode = useMode();
  const way = useCallback((href: string) => inMode(href, mode), [mode]);
  return (
    <LinkWay value={way}>
      <PageFrame
        mark={<TenantMark name={tenantName} isSmall />}
        name={tenantName}
        side={(onSearch) => <SideContent {...side} tenants={tenants} onSearch={onSearch} />}
        palette={(search) => <Palette {...search} tenants={tenants} useFind={useFind} />}
        strips={
          <>
            <TestStrip />
            <VisitStrip />
          </>
        }
      >
        {!isActive && (
          <p className="mb-5 rounded-md bg-danger-soft px-3 py-2.5 text-sm text-danger">
            This tenant is closed. Its keys no longer work and nothing can be changed. Only the operator of
            this deployment can reopen it.
          </p>
        )}
        <Allowed>{children}</Allowed>
      </PageFrame>
    </LinkWay>
  );
};

/** In the outermost layout, so that it hears Back before the router does. */
export const LeaveWatch = () => null;
